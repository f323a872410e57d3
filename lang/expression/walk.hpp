// Ways through a graph. Operands always have smaller indices than the nodes that use them, so
// ascending order is evaluation order.
#pragma once

#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lang/expression/graph.hpp"

namespace mbs {

// Something of each node, `none` at first: a place for all of a small graph, as laws have, or a
// map.
template <class T>
class ByNode {
 public:
  ByNode(const Graph& graph, T none)
      : none_(none),
        places_(graph.size() <= small ? static_cast<std::size_t>(graph.size()) : 0, none) {}
  T find(NodeId id) const {
    if (!places_.empty()) return places_[id.index];
    const auto place = map_.find(id.index);
    return place == map_.end() ? none_ : place->second;
  }
  T& operator[](NodeId id) {
    return places_.empty() ? map_.try_emplace(id.index, none_).first->second : places_[id.index];
  }

 private:
  static constexpr int small = 1024;
  T none_;
  std::vector<T> places_;
  std::unordered_map<std::int32_t, T> map_;
};

// The nodes that a walk has met.
class MetNodes {
 public:
  explicit MetNodes(const Graph& graph) : marks_(graph, 0) {}
  // True: it is the first time.
  bool insert(NodeId id) { return std::exchange(marks_[id], char{1}) == 0; }

 private:
  ByNode<char> marks_;
};

// Calls `visit` for each operand evaluated in the same scope: of a root only its bounds.
template <class Visit>
void for_each_operand(const Node& node, Visit&& visit) {
  if (node.a.valid()) visit(node.a);
  if (node.b.valid()) visit(node.b);
  if (node.c.valid()) visit(node.c);
}

// As above, and the residual and slope of a root.
template <class Visit>
void for_each_part(const Graph& graph, const Node& node, Visit&& visit) {
  for_each_operand(node, visit);
  if (node.op != Op::root) return;
  visit(graph.root_of(node).residual);
  visit(graph.root_of(node).slope);
}

// All nodes that `ids` are made of, residuals of roots included, in ascending order.
std::vector<NodeId> reachable(const Graph& graph, std::span<const NodeId> ids);

// Which of `ascending` (closed under parts) depend on `variable`; in the same order.
std::vector<bool> depends_on(const Graph& graph, std::span<const NodeId> ascending,
                             NodeId variable);

// The largest parts of a root's residual and slope that do not depend on its unknown and are not
// constants: what the nested program of the root takes from outside. In ascending order.
std::vector<NodeId> captured(const Graph& graph, const Root& root);

// `id` of another graph made anew in `to`, each slot replaced by what `renamed` says. It must not
// hold roots.
NodeId copied(Graph& to, const Graph& from, NodeId id, Slot (*renamed)(const Slot&));

}  // namespace mbs
