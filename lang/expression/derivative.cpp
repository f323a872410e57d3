// Exact derivatives of graphs.
#include <unordered_map>

#include "lang/expression/graph.hpp"
#include "lang/expression/walk.hpp"

namespace mbs {
namespace {

// The partial derivatives of one operation with respect to its operands, as nodes.
class Partials {
 public:
  Partials(Graph& graph, NodeId id) : g_(graph), id_(id), node_(graph[id]) {}

  NodeId with_a() {
    switch (node_.op) {
      case Op::add:
        return one();
      case Op::subtract:
        return one();
      case Op::multiply:
        return node_.b;
      case Op::negate:
        return g_.constant(-1);
      case Op::power:
        return power_base();
      case Op::minimum:
        return chosen(node_.b, node_.a, 0, 1);
      case Op::maximum:
        return chosen(node_.a, node_.b, 0, 1);
      case Op::atan2:
        return g_.div(node_.b, squares());
      default:
        return of_function();
    }
  }

  NodeId with_b() {
    switch (node_.op) {
      case Op::add:
        return one();
      case Op::subtract:
        return g_.constant(-1);
      case Op::multiply:
        return node_.a;
      case Op::power:
        return power_exponent();
      case Op::minimum:
        return chosen(node_.b, node_.a, 1, 0);
      case Op::maximum:
        return chosen(node_.a, node_.b, 1, 0);
      case Op::atan2:
        return g_.neg(g_.div(node_.a, squares()));
      // w*exp(w) = x gives w' = 1/(exp(w) + x)
      case Op::lambertw:
        return g_.div(one(), g_.add(node_.b, g_.unary(Op::exp, id_)));
      default:
        return zero();
    }
  }

 private:
  NodeId zero() { return g_.constant(0); }
  NodeId one() { return g_.constant(1); }
  NodeId unary(Op op) { return g_.unary(op, node_.a); }
  NodeId square(NodeId x) { return g_.mul(x, x); }
  NodeId squares() { return g_.add(square(node_.a), square(node_.b)); }
  NodeId chosen(NodeId x, NodeId y, double if_less, double if_not) {
    return g_.select(g_.binary(Op::less, x, y), g_.constant(if_less), g_.constant(if_not));
  }
  // `value` where `x` is not 0, else 0: a vertical tangent would make the Jacobian infinite.
  NodeId unless_zero(NodeId x, NodeId value) {
    return g_.select(g_.binary(Op::equal, zero(), x), zero(), value);
  }

  NodeId of_function() {
    switch (node_.op) {
      case Op::sqrt:
        return unless_zero(node_.a, g_.div(g_.constant(0.5), id_));
      case Op::cbrt:
        return unless_zero(node_.a, g_.div(g_.constant(1.0 / 3), square(id_)));
      case Op::abs:
        return chosen(node_.a, zero(), -1, 1);
      case Op::exp:
        return id_;
      case Op::log:
        return g_.div(one(), node_.a);
      case Op::log10:
        return g_.div(g_.constant(0.43429448190325182765), node_.a);
      case Op::sin:
        return unary(Op::cos);
      case Op::cos:
        return g_.neg(unary(Op::sin));
      case Op::tan:
        return g_.add(one(), square(id_));
      case Op::asin:
        return g_.div(one(), g_.unary(Op::sqrt, g_.sub(one(), square(node_.a))));
      case Op::acos:
        return g_.neg(g_.div(one(), g_.unary(Op::sqrt, g_.sub(one(), square(node_.a)))));
      case Op::atan:
        return g_.div(one(), g_.add(one(), square(node_.a)));
      case Op::sinh:
        return unary(Op::cosh);
      case Op::cosh:
        return unary(Op::sinh);
      case Op::tanh:
        return g_.sub(one(), square(id_));
      default:
        return zero();
    }
  }

  NodeId power_base() {
    const NodeId lower = g_.binary(Op::power, node_.a, g_.sub(node_.b, one()));
    const NodeId slope = g_.mul(node_.b, lower);
    if (!g_.is_constant(node_.b)) return slope;
    const double n = g_.value(node_.b);
    return n > 0 && n < 1 ? unless_zero(node_.a, slope) : slope;
  }

  NodeId power_exponent() { return unless_zero(node_.a, g_.mul(id_, unary(Op::log))); }

  Graph& g_;
  NodeId id_;
  Node node_;
};

class Differentiator {
 public:
  Differentiator(Graph& graph, NodeId variable) : g_(graph), variable_(variable) {}

  NodeId differentiate(NodeId id) {
    known_[variable_.index] = g_.constant(1);
    const auto nodes = reachable(g_, {&id, 1});
    const auto depends = depends_on(g_, nodes, variable_);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (depends[i] && nodes[i] != variable_) known_[nodes[i].index] = of_node(nodes[i]);
    return of(id);
  }

 private:
  NodeId of(NodeId id) {
    const auto found = known_.find(id.index);
    return found == known_.end() ? g_.constant(0) : found->second;
  }

  NodeId of_node(NodeId id) {
    const Node node = g_[id];
    if (node.op == Op::select) return g_.select(node.a, of(node.b), of(node.c));
    if (node.op == Op::root) return of_root(id, g_.root_of(node));
    if (node.op == Op::lookup) return of_lookup(node);
    if (!node.a.valid()) return g_.constant(0);
    NodeId sum = g_.constant(0);
    const NodeId da = of(node.a), db = node.b.valid() ? of(node.b) : sum;
    if (node.op == Op::divide) return of_quotient(id, node, da, db);
    Partials partials(g_, id);
    // A partial derivative is made only where it is needed.
    if (!is_zero(da)) sum = chain(partials.with_a(), da);
    if (!is_zero(db)) sum = g_.add(sum, chain(partials.with_b(), db));
    return sum;
  }

  bool is_zero(NodeId id) const { return g_.is_constant(id) && g_.value(id) == 0; }

  // partial * inner, where a partial of the form 1/y is used as a division.
  NodeId chain(NodeId partial, NodeId inner) {
    const Node node = g_[partial];
    if (node.op == Op::divide && g_.is_constant(node.a))
      return g_.mul(node.a, g_.div(inner, node.b));
    if (node.op == Op::select && is_zero(node.b))
      return g_.select(node.a, node.b, chain(node.c, inner));
    return g_.mul(partial, inner);
  }

  // q = a/b gives q' = (a' - q b')/b. With a' = 0 the form -q (b'/b) lets a logarithm of q, whose
  // derivative is q'/q, lose q again.
  NodeId of_quotient(NodeId id, const Node& node, NodeId da, NodeId db) {
    if (is_zero(da)) return g_.neg(g_.mul(id, g_.div(db, node.b)));
    return g_.div(g_.sub(da, g_.mul(id, db)), node.b);
  }

  NodeId of_lookup(const Node node) {
    LookupPart part = Graph::part_of(node);
    ++part.order;
    const auto table = g_.table_of(node);
    return g_.mul(g_.lookup(table, node.a, part), of(node.a));
  }

  // residual(x(v), v) = 0 gives x' = -(d residual/d v)/(d residual/d x) at the solution.
  NodeId of_root(NodeId id, const Root root) {
    const NodeId direct = g_.derivative(root.residual, variable_);
    const NodeId ratio = g_.neg(g_.div(direct, root.slope));
    return g_.substitute(ratio, root.bound, id);
  }

  Graph& g_;
  NodeId variable_;
  std::unordered_map<std::int32_t, NodeId> known_;
};

}  // namespace

NodeId Graph::derivative(NodeId id, NodeId variable) {
  return Differentiator(*this, variable).differentiate(id);
}

}  // namespace mbs
