// Makers of operations, with the simplifications that hold for all real operands. A removable
// singularity is removed (x/x is 1), and 0*x is 0 since no signal is infinite.
#include <cmath>
#include <utility>

#include "lang/expression/graph.hpp"
#include "lang/expression/scalar.hpp"

namespace mbs {
namespace {

bool commutes(Op op) {
  return op == Op::add || op == Op::multiply || op == Op::minimum || op == Op::maximum ||
         op == Op::equal || op == Op::logical_and || op == Op::logical_or;
}

bool is(const Graph& graph, NodeId id, double value) {
  return graph.is_constant(id) && graph.value(id) == value;
}

// Constants first, then in order of making: equal sums and products become the same node.
bool in_order(const Graph& graph, NodeId a, NodeId b) {
  if (graph.is_constant(a) != graph.is_constant(b)) return graph.is_constant(a);
  return a.index <= b.index;
}

}  // namespace

NodeId Graph::unary(Op op, NodeId a) {
  if (is_constant(a)) return constant(apply(op, value(a), 0));
  const Node node = (*this)[a];
  switch (op) {
    case Op::negate:
      if (node.op == Op::negate) return node.a;
      if (node.op == Op::subtract) return sub(node.b, node.a);
      if (node.op == Op::multiply && is_constant(node.a))
        return mul(constant(-value(node.a)), node.b);
      break;
    case Op::abs:
      if (node.op == Op::abs) return a;
      if (node.op == Op::negate) return unary(Op::abs, node.a);
      break;
    default:
      break;
  }
  return intern({.op = op, .a = a, .b = {}, .c = {}});
}

NodeId Graph::binary(Op op, NodeId a, NodeId b) {
  if (is_constant(a) && is_constant(b)) return constant(apply(op, value(a), value(b)));
  if (commutes(op) && !in_order(*this, a, b)) std::swap(a, b);
  NodeId folded;
  if (op == Op::add) folded = add_folded(a, b);
  if (op == Op::subtract) folded = subtract_folded(a, b);
  if (op == Op::multiply) folded = multiply_folded(a, b);
  if (op == Op::divide) folded = divide_folded(a, b);
  if (op == Op::power) folded = power_folded(a, b);
  if (op == Op::logical_and || op == Op::logical_or) folded = logical_folded(op, a, b);
  if (a == b && !folded.valid()) folded = same_operands(op, a);
  return folded.valid() ? folded : intern({.op = op, .a = a, .b = b, .c = {}});
}

NodeId Graph::add_folded(NodeId a, NodeId b) {
  if (is(*this, a, 0.0)) return b;
  const Node left = (*this)[a], right = (*this)[b];
  if (right.op == Op::negate) return sub(a, right.a);
  if (left.op == Op::negate) return sub(b, left.a);
  if (is_constant(a) && right.op == Op::add && is_constant(right.a))
    return add(constant(value(a) + value(right.a)), right.b);
  // (x - b) + b and a + (x - a)
  if (left.op == Op::subtract && left.b == b) return left.a;
  if (right.op == Op::subtract && right.b == a) return right.a;
  return {};
}

NodeId Graph::subtract_folded(NodeId a, NodeId b) {
  if (a == b) return constant(0);
  if (is(*this, b, 0.0)) return a;
  if (is(*this, a, 0.0)) return neg(b);
  const Node left = (*this)[a], right = (*this)[b];
  if (right.op == Op::negate) return add(a, right.a);
  // (x + b) - b, a - (a + x), a - (a - x)
  if (left.op == Op::add && left.b == b) return left.a;
  if (left.op == Op::add && left.a == b) return left.b;
  if (right.op == Op::add && right.a == a) return neg(right.b);
  if (right.op == Op::add && right.b == a) return neg(right.a);
  if (right.op == Op::subtract && right.a == a) return right.b;
  return {};
}

NodeId Graph::multiply_folded(NodeId a, NodeId b) {
  if (is(*this, a, 0.0)) return a;
  if (is(*this, a, 1.0)) return b;
  if (is(*this, a, -1.0)) return neg(b);
  const Node left = (*this)[a], right = (*this)[b];
  if (is_constant(a)) {
    if (right.op == Op::negate) return mul(constant(-value(a)), right.a);
    if (right.op == Op::multiply && is_constant(right.a))
      return mul(constant(value(a) * value(right.a)), right.b);
    return {};
  }
  if (left.op == Op::negate) return neg(mul(left.a, b));
  if (right.op == Op::negate) return neg(mul(a, right.a));
  if (left.op == Op::divide && left.b == b) return left.a;
  if (right.op == Op::divide && right.b == a) return right.a;
  return {};
}

NodeId Graph::divide_folded(NodeId a, NodeId b) {
  if (a == b) return constant(1);
  if (is(*this, a, 0.0)) return a;
  if (is(*this, b, 1.0)) return a;
  if (is(*this, b, -1.0)) return neg(a);
  const Node above = (*this)[a], below = (*this)[b];
  if (above.op == Op::negate) return neg(div(above.a, b));
  if (below.op == Op::negate) return neg(div(a, below.a));
  if (above.op == Op::multiply && above.a == b) return above.b;
  if (above.op == Op::multiply && above.b == b) return above.a;
  return {};
}

NodeId Graph::power_folded(NodeId a, NodeId b) {
  if (is(*this, b, 0.0) || is(*this, a, 1.0)) return constant(1);
  if (is(*this, b, 1.0)) return a;
  return {};
}

NodeId Graph::logical_folded(Op op, NodeId a, NodeId b) {
  if (!is_constant(a)) return {};
  if (std::isnan(value(a))) return a;  // not determined, whatever the other is
  const bool known = value(a) != 0;
  if (op == Op::logical_and) return known ? b : constant(0);
  return known ? constant(1) : b;
}

NodeId Graph::same_operands(Op op, NodeId a) {
  switch (op) {
    case Op::minimum:
    case Op::maximum:
    case Op::logical_and:
    case Op::logical_or:
      return a;
    case Op::less:
      return constant(0);
    case Op::less_equal:
    case Op::equal:
      return constant(1);
    default:
      return {};
  }
}

}  // namespace mbs
