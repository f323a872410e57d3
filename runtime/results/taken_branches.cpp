#include "runtime/results/taken_branches.hpp"

#include <unordered_set>

namespace mbs {

namespace {

bool known_before_rows(const Graph& graph, NodeId condition) {
  for (const Slot& slot : graph.slots_used(condition))
    if (stage_of(slot.kind) != Stage::result || slot.kind == SlotKind::list_element) return false;
  return true;
}

bool is_choice(const Graph& graph, const Node& node) {
  return node.op == Op::select && known_before_rows(graph, node.a);
}

class Walk {
 public:
  Walk(const Graph& graph, const std::function<double(NodeId)>& value)
      : graph_(graph), value_(value) {}
  void visit(NodeId id) {
    if (!id.valid() || !seen_.insert(id.index).second) return;
    const Node& node = graph_[id];
    if (node.op == Op::slot) slots.insert(node.index);
    if (node.op == Op::root) return visit_root(graph_.root_of(node));
    if (!is_choice(graph_, node)) {
      for (const NodeId operand : {node.a, node.b, node.c}) visit(operand);
      return;
    }
    visit(node.a);
    const double condition = value_(node.a);
    if (condition != condition) return;  // no branch at all: not a number
    visit(condition != 0 ? node.b : node.c);
  }
  std::set<std::int32_t> slots;

 private:
  void visit_root(const Root& root) {
    for (const NodeId part : {root.low, root.high, root.residual, root.slope}) visit(part);
  }
  const Graph& graph_;
  const std::function<double(NodeId)>& value_;
  std::unordered_set<std::int32_t> seen_;
};

}  // namespace

std::set<std::int32_t> slots_of_taken_branches(const Graph& graph, NodeId node,
                                               const std::function<double(NodeId)>& value) {
  Walk walk(graph, value);
  walk.visit(node);
  return std::move(walk.slots);
}

bool chooses_by_results(const Graph& graph, NodeId node) {
  std::vector<NodeId> open{node};
  std::unordered_set<std::int32_t> seen;
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (!id.valid() || !seen.insert(id.index).second) continue;
    const Node& here = graph[id];
    if (is_choice(graph, here)) return true;
    for (const NodeId operand : {here.a, here.b, here.c}) open.push_back(operand);
  }
  return false;
}

}  // namespace mbs
