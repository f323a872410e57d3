#include "lang/expression/graph.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "lang/expression/scalar.hpp"

namespace mbs {
namespace {

// Values are compared by their bits, so that NaN equals itself.
bool same_node(const Node& a, const Node& b) {
  return a.op == b.op && a.a == b.a && a.b == b.b && a.c == b.c && a.index == b.index &&
         a.part == b.part &&
         std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value);
}

bool same_root(const Root& a, const Root& b) {
  return a.bound == b.bound && a.low == b.low && a.high == b.high && a.residual == b.residual;
}

std::array<std::int32_t, 4> key_of(const Slot& slot) {
  return {static_cast<std::int32_t>(slot.kind), slot.entity, slot.index, slot.order};
}

Node slot_node(std::int32_t index) {
  return {.op = Op::slot, .a = {}, .b = {}, .c = {}, .value = 0, .index = index};
}

}  // namespace

bool Graph::Key::operator==(const Key& other) const {
  return same_node(node, other.node);
}

std::size_t Graph::KeyHash::operator()(const Key& key) const {
  const Node& n = key.node;
  std::uint64_t hash = static_cast<std::uint64_t>(n.op);
  const auto mix = [&hash](std::uint64_t x) {
    hash = (hash ^ x) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  };
  mix(static_cast<std::uint32_t>(n.a.index));
  mix(static_cast<std::uint32_t>(n.b.index));
  mix(static_cast<std::uint32_t>(n.c.index));
  mix(static_cast<std::uint32_t>(n.index) + (std::uint64_t{n.part} << 32));
  mix(std::bit_cast<std::uint64_t>(n.value));
  return hash;
}

NodeId Graph::append(const Node& node, Stage stage) {
  nodes_.push_back(node);
  stages_.push_back(stage);
  return {size() - 1};
}

NodeId Graph::intern(Node node) {
  const auto found = interned_.find(Key{node});
  if (found != interned_.end()) return found->second;
  const NodeId id = append(node, stage_of_operands(node));
  interned_.emplace(Key{node}, id);
  return id;
}

NodeId Graph::constant(double value) {
  if (value == 0) value = 0;  // -0 and 0 are one node
  return intern({.op = Op::constant, .a = {}, .b = {}, .c = {}, .value = value});
}

NodeId Graph::slot(const Slot& slot) {
  const auto fresh_index = static_cast<std::int32_t>(slots_.size());
  const auto [place, fresh] = slot_indices_.try_emplace(key_of(slot), fresh_index);
  if (fresh) slots_.push_back(slot);
  return intern(slot_node(place->second));
}

NodeId Graph::find(const Slot& slot) const {
  const auto place = slot_indices_.find(key_of(slot));
  return place == slot_indices_.end() ? NodeId{} : interned_.at(Key{slot_node(place->second)});
}

NodeId Graph::bound() {
  return intern({.op = Op::bound, .a = {}, .b = {}, .c = {}, .value = 0, .index = bounds_++});
}

NodeId Graph::lookup(const std::shared_ptr<const Interpolant>& table, NodeId a, LookupPart part) {
  if (is_constant(a)) return constant(table->at(value(a), part));
  if (part.order > table->degree(part.branch)) return constant(0);
  const auto same = [&](const auto& known) { return known == table || *known == *table; };
  auto place = std::find(tables_.begin(), tables_.end(), table);
  if (place == tables_.end()) place = std::find_if(tables_.begin(), tables_.end(), same);
  if (place == tables_.end()) place = tables_.insert(place, table);
  Node node{.op = Op::lookup, .a = a, .b = {}, .c = {}};
  node.index = static_cast<std::int32_t>(place - tables_.begin());
  node.part = static_cast<std::uint8_t>(4 * static_cast<int>(part.branch) + part.order);
  return intern(node);
}

LookupPart Graph::part_of(const Node& node) {
  return {static_cast<TableBranch>(node.part / 4), node.part % 4};
}

NodeId Graph::watch(NodeId margin) {
  if (is_constant(margin)) return constant(truth(value(margin), 0, value(margin) > 0));
  return intern({.op = Op::watch, .a = margin, .b = {}, .c = {}});
}

NodeId Graph::sign(NodeId a) {
  return sub(watch(a), watch(neg(a)));
}

// sin(pi a) > 0 while floor(a) is even. The whole number of that kind next below a stays the same
// half a unit beyond either crossing, so that a step that goes too far sees no jump.
NodeId Graph::watched_floor(NodeId a) {
  const NodeId half = constant(0.5);
  const auto whole = [&](double first) {
    const NodeId middle = mul(half, sub(a, constant(first - 0.5)));
    return add(mul(constant(2), unary(Op::floor, middle)), constant(first));
  };
  const NodeId even = watch(unary(Op::sin, mul(constant(std::numbers::pi), a)));
  return select(even, whole(0), whole(1));
}

NodeId Graph::select(NodeId condition, NodeId then, NodeId otherwise) {
  if (is_constant(condition) && std::isnan(value(condition))) return condition;
  if (is_constant(condition)) return value(condition) != 0 ? then : otherwise;
  if (then == otherwise) return then;
  const Node node = (*this)[condition];
  if (node.op == Op::logical_not) return select(node.a, otherwise, then);
  return intern({.op = Op::select, .a = condition, .b = then, .c = otherwise});
}

NodeId Graph::root(NodeId bound, NodeId low, NodeId high, NodeId residual) {
  // Known by all its parts; the node itself has only the bounds as operands.
  const Key key{
      {.op = Op::root, .a = low, .b = high, .c = residual, .value = 0, .index = bound.index}};
  const auto found = interned_.find(key);
  if (found != interned_.end()) return found->second;
  const NodeId slope = derivative(residual, bound);
  const auto index = static_cast<std::int32_t>(roots_.size());
  roots_.push_back({bound, low, high, residual, slope});
  const Node node{.op = Op::root, .a = low, .b = high, .c = {}, .value = 0, .index = index};
  const NodeId id = append(node, stage_of_operands(node));
  const NodeId known = is_closed(id) ? folded_root(id) : id;
  interned_.emplace(key, known);
  return known;
}

bool operator==(const Graph& a, const Graph& b) {
  return std::equal(a.nodes_.begin(), a.nodes_.end(), b.nodes_.begin(), b.nodes_.end(),
                    same_node) &&
         a.slots_ == b.slots_ &&
         std::equal(a.tables_.begin(), a.tables_.end(), b.tables_.begin(), b.tables_.end(),
                    [](const auto& x, const auto& y) { return x == y || *x == *y; }) &&
         std::equal(a.roots_.begin(), a.roots_.end(), b.roots_.begin(), b.roots_.end(), same_root);
}

}  // namespace mbs
