// Expressions as a graph of scalar operations with common subexpressions shared.
// Booleans are 0 and 1. Everything is in SI units; dimensions are checked before.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "lang/expression/interpolant.hpp"
#include "lang/expression/op.hpp"
#include "lang/expression/slot.hpp"

namespace mbs {

class Graph {
 public:
  NodeId constant(double value);
  NodeId slot(const Slot& slot);
  NodeId unary(Op op, NodeId a);
  NodeId binary(Op op, NodeId a, NodeId b);
  NodeId select(NodeId condition, NodeId then, NodeId otherwise);
  NodeId watch(NodeId margin);
  NodeId bound();  // a fresh unknown
  // Folds as well where nothing is left to wait for; without a solution it stays a root.
  NodeId root(NodeId bound, NodeId low, NodeId high, NodeId residual);

  // The tabulated function of a. One that is given twice is kept once.
  NodeId lookup(const std::shared_ptr<const Interpolant>& table, NodeId a, LookupPart part = {});
  const std::shared_ptr<const Interpolant>& table_of(const Node& node) const {
    return tables_[node.index];
  }
  static LookupPart part_of(const Node& node);

  // Conveniences; all fold constants and share equal nodes, as the makers above do.
  NodeId add(NodeId a, NodeId b) { return binary(Op::add, a, b); }
  NodeId sub(NodeId a, NodeId b) { return binary(Op::subtract, a, b); }
  NodeId mul(NodeId a, NodeId b) { return binary(Op::multiply, a, b); }
  NodeId div(NodeId a, NodeId b) { return binary(Op::divide, a, b); }
  NodeId neg(NodeId a) { return unary(Op::negate, a); }
  NodeId sign(NodeId a);  // watched: watch(a) - watch(-a)
  // floor(a), watched where it jumps: an odd or an even whole number, kept until a crosses one.
  NodeId watched_floor(NodeId a);

  const Node& operator[](NodeId id) const { return nodes_[id.index]; }
  const Slot& slot_of(const Node& node) const { return slots_[node.index]; }
  const Root& root_of(const Node& node) const { return roots_[node.index]; }
  NodeId find(const Slot& slot) const;  // its node; invalid if the graph has none
  int size() const { return static_cast<int>(nodes_.size()); }

  bool is_constant(NodeId id) const { return (*this)[id].op == Op::constant; }
  double value(NodeId id) const { return (*this)[id].value; }  // of a constant
  // The latest stage of its slots; kept per node, so it costs nothing to ask.
  Stage stage(NodeId id) const { return stages_[id.index]; }
  // All distinct slots that `id` depends on, residuals of roots included, in first-use order.
  std::vector<Slot> slots_used(NodeId id) const;

  // d id / d variable; `variable` is a slot or bound node. Watches and comparisons have derivative
  // 0; roots by the implicit function theorem.
  NodeId derivative(NodeId id, NodeId variable);
  // `id` with `from` replaced by `to` everywhere.
  NodeId substitute(NodeId id, NodeId from, NodeId to);

  friend bool operator==(const Graph& a, const Graph& b);

 private:
  NodeId intern(Node node);
  NodeId append(const Node& node, Stage stage);
  Stage stage_of_operands(const Node& node) const;
  NodeId add_folded(NodeId a, NodeId b);
  NodeId subtract_folded(NodeId a, NodeId b);
  NodeId multiply_folded(NodeId a, NodeId b);
  NodeId divide_folded(NodeId a, NodeId b);
  NodeId power_folded(NodeId a, NodeId b);
  NodeId logical_folded(Op op, NodeId a, NodeId b);
  NodeId same_operands(Op op, NodeId a);
  bool is_closed(NodeId root) const;
  NodeId folded_root(NodeId root);
  struct Key {
    Node node;
    bool operator==(const Key& other) const;
  };
  struct KeyHash {
    std::size_t operator()(const Key&) const;
  };
  std::vector<Node> nodes_;
  std::vector<Stage> stages_;
  std::vector<Slot> slots_;
  std::map<std::array<std::int32_t, 4>, std::int32_t> slot_indices_;  // kind, entity, index, order
  std::vector<Root> roots_;
  std::vector<std::shared_ptr<const Interpolant>> tables_;
  std::unordered_map<Key, NodeId, KeyHash> interned_;
  std::int32_t bounds_ = 0;
};

}  // namespace mbs
