#include "lang/expression/odd_even.hpp"

#include <cmath>

#include "lang/expression/walk.hpp"

namespace mbs {
namespace {

std::array<std::int32_t, 2> key_of(const Slot& slot) {
  return {static_cast<std::int32_t>(slot.kind), slot.index};
}

std::optional<Parity> same(std::optional<Parity> a, std::optional<Parity> b) {
  if (!a || !b) return std::nullopt;
  if (*a == Parity::either) return b;
  if (*b == Parity::either || *a == *b) return a;
  return std::nullopt;
}

bool odd_function(Op op) {
  switch (op) {
    case Op::sin:
    case Op::tan:
    case Op::asin:
    case Op::atan:
    case Op::sinh:
    case Op::tanh:
    case Op::cbrt:
      return true;
    default:
      return false;
  }
}

bool even_function(Op op) {
  return op == Op::abs || op == Op::cos || op == Op::cosh;
}

}  // namespace

std::optional<Parity> Parities::of(NodeId node) {
  const auto known = known_.find(node.index);
  if (known != known_.end()) return known->second;
  const std::optional<Parity> parity = found(node);
  if (!parity && !conflict_.valid()) conflict_ = node;
  known_[node.index] = parity;
  return parity;
}

std::optional<Parity> Parities::found(NodeId id) {
  const Node node = graph_[id];
  switch (node.op) {
    case Op::constant:
      return node.value == 0 ? Parity::either : Parity::even;
    case Op::slot:
      return odd_.contains(key_of(graph_.slot_of(node))) ? Parity::odd : Parity::even;
    case Op::subtract:
      if (sign_of(id).valid()) return Parity::odd;
      return of_sum(node);
    case Op::add:
      return of_sum(node);
    case Op::multiply:
    case Op::divide:
      return of_product(node);
    case Op::negate:
      return of(node.a);
    case Op::power:
      return of_power(node);
    case Op::minimum:
    case Op::maximum:
      return of_extremum(id);
    case Op::select:
      return of_choice(node);
    default:
      if (odd_function(node.op) || even_function(node.op)) return of_function(node);
      return even_parts(id);
  }
}

std::optional<Parity> Parities::of_sum(const Node& node) {
  return same(of(node.a), of(node.b));
}

std::optional<Parity> Parities::of_product(const Node& node) {
  const auto a = of(node.a), b = of(node.b);
  if (!a || !b) return std::nullopt;
  if (*a == Parity::either) return a;
  if (node.op == Op::divide) return *b == Parity::odd ? std::nullopt : a;
  if (*b == Parity::either) return b;
  return *a == *b ? Parity::even : Parity::odd;
}

std::optional<Parity> Parities::of_power(const Node& node) {
  const auto base = of(node.a), exponent = of(node.b);
  if (!base || !exponent || *exponent == Parity::odd) return std::nullopt;
  if (*base != Parity::odd) return Parity::even;
  const bool known = graph_.is_constant(node.b);
  const double n = known ? graph_.value(node.b) : 0;
  if (!known || n < 1 || n != std::floor(n)) return std::nullopt;
  return std::fmod(n, 2) == 0 ? Parity::even : Parity::odd;
}

std::optional<Parity> Parities::of_function(const Node& node) {
  const auto inner = of(node.a);
  if (!inner || *inner == Parity::even) return inner;
  return odd_function(node.op) ? inner : Parity::even;
}

std::optional<Parity> Parities::of_extremum(NodeId id) {
  if (clamped(id).inner.valid()) return Parity::odd;
  return even_parts(id);
}

std::optional<Parity> Parities::of_choice(const Node& node) {
  const auto condition = of(node.a);
  if (!condition || *condition == Parity::odd) return std::nullopt;
  return same(of(node.b), of(node.c));
}

// The parity of operations that know no direction.
std::optional<Parity> Parities::even_parts(NodeId id) {
  std::optional<Parity> parity = Parity::even;
  const Node node = graph_[id];
  for_each_part(graph_, node, [&](NodeId part) {
    const auto inner = of(part);
    if (!inner || *inner == Parity::odd) parity = std::nullopt;
  });
  return parity;
}

NodeId Parities::sign_of(NodeId id) {
  const Node node = graph_[id];
  if (node.op != Op::subtract) return {};
  const Node above = graph_[node.a], below = graph_[node.b];
  if (above.op != Op::watch || below.op != Op::watch) return {};
  if (!(graph_.neg(above.a) == below.a)) return {};
  return of(above.a) == Parity::odd ? above.a : NodeId{};
}

// min(max(x, -b), b) or max(min(x, b), -b), the operands of each in any order.
Parities::Clamped Parities::clamped(NodeId id) {
  const Node outer = graph_[id];
  if (outer.op != Op::minimum && outer.op != Op::maximum) return {};
  const Op within = outer.op == Op::minimum ? Op::maximum : Op::minimum;
  for (const auto& [inside, limit] : {std::pair{outer.a, outer.b}, std::pair{outer.b, outer.a}}) {
    const Node inner = graph_[inside];
    if (inner.op != within) continue;
    for (const auto& [x, other] : {std::pair{inner.a, inner.b}, std::pair{inner.b, inner.a}}) {
      if (!(graph_.neg(limit) == other)) continue;
      if (of(limit) == Parity::odd || of(x) != Parity::odd) continue;
      return {x, outer.op == Op::minimum ? limit : other};
    }
  }
  return {};
}

// ---- rewriting -----------------------------------------------------------------------------

VectorReading::Vector VectorReading::vector(NodeId odd) {
  const auto known = vectors_.find(odd.index);
  if (known != vectors_.end()) return known->second;
  const Vector v = made(odd);
  vectors_[odd.index] = v;
  return v;
}

NodeId VectorReading::number(NodeId even) {
  const auto known = numbers_.find(even.index);
  if (known != numbers_.end()) return known->second;
  const NodeId node = made_number(even);
  numbers_[even.index] = node;
  return node;
}

NodeId VectorReading::dot(const Vector& a, const Vector& b) {
  NodeId sum = graph_.mul(a[0], b[0]);
  for (std::size_t i = 1; i < 3; ++i) sum = graph_.add(sum, graph_.mul(a[i], b[i]));
  return sum;
}

NodeId VectorReading::length(const Vector& v) {
  return graph_.unary(Op::sqrt, dot(v, v));
}

VectorReading::Vector VectorReading::scaled(NodeId factor, const Vector& v) {
  return {graph_.mul(factor, v[0]), graph_.mul(factor, v[1]), graph_.mul(factor, v[2])};
}

VectorReading::Vector VectorReading::combined(Op op, const Vector& a, const Vector& b) {
  return {graph_.binary(op, a[0], b[0]), graph_.binary(op, a[1], b[1]),
          graph_.binary(op, a[2], b[2])};
}

VectorReading::Vector VectorReading::made(NodeId odd) {
  const Node node = graph_[odd];
  if (node.op == Op::constant) return {odd, odd, odd};  // 0
  if (node.op == Op::slot) {
    const auto& slots = components_.at(key_of(graph_.slot_of(node)));
    return {graph_.slot(slots[0]), graph_.slot(slots[1]), graph_.slot(slots[2])};
  }
  if (const NodeId inner = parities_.sign_of(odd); inner.valid()) {
    jumps_ = true;
    const Vector u = vector(inner);
    const NodeId size = length(u);
    const NodeId moves = graph_.binary(Op::less, graph_.constant(0), size);
    return scaled(graph_.select(moves, graph_.div(graph_.constant(1), size), graph_.constant(0)),
                  u);
  }
  switch (node.op) {
    case Op::add:
    case Op::subtract:
      return combined(node.op, vector(node.a), vector(node.b));
    case Op::multiply:
    case Op::divide:
      return product(node);
    case Op::negate:
      return scaled(graph_.constant(-1), vector(node.a));
    case Op::power:
      return power(node);
    case Op::select: {
      const NodeId condition = number(node.a);
      const Vector a = vector(node.b), b = vector(node.c);
      return {graph_.select(condition, a[0], b[0]), graph_.select(condition, a[1], b[1]),
              graph_.select(condition, a[2], b[2])};
    }
    case Op::minimum:
    case Op::maximum: {
      const auto [inner, bound] = parities_.clamped(odd);
      return shortened(inner, bound);
    }
    default:
      return function(node);
  }
}

VectorReading::Vector VectorReading::product(const Node& node) {
  const bool first = parities_.of(node.a) == Parity::odd;
  const Vector v = vector(first ? node.a : node.b);
  const NodeId factor = number(first ? node.b : node.a);
  if (node.op == Op::multiply) return scaled(factor, v);
  return {graph_.div(v[0], factor), graph_.div(v[1], factor), graph_.div(v[2], factor)};
}

VectorReading::Vector VectorReading::power(const Node& node) {
  const Vector v = vector(node.a);
  const double n = graph_.value(node.b);
  return scaled(graph_.binary(Op::power, dot(v, v), graph_.constant((n - 1) / 2)), v);
}

// f(|u|)/|u| u. The argument is a pure number but for cube roots, and next to 0 the quotient is the
// slope there to all digits.
VectorReading::Vector VectorReading::function(const Node& node) {
  const Vector u = vector(node.a);
  const NodeId size = length(u);
  if (node.op == Op::cbrt) {
    const NodeId moves = graph_.binary(Op::less, graph_.constant(0), size);
    const NodeId factor = graph_.div(graph_.unary(Op::cbrt, size), size);
    return scaled(graph_.select(moves, factor, graph_.constant(0)), u);
  }
  const NodeId away = graph_.binary(Op::maximum, size, graph_.constant(1e-9));
  return scaled(graph_.div(graph_.unary(node.op, away), away), u);
}

VectorReading::Vector VectorReading::shortened(NodeId inner, NodeId bound) {
  const Vector u = vector(inner);
  const NodeId size = length(u), limit = number(bound);
  const NodeId beyond = graph_.binary(Op::less, limit, size);
  return scaled(graph_.select(beyond, graph_.div(limit, size), graph_.constant(1)), u);
}

NodeId VectorReading::made_number(NodeId even) {
  const Node node = graph_[even];
  const bool of_vector = node.a.valid() && parities_.of(node.a) == Parity::odd;
  if (!of_vector) return rebuilt(even);
  const Vector u = vector(node.a);
  switch (node.op) {
    case Op::multiply:
      return dot(u, vector(node.b));
    case Op::power:
      return graph_.binary(Op::power, dot(u, u), graph_.constant(graph_.value(node.b) / 2));
    case Op::abs:
      return length(u);
    default:  // cos, cosh
      return graph_.unary(node.op, length(u));
  }
}

// It has no odd parts. By names that nobody has, since old and new ones may be each other's.
NodeId VectorReading::renamed_root(NodeId root) {
  constexpr std::int32_t aside = 1 << 20;
  std::map<std::array<std::int32_t, 2>, NodeId> away;
  for (const auto& slot : graph_.slots_used(root)) {
    const auto found = renamed_.find(key_of(slot));
    if (found == renamed_.end()) continue;
    Slot free = slot;
    free.index += aside;
    away[found->first] = graph_.slot(free);
    root = graph_.substitute(root, graph_.slot(slot), away[found->first]);
  }
  for (const auto& [key, node] : away)
    root = graph_.substitute(root, node, graph_.slot(renamed_.at(key)));
  return root;
}

// The same operation of the same numbers, read anew.
NodeId VectorReading::rebuilt(NodeId even) {
  const Node node = graph_[even];
  switch (node.op) {
    case Op::constant:
    case Op::bound:
      return even;
    case Op::slot: {
      const auto found = renamed_.find(key_of(graph_.slot_of(node)));
      return found == renamed_.end() ? even : graph_.slot(found->second);
    }
    case Op::root:
      return renamed_root(even);
    case Op::select:
      return graph_.select(number(node.a), number(node.b), number(node.c));
    case Op::watch:
      return graph_.watch(number(node.a));
    case Op::lookup:
      return graph_.lookup(graph_.table_of(node), number(node.a), Graph::part_of(node));
    default:
      break;
  }
  if (node.b.valid()) return graph_.binary(node.op, number(node.a), number(node.b));
  return graph_.unary(node.op, number(node.a));
}

}  // namespace mbs
