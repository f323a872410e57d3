// For tests: expression graphs with 50 digits, written without the rules by which tapes and
// derivatives are made.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "lang/expression/graph.hpp"
#include "tests/support/real.hpp"

namespace mbs::test {

class Extended {
 public:
  using Inputs = std::function<Real(const Slot&)>;
  Extended(const Graph& graph, Inputs inputs)
      : graph_(graph), inputs_(std::move(inputs)), known_(graph.size()) {}

  Real value(NodeId id) {
    std::optional<Real>& known = known_[static_cast<std::size_t>(id.index)];
    if (!known) known = compute(graph_[id]);
    return *known;
  }

 private:
  Real compute(const Node& node) {
    switch (node.op) {
      case Op::constant:
        return node.value;
      case Op::slot:
        return inputs_(graph_.slot_of(node));
      case Op::bound:
        return unknowns_.at(node.index);
      case Op::root:
        return solve(graph_.root_of(node));
      case Op::select:
        return value(node.a) != 0 ? value(node.b) : value(node.c);
      case Op::watch:
        return value(node.a) > 0 ? 1 : 0;
      default:
        return node.b.valid() ? binary(node.op, value(node.a), value(node.b))
                              : unary(node.op, value(node.a));
    }
  }

  static Real unary(Op op, Real a) {
    switch (op) {
      case Op::negate:
        return -a;
      case Op::sqrt:
        return sqrt(a);
      case Op::cbrt:
        return a < 0 ? -pow(-a, Real(1) / 3) : pow(a, Real(1) / 3);
      case Op::abs:
        return abs(a);
      case Op::exp:
        return exp(a);
      case Op::log:
        return log(a);
      case Op::sin:
        return sin(a);
      case Op::cos:
        return cos(a);
      case Op::atan:
        return atan(a);
      case Op::tanh:
        return tanh(a);
      case Op::logical_not:
        return a == 0;
      default:
        return std::numeric_limits<Real>::quiet_NaN();
    }
  }

  static Real binary(Op op, Real a, Real b) {
    switch (op) {
      case Op::add:
        return a + b;
      case Op::subtract:
        return a - b;
      case Op::multiply:
        return a * b;
      case Op::divide:
        return a / b;
      case Op::power:
        return pow(a, b);
      case Op::minimum:
        return a < b ? a : b;
      case Op::maximum:
        return a > b ? a : b;
      case Op::less:
        return a < b;
      case Op::less_equal:
        return a <= b;
      case Op::equal:
        return a == b;
      case Op::logical_and:
        return a != 0 && b != 0;
      case Op::logical_or:
        return a != 0 || b != 0;
      default:
        return std::numeric_limits<Real>::quiet_NaN();
    }
  }

  Real residual(const Root& root, Real x) {
    Extended inside(graph_, inputs_);
    inside.unknowns_ = unknowns_;
    inside.unknowns_[graph_[root.bound].index] = x;
    return inside.value(root.residual);
  }

  // Bisection while the ends are far apart, by the geometric mean at first; then the secant through
  // the ends with the Illinois rule, which keeps them on both sides of the root.
  Real solve(const Root& root) {
    const Real low = value(root.low), high = value(root.high);
    Real a = low + (high - low) * Real(1e-25), b = high - (high - low) * Real(1e-18);
    Real at_a = residual(root, a), at_b = residual(root, b);
    if (!isfinite(at_a) || !isfinite(at_b) || (at_a < 0) == (at_b < 0))
      return std::numeric_limits<double>::quiet_NaN();
    for (int i = 0; i < 300; ++i) {
      if (abs(b - a) <= 4 * real_epsilon() * abs(b)) break;
      const bool wide = abs(b - a) > Real(0.01) * abs(b);
      Real middle = (a * at_b - b * at_a) / (at_b - at_a);
      if (wide) middle = a > 0 && b > 4 * a ? sqrt(a) * sqrt(b) : a + (b - a) / 2;
      if (middle == a || middle == b) return middle;
      const Real at_middle = residual(root, middle);
      if (at_middle == 0) return middle;
      if ((at_middle < 0) != (at_b < 0)) {
        a = b, at_a = at_b;
      } else if (!wide) {
        at_a /= 2;
      }
      b = middle, at_b = at_middle;
    }
    return b;
  }

  const Graph& graph_;
  Inputs inputs_;
  std::vector<std::optional<Real>> known_;
  std::map<std::int32_t, Real> unknowns_;
};

}  // namespace mbs::test
