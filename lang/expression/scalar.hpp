// What the operations of a graph do to numbers: used to fold constants and to run tapes.
#pragma once

#include <cmath>
#include <limits>

#include "lang/expression/lambertw.hpp"
#include "lang/expression/op.hpp"

namespace mbs {

inline double truth(double a, double b, bool holds) {
  return std::isunordered(a, b) ? std::numeric_limits<double>::quiet_NaN() : (holds ? 1.0 : 0.0);
}

inline double choose(double condition, double then, double otherwise) {
  return std::isnan(condition) ? condition : (condition != 0 ? then : otherwise);
}

// `op` of one operand (then `b` is not used) or two. A NaN operand gives NaN, comparisons and
// extrema included, so that a failure cannot hide behind them.
[[gnu::always_inline]] inline double apply(Op op, double a, double b) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    case Op::divide:
      return a / b;
    case Op::negate:
      return -a;
    case Op::power:
      return std::pow(a, b);
    case Op::sqrt:
      return std::sqrt(a);
    case Op::cbrt:
      return std::cbrt(a);
    case Op::abs:
      return std::abs(a);
    case Op::exp:
      return std::exp(a);
    case Op::log:
      return std::log(a);
    case Op::log10:
      return std::log10(a);
    case Op::sin:
      return std::sin(a);
    case Op::cos:
      return std::cos(a);
    case Op::tan:
      return std::tan(a);
    case Op::asin:
      return std::asin(a);
    case Op::acos:
      return std::acos(a);
    case Op::atan:
      return std::atan(a);
    case Op::sinh:
      return std::sinh(a);
    case Op::cosh:
      return std::cosh(a);
    case Op::tanh:
      return std::tanh(a);
    case Op::floor:
      return std::floor(a);
    case Op::atan2:
      return std::atan2(a, b);
    case Op::minimum:
      return a < b || std::isnan(a) ? a : b;
    case Op::maximum:
      return a > b || std::isnan(a) ? a : b;
    case Op::lambertw:
      return lambertw(static_cast<int>(a), b);
    case Op::less:
      return truth(a, b, a < b);
    case Op::less_equal:
      return truth(a, b, a <= b);
    case Op::equal:
      return truth(a, b, a == b);
    case Op::logical_and:
      return truth(a, b, a != 0 && b != 0);
    case Op::logical_or:
      return truth(a, b, a != 0 || b != 0);
    case Op::logical_not:
      return truth(a, a, a == 0);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace mbs
