// Scalars as nodes of a graph, and nodes as scalars.
#pragma once

#include "lang/elaborate/world/draft.hpp"
#include "lang/elaborate/world/scope.hpp"

namespace mbs::elaborate {

NodeId slot_node(Draft& draft, SlotKind kind, int entity, int index, int order = 0);
NodeId node_in(Graph& graph, const Scalar& scalar);
Scalar scalar_from(Graph& graph, NodeId node, const Scalar& like);
// Marks that the value of an operation depends on what its operands depend on.
void inherit(Scalar& result, const Scalar& operand);

}  // namespace mbs::elaborate
