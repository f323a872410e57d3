// What symbols stand for: params with their overrides and sweeps, `let`s, parts of laws. Declared
// in evaluate.hpp.
#include "lang/elaborate/values/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/values/dimension_messages.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/lookup.hpp"
#include "lang/elaborate/values/units.hpp"
#include "lang/elaborate/world/world.hpp"
#include "lang/expression/walk.hpp"

namespace mbs::elaborate {

namespace {

Value report_circle(Evaluation& evaluation, const Symbol& symbol, Span span) {
  report(evaluation, Code::E0305, span,
         fmt::format("`{}` depends on itself: {}", symbol.name, circle_text(evaluation, symbol)));
  return Poison{};
}

const SweepBinding* binding_of(const World& world, const Symbol& symbol) {
  if (symbol.kind != SymbolKind::param || !world.root) return nullptr;
  for (auto binding = world.bindings.rbegin(); binding != world.bindings.rend(); ++binding) {
    if (find_here(*world.root, binding->param) == &symbol) return &*binding;
  }
  return nullptr;
}

Value base_value(World& world, Symbol& symbol);

// What a run has given, as the param is without it.
Value late_value(World& world, const SweepBinding& binding) {
  Symbol* symbol = find_here(*world.root, binding.param);
  const Value usual = base_value(world, *symbol);
  const auto* like = usual.get<Scalar>();
  if (!like) return Poison{};
  Scalar value = *like;
  value.value = *binding.given;
  value.any_dimension = false;
  return value;
}

// The value a sweep gives to its param in this pass.
Value swept_value(World& world, const SweepBinding& binding) {
  if (binding.given) return late_value(world, binding);
  Scope& scope = new_scope(world, ScopeKind::loop, world.root);
  for (const auto& [name, value] : binding.locals) {
    Symbol& local = new_symbol(world, SymbolKind::value, name, binding.origin, scope);
    local.value = value;
    define(world, scope, local);
  }
  const Value values = evaluate(world, *binding.values, scope);
  const auto* list = values.get<ListValue>();
  if (!list) return Poison{};
  if (binding.item >= static_cast<int>(list->items->size())) {
    report(world, Code::E0310, binding.values->span,
           fmt::format("the values of `{}` change with another param of the sweep", binding.param))
        .hint = "write a sweep within a sweep: the inner list may depend on the outer param";
    return Poison{};
  }
  return (*list->items)[binding.item];
}

// A param's default, or what `use` or `--set` put in its place.
struct Source {
  const ast::Expr* expr;
  Scope* scope;
  const SetOption* set = nullptr;
};

Source source_of(World& world, Symbol& symbol) {
  const SetOption* set = set_option_for(world, symbol);
  if (set && set->value) return {set->value.get(), world.root, set};
  Scope& home = *symbol.scope;
  const auto found = home.overrides.find(symbol.name);
  if (found != home.overrides.end()) return {found->second.value, found->second.scope, nullptr};
  return {symbol.expression, symbol.scope, nullptr};
}

// What a param is without overrides: its default, with the annotated dimension.
Value default_value(World& world, Symbol& symbol) {
  if (symbol.annotation) {
    const auto unit = resolve_unit(world, *symbol.annotation, *symbol.scope);
    if (!unit) return Poison{};
    Scalar like = constant_scalar(0, unit->dimension);
    if (!symbol.annotation->factors.empty()) like.unit = unit;
    return like;
  }
  return evaluate(world, *symbol.expression, *symbol.scope);
}

// Whether a number in 1/s counts turns or is an angular speed is in its unit.
std::string described(const Value& value) {
  const auto* scalar = value.get<Scalar>();
  return scalar && counts_turns(*scalar) ? "a frequency" : describe(value);
}

Value report_override(Reports& reports, const Symbol& symbol, const Source& source,
                      const Value& wanted, const Value& given) {
  const std::string what =
      source.set ? fmt::format("`--set {}`", source.set->name) : "this override";
  const std::string text = source_text(reports, source.expr->span);
  Diagnostic& d = report(reports, source.set ? Code::E0208 : Code::E0203, source.expr->span,
                         fmt::format("{}: {} is {}, `{}` is {}", what, symbol.name,
                                     described(wanted), text, described(given)));
  const auto* number = given.get<Scalar>();
  const auto* quantity = wanted.get<Scalar>();
  if (number && quantity && !number->boolean && number->dimension.pure())
    d.hint = fmt::format("give it a unit: `{} {}`", text, shown_unit(*quantity).text);
  return Poison{};
}

// An override must be of the same type and dimension as the default; a bare 0 fits any.
Value checked_override(World& world, Symbol& symbol, const Source& source, const Value& value) {
  const Value wanted = default_value(world, symbol);
  if (value.poisoned() || wanted.poisoned()) return value;
  const auto* given = value.get<Scalar>();
  const auto* like = wanted.get<Scalar>();
  if (value.node.index() != wanted.node.index())
    return report_override(world, symbol, source, wanted, value);
  if (!given || given->boolean || like->boolean) return value;
  if (!given->any_dimension && !(given->dimension == like->dimension))
    return report_override(world, symbol, source, wanted, value);
  Scalar result = *given;
  result.dimension = like->dimension;
  return result;
}

Value with_annotation(World& world, Symbol& symbol, Value value) {
  const auto* scalar = value.get<Scalar>();
  if (!symbol.annotation || value.poisoned()) return value;
  const auto unit = resolve_unit(world, *symbol.annotation, *symbol.scope);
  if (!unit) return Poison{};
  if (!scalar || scalar->boolean) {
    report(world, Code::E0308, symbol.expression->span,
           fmt::format("`{}` must be {}, but this is {}", symbol.name, describe(unit->dimension),
                       describe(value)));
    return Poison{};
  }
  const Purpose purpose{"`" + symbol.name + "`", unit->dimension, symbol.expression->span,
                        unit->text.find("Hz") != std::string::npos};
  if (!fits(world, *scalar, purpose, symbol.expression)) return Poison{};
  Scalar result = *scalar;
  result.dimension = unit->dimension;
  result.any_dimension = false;
  if (!result.unit && !symbol.annotation->factors.empty()) result.unit = unit;
  return result;
}

Value base_value(World& world, Symbol& symbol) {
  const Source source = source_of(world, symbol);
  Value value = evaluate(world, *source.expr, *source.scope);
  if (source.expr != symbol.expression) return checked_override(world, symbol, source, value);
  return with_annotation(world, symbol, std::move(value));
}

Value param_value(World& world, Symbol& symbol, const SweepBinding* binding) {
  Value value = binding ? swept_value(world, *binding) : base_value(world, symbol);
  if (const auto* scalar = value.get<Scalar>()) {
    if (!require_constant(world, *scalar, symbol.expression->span)) return Poison{};
    Scalar copy = *scalar;
    if (symbol.kind == SymbolKind::param && copy.any_dimension && !symbol.annotation)
      copy.any_dimension = false;
    return copy;
  }
  return value;
}

Value compute(World& world, Symbol& symbol) {
  switch (symbol.kind) {
    case SymbolKind::param:
      return param_value(world, symbol, binding_of(world, symbol));
    case SymbolKind::let:
      return with_annotation(world, symbol,
                             evaluate(world, *symbol.expression,
                                      symbol.written_in ? *symbol.written_in : *symbol.scope));
    case SymbolKind::function:
      return FunctionValue{&symbol};
    case SymbolKind::law:
      return LawValue{&symbol, nullptr};
    case SymbolKind::template_:
      return TemplateValue{&symbol};
    case SymbolKind::object:
      return symbol.object ? Value(ObjectValue{symbol.object}) : Value(Poison{});
    case SymbolKind::instance:
      return symbol.inside ? Value(InstanceValue{symbol.inside, &symbol}) : Value(Poison{});
    case SymbolKind::table:
      return TableValue{symbol.table};
    case SymbolKind::run:
      return RunValue{&symbol};
    case SymbolKind::value:
      return symbol.value;
    case SymbolKind::computed:
      return symbol.compute();
  }
  return Poison{};
}

bool is_lazy(const Symbol& symbol) {
  return symbol.kind == SymbolKind::param || symbol.kind == SymbolKind::let ||
         symbol.kind == SymbolKind::computed;
}

// A signal of `t` alone, made anew for a law, which knows `t` too. Empty if it is of anything else.
std::optional<Scalar> in_law_time(const Scalar& scalar, const Graph& home, Scope& asker) {
  if (!asker.law || scalar.result) return {};
  const std::vector<NodeId> parts = reachable(home, {&scalar.node, 1});
  const bool known = std::all_of(parts.begin(), parts.end(), [&](NodeId id) {
    const Node& node = home[id];
    return node.op != Op::root && node.op != Op::bound &&
           (node.op != Op::slot || home.slot_of(node).kind == SlotKind::time);
  });
  if (!known) return {};
  Scalar result = scalar;
  result.node = copied(*asker.graph, home, scalar.node, [](const Slot& slot) {
    Slot moved = slot;
    moved.kind = SlotKind::law_time;
    return moved;
  });
  return result;
}

// Signals belong to the graph they were made in: a law cannot see the motion of bodies.
Value seen_from(Reports& reports, const Value& value, const Symbol& symbol, Scope& asker,
                Span span) {
  const Graph* home = symbol.scope->graph;
  if (home == asker.graph) return value;
  const auto unknown = [&] {
    report(reports, Code::E0602, span,
           fmt::format("`{}` is not known in a law: it depends on the motion", symbol.name))
        .hint = seen_in_law(asker);
    return Value(Poison{});
  };
  if (const auto* scalar = value.get<Scalar>()) {
    if (scalar->constant()) return value;
    const auto moved = in_law_time(*scalar, *home, asker);
    return moved ? Value(*moved) : unknown();
  }
  const auto all_moved = [&](auto result) {
    for (Scalar& part : result.parts) {
      if (part.constant()) continue;
      const auto moved = in_law_time(part, *home, asker);
      if (!moved) return unknown();
      part = *moved;
    }
    return Value(result);
  };
  if (const auto* vector = value.get<VectorValue>()) return all_moved(*vector);
  if (const auto* rotation = value.get<RotationValue>()) return all_moved(*rotation);
  return value;
}

}  // namespace

Value value_of(World& world, Symbol& symbol, Scope& asker, Span span) {
  if (!is_lazy(symbol)) return compute(world, symbol);
  Memo* memo = &symbol.memo[world.watched && symbol.kind != SymbolKind::computed ? 1 : 0];
  if (memo->state == Memo::State::running) {
    // A swept param inside its own list of values means what it is without the sweep.
    if (!binding_of(world, symbol)) return report_circle(world, symbol, span);
    memo = &symbol.base;
    if (memo->state == Memo::State::running) return report_circle(world, symbol, span);
    if (memo->state == Memo::State::fresh) {
      memo->state = Memo::State::running;
      memo->value = param_value(world, symbol, nullptr);
      memo->state = settled(world, memo->value.poisoned());
    }
    return memo->value;
  }
  if (memo->state == Memo::State::fresh) {
    memo->state = Memo::State::running;
    world.asked = span;
    world.stack.push_back(&symbol);
    memo->value = compute(world, symbol);
    world.stack.pop_back();
    memo->state = settled(world, memo->value.poisoned());
  }
  return seen_from(world, memo->value, symbol, asker, span);
}

}  // namespace mbs::elaborate
