#include "runtime/reductions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mbs {

namespace {

using ir::ReductionKind;

// Golden-section search for a maximum inside (a, b). 30 cuts narrow the bracket 2e6-fold, which
// leaves an error of the value, quadratic in the place, far below that of the run.
Extreme golden_section(double a, double b, const History& f) {
  constexpr double ratio = 0.6180339887498949;
  double left = b - ratio * (b - a), right = a + ratio * (b - a);
  double f_left = f(left), f_right = f(right);
  for (int cut = 0; cut < 30; ++cut) {
    if (f_left > f_right) {
      b = right;
      right = left, f_right = f_left;
      left = b - ratio * (b - a), f_left = f(left);
    } else {
      a = left;
      left = right, f_left = f_right;
      right = a + ratio * (b - a), f_right = f(right);
    }
  }
  return f_left > f_right ? Extreme{left, f_left} : Extreme{right, f_right};
}

// Weights on a step of length 1.
constexpr double end_weight = 1.0 / 20, side_weight = 49.0 / 180, middle_weight = 16.0 / 45;

template <class F>
double integral_of(F f, std::span<const double> t, std::span<const double> values,
                   std::span<const double> inner) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < t.size(); ++i) {
    if (t[i + 1] <= t[i]) continue;  // the two sides of an event
    const double* in = &inner[inner_count * i];
    sum += (t[i + 1] - t[i]) * (end_weight * (f(values[i]) + f(values[i + 1])) +
                                side_weight * (f(in[0]) + f(in[2])) + middle_weight * f(in[1]));
  }
  return sum;
}

double sum_of_squares(std::span<const double> values) {
  return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

bool ordered(std::span<const double> values, bool increasing) {
  for (std::size_t i = 1; i < values.size(); ++i) {
    const bool fits = increasing ? values[i - 1] < values[i] : values[i - 1] > values[i];
    if (!fits) return false;
  }
  return true;
}

double holding(std::span<const double> values) {
  return static_cast<double>(
      std::count_if(values.begin(), values.end(), [](double v) { return v != 0; }));
}

}  // namespace

Extreme largest(std::span<const double> t, std::span<const double> values, const History& f) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (values[i] > values[best] || std::isnan(values[best])) best = i;
  }
  Extreme result{t[best], values[best]};
  if (!f || std::isnan(result.value)) return result;
  const double before = best > 0 ? t[best - 1] : t[best];
  const double after = best + 1 < t.size() ? t[best + 1] : t[best];
  // The peak lies in the step on one side only when the sample stands at an event or at an end.
  if (after > before) {
    const Extreme found = golden_section(before, after, f);
    if (found.value > result.value) result = found;
  }
  return result;
}

// (1 -+ sqrt(3/7))/2 and the middle.
const double inner_nodes[inner_count] = {0.17267316464601143, 0.5, 0.8273268353539886};

double integral(std::span<const double> t, std::span<const double> values,
                std::span<const double> inner) {
  return integral_of([](double x) { return x; }, t, values, inner);
}

double integral_of_square(std::span<const double> t, std::span<const double> values,
                          std::span<const double> inner) {
  return integral_of([](double x) { return x * x; }, t, values, inner);
}

namespace {

bool compares(ReductionKind kind) {
  return kind == ReductionKind::maximum || kind == ReductionKind::minimum ||
         kind >= ReductionKind::increasing;
}

}  // namespace

bool needs_entries(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::maximum:
    case ReductionKind::minimum:
    case ReductionKind::mean:
    case ReductionKind::rms:
    case ReductionKind::first:
    case ReductionKind::last:
      return true;
    default:
      return false;
  }
}

double reduce_rows(ReductionKind kind, std::span<const double> values, bool conditions) {
  const double n = static_cast<double>(values.size());
  if (values.empty() && needs_entries(kind)) return std::nan("");
  // What is not a number is neither large nor small, true nor false, nor in any order.
  const bool unknown =
      std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); });
  if (unknown && (compares(kind) || conditions)) return std::nan("");
  switch (kind) {
    case ReductionKind::maximum:
      return *std::max_element(values.begin(), values.end());
    case ReductionKind::minimum:
      return *std::min_element(values.begin(), values.end());
    case ReductionKind::mean:
      return std::accumulate(values.begin(), values.end(), 0.0) / n;
    case ReductionKind::rms:
      return std::sqrt(sum_of_squares(values) / n);
    case ReductionKind::count:
      return conditions ? holding(values) : n;
    case ReductionKind::sum:
      return std::accumulate(values.begin(), values.end(), 0.0);
    case ReductionKind::first:
    case ReductionKind::initial:
      return values.front();
    case ReductionKind::last:
    case ReductionKind::final:
      return values.back();
    case ReductionKind::increasing:
      return ordered(values, true);
    case ReductionKind::decreasing:
      return ordered(values, false);
    case ReductionKind::all:
      return holding(values) == n;
    case ReductionKind::any:
      return holding(values) > 0;
    default:
      return std::nan("");
  }
}

const char* name_of(ReductionKind kind) {
  static constexpr const char* names[] = {
      "max",    "min",   "mean", "rms",   "initial", "final",      "integral",   "at",  "argmax",
      "argmin", "count", "sum",  "first", "last",    "increasing", "decreasing", "all", "any"};
  return names[static_cast<int>(kind)];
}

}  // namespace mbs
