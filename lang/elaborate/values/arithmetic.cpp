#include "lang/elaborate/values/arithmetic.hpp"

#include "lang/elaborate/values/nodes.hpp"

namespace mbs::elaborate {

Scalar apply_unary(Evaluation& evaluation, Scope& scope, Op op, const Scalar& a) {
  Scalar like;
  inherit(like, a);
  Graph& graph = a.constant() ? evaluation.scratch : *scope.graph;
  return scalar_from(graph, graph.unary(op, node_in(graph, a)), like);
}

Scalar apply_binary(Evaluation& evaluation, Scope& scope, Op op, const Scalar& a, const Scalar& b) {
  Scalar like;
  inherit(like, a);
  inherit(like, b);
  const bool constant = a.constant() && b.constant();
  Graph& graph = constant ? evaluation.scratch : *scope.graph;
  return scalar_from(graph, graph.binary(op, node_in(graph, a), node_in(graph, b)), like);
}

}  // namespace mbs::elaborate
