#include "lang/expression/walk.hpp"

#include <algorithm>
#include <map>

namespace mbs {
namespace {

bool by_index(NodeId a, NodeId b) {
  return a.index < b.index;
}

std::size_t position(std::span<const NodeId> ascending, NodeId id) {
  return std::lower_bound(ascending.begin(), ascending.end(), id, by_index) - ascending.begin();
}

}  // namespace

std::vector<NodeId> reachable(const Graph& graph, std::span<const NodeId> ids) {
  std::vector<NodeId> found, stack(ids.begin(), ids.end());
  MetNodes met(graph);
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    if (!met.insert(id)) continue;
    found.push_back(id);
    for_each_part(graph, graph[id], [&](NodeId part) { stack.push_back(part); });
  }
  std::sort(found.begin(), found.end(), by_index);
  return found;
}

std::vector<bool> depends_on(const Graph& graph, std::span<const NodeId> ascending,
                             NodeId variable) {
  std::vector<bool> depends(ascending.size());
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    bool any = ascending[i] == variable;
    const auto visit = [&](NodeId part) { any = any || depends[position(ascending, part)]; };
    const Node& node = graph[ascending[i]];
    // Inside a root its unknown hides the same unknown outside.
    const bool hidden = node.op == Op::root && graph.root_of(node).bound == variable;
    hidden ? for_each_operand(node, visit) : for_each_part(graph, node, visit);
    depends[i] = any;
  }
  return depends;
}

std::vector<NodeId> captured(const Graph& graph, const Root& root) {
  const NodeId tops[] = {root.residual, root.slope};
  const auto nodes = reachable(graph, tops);
  const auto depends = depends_on(graph, nodes, root.bound);
  std::vector<NodeId> found, stack(std::begin(tops), std::end(tops));
  MetNodes met(graph);
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    if (graph.is_constant(id) || !met.insert(id)) continue;
    if (!depends[position(nodes, id)]) {
      found.push_back(id);
      continue;
    }
    const Node& node = graph[id];
    for_each_operand(node, [&](NodeId part) { stack.push_back(part); });
    // A root inside takes its own captures from this scope; its unknown stays its own.
    if (node.op == Op::root)
      for (NodeId part : captured(graph, graph.root_of(node))) stack.push_back(part);
  }
  std::sort(found.begin(), found.end(), by_index);
  return found;
}

NodeId copied(Graph& to, const Graph& from, NodeId id, Slot (*renamed)(const Slot&)) {
  std::map<std::int32_t, NodeId> made;
  const auto at = [&](NodeId old) { return made.at(old.index); };
  for (const NodeId old : reachable(from, {&id, 1})) {
    const Node& node = from[old];
    NodeId& copy = made[old.index];
    if (node.op == Op::constant)
      copy = to.constant(node.value);
    else if (node.op == Op::slot)
      copy = to.slot(renamed(from.slot_of(node)));
    else if (node.op == Op::lookup)
      copy = to.lookup(from.table_of(node), at(node.a), Graph::part_of(node));
    else if (node.op == Op::watch)
      copy = to.watch(at(node.a));
    else if (node.op == Op::select)
      copy = to.select(at(node.a), at(node.b), at(node.c));
    else
      copy = node.b.valid() ? to.binary(node.op, at(node.a), at(node.b))
                            : to.unary(node.op, at(node.a));
  }
  return made.at(id.index);
}

}  // namespace mbs
