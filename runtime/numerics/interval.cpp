#include "runtime/numerics/interval.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "lang/expression/scalar.hpp"

namespace mbs {

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double pi = std::numbers::pi;
constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();  // of one operation

// Values found by floating-point operations, a few last digits wider. What is 0 is exactly 0.
Interval rounded(double lo, double hi) {
  constexpr double most = std::numeric_limits<double>::max();
  if (std::isnan(lo) || std::isnan(hi)) return anything();
  const double below = std::min(lo, most), above = std::max(hi, -most);  // inf - inf is no bound
  return {std::isinf(below) ? below : below - rounding * std::abs(below),
          std::isinf(above) ? above : above + rounding * std::abs(above)};
}

Interval of_condition(bool surely, bool never) {
  return {surely ? 1.0 : 0.0, never ? 0.0 : 1.0};
}

template <class F>
Interval increasing(Interval a, F f) {
  return rounded(f(a.lo), f(a.hi));
}

// Bounds of an increasing function that exists from `low` to `high` only.
template <class F>
Interval increasing_within(Interval a, double low, double high, F f) {
  if (a.hi < low || a.lo > high) return nowhere();
  return increasing({std::max(a.lo, low), std::min(a.hi, high)}, f);
}

Interval product(Interval a, Interval b) {
  const double ends[] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
  for (const double end : ends)
    if (std::isnan(end)) return anything();
  return rounded(*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4));
}

Interval reciprocal(Interval a) {
  if (a.lo > 0 || a.hi < 0) return rounded(1 / a.hi, 1 / a.lo);
  if (a.lo == 0 && a.hi > 0) return {1 / a.hi * (1 - rounding), inf};
  if (a.hi == 0 && a.lo < 0) return {-inf, 1 / a.lo * (1 - rounding)};
  return anything();
}

Interval absolute(Interval a) {
  if (a.lo >= 0) return a;
  if (a.hi <= 0) return {-a.hi, -a.lo};
  return {0, std::max(-a.lo, a.hi)};
}

// Is there a whole number k with a.lo <= offset + k period <= a.hi?
bool hits(Interval a, double offset, double period) {
  return std::floor((a.hi - offset) / period) >= std::ceil((a.lo - offset) / period);
}

// sin or cos, whose largest values are at `top` and all periods from it.
template <class F>
Interval wave(Interval a, double top, F f) {
  if (!(a.hi - a.lo < 2 * pi)) return {-1, 1};
  const Interval wide = rounded(a.lo - rounding, a.hi + rounding);
  const Interval ends = rounded(std::min(f(a.lo), f(a.hi)), std::max(f(a.lo), f(a.hi)));
  return {hits(wide, top + pi, 2 * pi) ? -1 : std::max(ends.lo, -1.0),
          hits(wide, top, 2 * pi) ? 1 : std::min(ends.hi, 1.0)};
}

Interval tangent(Interval a) {
  if (!(a.hi - a.lo < pi) || hits(rounded(a.lo, a.hi), pi / 2, pi)) return anything();
  return rounded(std::tan(a.lo), std::tan(a.hi));
}

Interval hyperbolic_cosine(Interval a) {
  const Interval size = absolute(a);
  return rounded(std::cosh(size.lo), std::cosh(size.hi));
}

Interval whole_power(Interval a, double n) {
  if (n < 0) return reciprocal(whole_power(a, -n));
  const auto f = [n](double x) { return std::pow(x, n); };
  return increasing(std::fmod(n, 2) == 0 ? absolute(a) : a, f);
}

Interval power(Interval a, Interval b) {
  if (is_one_value(b) && b.lo == std::trunc(b.lo)) return whole_power(a, b.lo);
  if (a.lo < 0) return anything();  // whole exponents are not excluded
  if (is_one_value(b) && b.lo > 0)
    return increasing(a, [&](double x) { return std::pow(x, b.lo); });
  if (a.lo == 0) return anything();
  const Interval log = increasing(a, [](double x) { return std::log(x); });
  return increasing(product(b, log), [](double x) { return std::exp(x); });
}

