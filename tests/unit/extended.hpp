// For tests: expression graphs in extended precision (64 bits of mantissa), written without the
// rules by which tapes and derivatives are made.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "lang/graph.hpp"

namespace mbs::test {

using Real = long double;

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
        return std::sqrt(a);
      case Op::cbrt:
        return std::cbrt(a);
      case Op::abs:
        return std::abs(a);
      case Op::exp:
        return std::exp(a);
      case Op::log:
        return std::log(a);
      case Op::sin:
        return std::sin(a);
      case Op::cos:
        return std::cos(a);
      case Op::atan:
        return std::atan(a);
      case Op::tanh:
        return std::tanh(a);
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
        return std::pow(a, b);
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

  // Bisection to the last bit, by the geometric mean while the ends are decades apart.
  Real solve(const Root& root) {
    const Real low = value(root.low), high = value(root.high);
    Real a = low + (high - low) * 1e-25L, b = high - (high - low) * 1e-18L;
    const bool rising = residual(root, a) < 0;
    for (int i = 0; i < 400; ++i) {
      const Real middle = a > 0 && b > 4 * a ? std::sqrt(a) * std::sqrt(b) : a + (b - a) / 2;
      if (middle <= a || middle >= b) break;
      ((residual(root, middle) < 0) == rising ? a : b) = middle;
    }
    return a;
  }

  const Graph& graph_;
  Inputs inputs_;
  std::vector<std::optional<Real>> known_;
  std::map<std::int32_t, Real> unknowns_;
};

}  // namespace mbs::test
