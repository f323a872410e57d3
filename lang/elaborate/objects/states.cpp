#include "lang/elaborate/objects/states.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/objects/signals.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/units.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

const ast::State& declared(const Object& state) {
  return std::get<ast::State>(state.statement->node);
}

// The number it begins with, in the dimension and unit it is annotated with.
std::optional<Scalar> initial_of(World& world, Object& state) {
  const ast::State& node = declared(state);
  Scope& scope = *state.scope;
  const Value value = evaluate(world, *node.initial, scope);
  std::optional<Unit> unit;
  if (node.annotation && !(unit = resolve_unit(world, *node.annotation, scope))) return {};
  const auto* scalar = value.get<Scalar>();
  const Dimension dimension = unit ? unit->dimension : scalar ? scalar->dimension : Dimension{};
  const std::string name = "`" + state.name + "`";
  auto initial = number(world, value, {name, dimension, node.initial->span}, node.initial.get());
  if (!initial || !require_constant(world, *initial, node.initial->span)) return {};
  if (!require_finite(world, *initial, name, node.initial->span)) return {};
  initial->dimension = dimension;
  if (!initial->unit && unit && !node.annotation->factors.empty()) initial->unit = unit;
  return initial;
}

}  // namespace

Value state_value(World& world, Object& state) {
  const auto initial = initial_of(world, state);
  if (!initial) return Poison{};
  state.state.initial = initial->value;
  Scalar scalar;
  scalar.node = slot_node(world, SlotKind::state, state.index, 0);
  scalar.dimension = initial->dimension;
  scalar.unit = initial->unit;
  scalar.signal = name_expr(world, state.name, declared(state).name.span);
  return scalar;
}

std::optional<Scalar> state_rate(World& world, Object& state) {
  Symbol& symbol = *state.state.symbol;
  const Value own = value_of(world, symbol, *symbol.scope, symbol.span);
  const auto* scalar = own.get<Scalar>();
  if (!scalar) return {};
  if (!state.state.rate) {
    report(world, Code::E0603, state.span,
           fmt::format("state `{0}` has no rate, `{0}' = …`", state.name));
    return {};
  }
  const ast::Expr& expr = *std::get<ast::Assign>(state.state.rate->node).value;
  const Dimension wanted = scalar->dimension / dim::time;
  const Value value = evaluate(world, expr, *state.state.rate_scope);
  const Purpose purpose{"`" + state.name + "'`", wanted, expr.span};
  auto rate = number(world, value, purpose, &expr);
  if (!rate || !require_present(world, *rate, Asker::force, expr.span)) return {};
  rate->dimension = wanted;
  rate->any_dimension = false;
  return rate;
}

Object* state_of(World& world, const Value& value) {
  const auto* scalar = value.get<Scalar>();
  if (!scalar || scalar->constant() || !scalar->is_signal()) return nullptr;
  const Graph& graph = world.graph();
  if (graph[scalar->node].op != Op::slot) return nullptr;
  const mbs::Slot slot = graph.slot_of(graph[scalar->node]);
  if (slot.kind != SlotKind::state) return nullptr;
  const auto found = std::ranges::find_if(world.declared, [&](const Object* object) {
    return object->type() == ObjectKind::state && object->index == slot.entity;
  });
  return found == world.declared.end() ? nullptr : *found;
}

}  // namespace mbs::elaborate
