#include "lang/elaborate/values/nodes.hpp"

namespace mbs::elaborate {

NodeId slot_node(Draft& draft, SlotKind kind, int entity, int index, int order) {
  mbs::Slot slot;
  slot.kind = kind;
  slot.entity = entity;
  slot.index = index;
  slot.order = order;
  return draft.graph().slot(slot);
}

NodeId node_in(Graph& graph, const Scalar& scalar) {
  return scalar.constant() ? graph.constant(scalar.value) : scalar.node;
}

Scalar scalar_from(Graph& graph, NodeId node, const Scalar& like) {
  Scalar result = like;
  result.node = node;
  // What is mixed is reported, even where it seems to cancel.
  const bool mixed = like.run == mixed_runs || like.window == mixed_windows;
  if (graph.is_constant(node) && !mixed) {
    result.value = graph.value(node);
    result.node = NodeId{};
    result.signal = result.result = nullptr;
    result.list = -1;
    result.window = no_window;
    result.run = present_run;
    result.needs_run = false;
  }
  return result;
}

void inherit(Scalar& result, const Scalar& operand) {
  if (!result.signal)
    result.run = operand.run;
  else if (operand.signal && operand.run != result.run)
    result.run = mixed_runs;
  if (!result.signal) result.signal = operand.signal;
  if (!result.result) result.result = operand.result;
  if (result.list < 0) result.list = operand.list;
  if (result.window == no_window)
    result.window = operand.window;
  else if (operand.window != no_window && operand.window != result.window)
    result.window = mixed_windows;
  result.needs_run = result.needs_run || operand.needs_run;
  result.placeholder = result.placeholder || operand.placeholder;
}

}  // namespace mbs::elaborate