Interval lambert(Interval branch, Interval x) {
  const double least = -std::exp(-1.0);
  const auto f = [&](double v) { return lambertw(static_cast<int>(branch.lo), v); };
  if (branch.lo == 0) return increasing_within(x, least, inf, f);
  if (x.hi < least || x.lo > 0) return nowhere();
  if (x.lo == 0) return anything();
  return rounded(x.hi >= 0 ? -inf : f(x.hi), f(std::max(x.lo, least)));
}

Interval of_comparison(Op op, Interval a, Interval b) {
  const bool apart = a.hi < b.lo || b.hi < a.lo;
  switch (op) {
    case Op::less:
      return of_condition(a.hi < b.lo, a.lo >= b.hi);
    case Op::less_equal:
      return of_condition(a.hi <= b.lo, a.lo > b.hi);
    case Op::equal:
      return of_condition(is_one_value(a) && is_one_value(b) && a.lo == b.lo, apart);
    case Op::logical_and:
      return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
    case Op::logical_or:
      return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
    default:
      return {1 - a.hi, 1 - a.lo};  // logical_not
  }
}

Interval of_function(Op op, Interval a) {
  const auto one = [op](double x) { return apply(op, x, 0); };
  switch (op) {
    case Op::sqrt:
      return increasing_within(a, 0, inf, one);
    case Op::log:
    case Op::log10:
      if (a.hi < 0) return nowhere();
      return a.hi == 0 ? anything() : increasing({std::max(a.lo, 0.0), a.hi}, one);
    case Op::asin:
      return increasing_within(a, -1, 1, one);
    case Op::acos: {
      const Interval mirrored = increasing_within(a, -1, 1, [](double x) { return -std::acos(x); });
      return is_nowhere(mirrored) ? mirrored : Interval{-mirrored.hi, -mirrored.lo};
    }
    case Op::sin:
      return wave(a, pi / 2, one);
    case Op::cos:
      return wave(a, 0, one);
    case Op::tan:
      return tangent(a);
    case Op::cosh:
      return hyperbolic_cosine(a);
    case Op::cbrt:
    case Op::exp:
    case Op::atan:
    case Op::sinh:
    case Op::tanh:
    case Op::floor:
      return increasing(a, one);
    default:
      return anything();
  }
}

// Comparisons with what is no number are decided, but not here.
Interval bounds_beside_nowhere(Op op) {
  if (gives_condition(op)) return {0, 1};
  return op == Op::minimum || op == Op::maximum ? anything() : nowhere();
}

}  // namespace

Interval anything() {
  return {-inf, inf};
}

Interval nowhere() {
  return {inf, -inf};
}

Interval bounds_of(Op op, Interval a, Interval b) {
  if (is_nowhere(a) || is_nowhere(b)) return bounds_beside_nowhere(op);
  switch (op) {
    case Op::add:
      return rounded(a.lo + b.lo, a.hi + b.hi);
    case Op::subtract:
      return rounded(a.lo - b.hi, a.hi - b.lo);
    case Op::multiply:
      return product(a, b);
    case Op::divide:
      return product(a, reciprocal(b));
    case Op::negate:
      return {-a.hi, -a.lo};
    case Op::power:
      return power(a, b);
    case Op::abs:
      return absolute(a);
    case Op::minimum:
      return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
    case Op::maximum:
      return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
    case Op::atan2:
      return {-pi, pi};
    case Op::lambertw:
      return lambert(a, b);
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
      return of_comparison(op, a, b);
    case Op::watch:
      return of_condition(a.lo > 0, a.hi <= 0);
    default:
      return of_function(op, a);
  }
}

Interval bounds_of_select(Interval condition, Interval then, Interval otherwise) {
  if (is_one_value(condition)) return condition.lo != 0 ? then : otherwise;
  return {std::min(then.lo, otherwise.lo), std::max(then.hi, otherwise.hi)};
}

}  // namespace mbs
