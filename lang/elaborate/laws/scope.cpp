#include "lang/elaborate/laws/scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/elaborate/laws/rigid.hpp"
#include "lang/elaborate/objects/signals.hpp"
#include "lang/elaborate/pairs/pair.hpp"
#include "lang/elaborate/pairs/unknown.hpp"
#include "lang/elaborate/values/dimension_messages.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/units.hpp"
#include "lang/elaborate/world/law_context.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

struct Builder {
  World& world;
  const LawValue& law;
  const ast::Law& definition;
  LawContext& context;
  Scope& scope;
};

Symbol& enter(const Builder& b, SymbolKind kind, const ast::Identifier& name) {
  Symbol& symbol = new_symbol(b.world, kind, name.name, name.span, b.scope);
  define(b.world, b.scope, symbol);
  return symbol;
}

// ---- what the contact knows ------------------------------------------------------------

void report_unknown_here(Reports& reports, const LawInput& input, LawRole role, Span span) {
  report(reports, Code::E0602, span,
         fmt::format("`{}` is not known in {}", input.field.name, law_in_words(role)))
      .hint = what_is_seen(role);
}

// What compression takes up is not known to a law of speeds: it is asked before the blow.
bool comes_too_late(const LawInput& input, ir::Departure departure) {
  return departure == ir::Departure::speed && input.of_compression;
}

void report_too_late(Reports& reports, const LawInput& input, Span span) {
  report(reports, Code::E0602, span,
         fmt::format("`{}` is not known in a law of speeds", input.field.name))
      .hint =
      "`v_out` is asked for before the blow; a law that sets P_out or W_out follows it and sees "
      "what compression takes up";
}

void enter_too_late(const Builder& b, const LawInput& input) {
  const ast::Identifier name{std::string(input.field.name), b.definition.name.span};
  World& world = b.world;
  enter(b, SymbolKind::computed, name).compute = [&world, &input] {
    report_too_late(world, input, world.asked);
    return Value(Poison{});
  };
}

void enter_signal(const Builder& b, const LawInput& input) {
  const ast::Identifier name{std::string(input.field.name), b.definition.name.span};
  const LawRole role = b.context.role();
  if (comes_too_late(input, b.context.departure)) return enter_too_late(b, input);
  if (!sees(role, input)) {
    Symbol& symbol = enter(b, SymbolKind::computed, name);
    World& world = b.world;
    symbol.compute = [&world, &input, role] {
      report_unknown_here(world, input, role, world.asked);
      return Value(Poison{});
    };
    return;
  }
  Scalar scalar;
  scalar.node = b.scope.graph->slot({.kind = *input.slot});
  scalar.dimension = input.dimension;
  scalar.boolean = input.boolean;
  scalar.signal = name_expr(b.world, input.field.name, b.definition.name.span);
  enter(b, SymbolKind::value, name).value = scalar;
}

void enter_signals(const Builder& b) {
  for (const LawInput& input : law_inputs()) {
    if (input.slot && !input.of_pair) enter_signal(b, input);
  }
}

// ---- parameters --------------------------------------------------------------------------

const LawArgument* given_argument(const LawValue& law, const std::string& name) {
  if (!law.given) return nullptr;
  for (const LawArgument& argument : *law.given) {
    if (argument.parameter == name) return &argument;
  }
  return nullptr;
}

// `K: N/m^n` with n = 1.1 given: point at the exponent that made the dimension.
void label_exponents(const Builder& b, const ast::Parameter& parameter, const Unit& wanted,
                     Diagnostic& d) {
  for (const ast::UnitFactor& factor : parameter.annotation->factors) {
    const LawArgument* exponent = given_argument(b.law, factor.exponent_name);
    if (factor.exponent_name.empty() || !exponent) continue;
    d.labels.push_back(
        {exponent->span, fmt::format("makes `{}: {}` {}", parameter.name.name,
                                     parameter.annotation->text, to_string(wanted.dimension))});
    return;
  }
}

void report_argument(const Builder& b, const ast::Parameter& parameter, const LawArgument& argument,
                     const Scalar& scalar, const Unit& wanted) {
  Diagnostic& d =
      report(b.world, Code::E0203, argument.span,
             fmt::format("`{}` of `{}` must be {}, but this is {}", parameter.name.name,
                         b.law.law->name, describe(wanted.dimension), describe(scalar.dimension)),
             to_string(scalar.dimension));
  label_exponents(b, parameter, wanted, d);
  if (d.labels.size() > 1) {
    const std::string number = fmt::format("{:.6g}", scalar.value / shown_unit(scalar).factor);
    std::string written = source_text(b.world, argument.span);
    written = written.substr(0, written.find(' '));
    d.hint =
        fmt::format("a stiffness belongs to its exponent. To reuse only its number, write `{} {}`",
                    written.empty() ? number : written, parameter.annotation->text);
  }
}

Value checked_argument(const Builder& b, const ast::Parameter& parameter,
                       const LawArgument& argument) {
  if (!parameter.annotation) return argument.value;
  const auto wanted = resolve_unit(b.world, *parameter.annotation, b.scope);
  if (!wanted) return Poison{};
  const auto* scalar = argument.value.get<Scalar>();
  const bool named_exponent =
      std::any_of(parameter.annotation->factors.begin(), parameter.annotation->factors.end(),
                  [](const ast::UnitFactor& f) { return !f.exponent_name.empty(); });
  if (scalar && !scalar->boolean && named_exponent && !scalar->any_dimension &&
      !scalar->dimension.pure() && !(scalar->dimension == wanted->dimension)) {
    report_argument(b, parameter, argument, *scalar, *wanted);
    return Poison{};
  }
  const Purpose purpose{fmt::format("`{}` of `{}`", parameter.name.name, b.law.law->name),
                        wanted->dimension, argument.span};
  auto checked = number(b.world, argument.value, purpose, nullptr);
  if (!checked) return Poison{};
  if (checked->constant() && !checked->placeholder && std::isnan(checked->value)) {
    report(b.world, Code::E0411, argument.span,
           fmt::format("{} must be a number, but this is not one", purpose.name))
        .hint = "0/0, sqrt(-1) and log(-1) are not numbers, nor is what is made of them";
    return Poison{};
  }
  checked->dimension = wanted->dimension;
  checked->any_dimension = false;
  return *checked;
}

Value placeholder_parameter(const Builder& b, const ast::Parameter& parameter) {
  if (!parameter.annotation) return Poison{};
  const auto unit = resolve_unit(b.world, *parameter.annotation, b.scope);
  if (!unit) return Poison{};
  Scalar scalar;
  const auto number = &parameter - b.definition.parameters.data();
  scalar.node = unknown(*b.scope.graph, Unknown::parameter, static_cast<int>(number));
  scalar.dimension = unit->dimension;
  scalar.placeholder = true;
  return scalar;
}

// The same report for each of those missing, which makes one of them.
Value missing_parameter(const Builder& b, const ast::Parameter& parameter) {
  if (b.context.pair->placeholder) return placeholder_parameter(b, parameter);
  std::vector<std::string> missing;
  std::string list;
  for (const ast::Parameter& p : b.definition.parameters) {
    if (p.default_value || given_argument(b.law, p.name.name)) continue;
    missing.push_back(p.name.name);
    const std::string unit =
        p.annotation && !p.annotation->factors.empty() ? p.annotation->text : "";
    list += fmt::format("{}{} = …{}{}", list.empty() ? "" : ", ", p.name.name,
                        unit.empty() ? "" : " ", unit);
  }
  const bool some = b.law.given && !b.law.given->empty();
  report(b.world, Code::E0309, b.context.site,
         fmt::format("`{}` needs {}", b.law.law->name, quoted_list(missing)))
      .hint = some ? fmt::format("add `{}`", list)
                   : fmt::format("for instance `{}({})`", b.law.law->name, list);
  return Poison{};
}

void enter_parameter(const Builder& b, const ast::Parameter& parameter) {
  const LawArgument* argument = given_argument(b.law, parameter.name.name);
  if (!argument && parameter.default_value) {
    Symbol& symbol = enter(b, SymbolKind::let, parameter.name);
    symbol.expression = parameter.default_value.get();
    symbol.annotation = parameter.annotation ? &*parameter.annotation : nullptr;
    symbol.is_default = true;
    return;
  }
  Symbol& symbol = enter(b, SymbolKind::computed, parameter.name);
  symbol.compute = [b, &parameter, argument] {
    return argument ? checked_argument(b, parameter, *argument) : missing_parameter(b, parameter);
  };
}

// ---- states --------------------------------------------------------------------------------

const ast::Assign* find_assign(const ast::Law& law, const std::string& target, bool rate) {
  for (const ast::LawItem& item : law.items) {
    const auto* assign = std::get_if<ast::Assign>(&item.node);
    if (assign && assign->target.name == target && assign->rate == rate) return assign;
  }
  return nullptr;
}

std::optional<Scalar> initial_value(const Builder& b, const ast::State& state) {
  const Value value = evaluate(b.world, *state.initial, b.scope);
  Dimension dimension;
  if (state.annotation) {
    const auto unit = resolve_unit(b.world, *state.annotation, b.scope);
    if (!unit) return std::nullopt;
    dimension = unit->dimension;
  } else if (const auto* scalar = value.get<Scalar>()) {
    dimension = scalar->dimension;
  }
  const Purpose purpose{"`" + state.name.name + "`", dimension, state.initial->span};
  auto initial = number(b.world, value, purpose, state.initial.get());
  if (!initial || !require_constant(b.world, *initial, state.initial->span)) return std::nullopt;
  initial->dimension = dimension;
  return initial;
}

void enter_state(const Builder& b, const ast::State& state) {
  const auto initial = initial_value(b, state);
  Symbol& symbol = enter(b, SymbolKind::value, state.name);
  if (!initial) return;
  const ast::Assign* rate = find_assign(b.definition, state.name.name, true);
  if (!rate) {
    report(b.world, Code::E0603, state.name.span,
           fmt::format("state `{0}` has no `{0}' = …`", state.name.name));
    return;
  }
  mbs::Slot slot;
  slot.kind = SlotKind::law_state;
  slot.index = static_cast<int>(b.context.program->states.size());
  Scalar scalar;
  scalar.node = b.scope.graph->slot(slot);
  scalar.dimension = initial->dimension;
  scalar.signal = name_expr(b.world, "state", state.name.span);
  symbol.value = scalar;
  b.context.program->states.push_back({state.name.name, initial->value, {}, initial->dimension});
  Symbol& derivative =
      new_symbol(b.world, SymbolKind::computed, state.name.name + "'", rate->target.span, b.scope);
  const Dimension wanted = initial->dimension / dim::time;
  derivative.compute = [b, rate, wanted, name = state.name.name]() -> Value {
    const Value value = evaluate(b.world, *rate->value, b.scope);
    const auto checked =
        number(b.world, value, {"`" + name + "'`", wanted, rate->value->span}, rate->value.get());
    if (!checked) return Poison{};
    Scalar result = *checked;
    result.dimension = wanted;
    result.any_dimension = false;
    return result;
  };
  b.context.rates[state.name.name] = &derivative;
}

// ---- solved names ----------------------------------------------------------------------------

std::optional<Scalar> scalar_of(const Builder& b, const ast::Expr& expr, Scope& scope,
                                const std::string& what) {
  const Value value = evaluate(b.world, expr, scope);
  const auto* scalar = value.get<Scalar>();
  if (scalar && !scalar->boolean) return *scalar;
  if (!value.poisoned())
    report(b.world, Code::E0308, expr.span,
           fmt::format("{} must be a number, but this is {}", what, describe(value)));
  return std::nullopt;
}

// Nothing in the equation waits for the run, and yet it has no solution.
Value no_constant(const Builder& b, const ast::Solve& solve, const std::string& equation,
                  Span origin) {
  Diagnostic& d = report(b.world, Code::E0604, origin,
                         fmt::format("`{}`: no {} in {} .. {} gives {}", b.context.name,
                                     solve.unknown.name, source_text(b.world, solve.low->span),
                                     source_text(b.world, solve.high->span), equation));
  d.hint = "left minus right must have different signs at the two bounds";
  return Poison{};
}

Value solve(const Builder& b, const ast::Solve& solve, Span origin) {
  const auto low = scalar_of(b, *solve.low, b.scope, "a bound of `solve`");
  const auto high = scalar_of(b, *solve.high, b.scope, "a bound of `solve`");
  if (!low || !high) return Poison{};
  if (!comparable(b.world, "compare", *low, *solve.low, *high, *solve.high, b.scope))
    return Poison{};
  Graph& graph = *b.scope.graph;
  Scalar unknown;
  unknown.node = graph.bound();
  unknown.dimension = low->any_dimension ? high->dimension : low->dimension;
  unknown.signal = name_expr(b.world, "unknown", solve.unknown.span);
  Scope& inside = new_scope(b.world, ScopeKind::law, &b.scope);
  Symbol& symbol =
      new_symbol(b.world, SymbolKind::value, solve.unknown.name, solve.unknown.span, inside);
  symbol.value = unknown;
  define(b.world, inside, symbol);
  const auto left = scalar_of(b, *solve.left, inside, "a side of `solve`");
  const auto right = scalar_of(b, *solve.right, inside, "a side of `solve`");
  if (!left || !right) return Poison{};
  if (!comparable(b.world, "equate", *left, *solve.left, *right, *solve.right, inside))
    return Poison{};
  const NodeId residual = graph.sub(node_in(graph, *left), node_in(graph, *right));
  const NodeId root =
      graph.root(unknown.node, node_in(graph, *low), node_in(graph, *high), residual);
  if (graph.is_constant(root)) return constant_scalar(graph.value(root), unknown.dimension);
  const std::string equation = fmt::format("{} = {}", source_text(b.world, solve.left->span),
                                           source_text(b.world, solve.right->span));
  if (graph.stage(root) == Stage::constant) return no_constant(b, solve, equation, origin);
  b.context.program->roots.push_back({b.context.name, origin, equation, solve.unknown.name,
                                      shown_unit(low->any_dimension ? *high : *low),
                                      shown_unit(left->any_dimension ? *right : *left)});
  Scalar result;
  result.dimension = unknown.dimension;
  inherit(result, *left);
  inherit(result, *right);
  if (!result.signal) result.signal = unknown.signal;
  return scalar_from(graph, root, result);
}

void enter_solve(const Builder& b, const ast::Solve& item, Span origin) {
  Symbol& symbol = enter(b, SymbolKind::computed, item.unknown);
  symbol.compute = [b, &item, origin] { return solve(b, item, origin); };
}

// ---- results -----------------------------------------------------------------------------------

std::string result_name(const Builder& b) {
  return b.context.friction ? "FT" : std::string(result_of(b.context.departure).name);
}

// What a rigid law gives: a speed, an impulse or a work.
Value departure_result(const Builder& b, const ast::Expr& expr, const LawResult& wanted) {
  const Value value = evaluate(b.world, expr, b.scope);
  const Purpose purpose{fmt::format("`{}`", wanted.name), wanted.dimension, expr.span};
  auto checked = number(b.world, value, purpose, &expr);
  if (!checked) return Poison{};
  checked->dimension = wanted.dimension;
  checked->any_dimension = false;
  return *checked;
}

Value force_result(const Builder& b, const ast::Expr& expr, const std::string& target) {
  if (b.context.role() == LawRole::rigid)
    return departure_result(b, expr, result_of(b.context.departure));
  if (target == restored_sliding.name) return departure_result(b, expr, restored_sliding);
  const Value value = evaluate(b.world, expr, b.scope);
  if (value.poisoned()) return Poison{};
  const auto* scalar = value.get<Scalar>();
  if (!scalar || scalar->boolean) {
    report(b.world, Code::E0308, expr.span,
           fmt::format("`{}` must be a force, but this is {}", target, describe(value)));
    return Poison{};
  }
  if (!scalar->any_dimension && !(scalar->dimension == dim::force)) {
    Diagnostic& d =
        report(b.world, Code::E0212, expr.span,
               fmt::format("this law gives {}, not a force", to_string(scalar->dimension)),
               dimension_label(scalar->dimension));
    const Dimension off = dim::force / scalar->dimension;
    d.hint = fmt::format("`{}` must be a force; {} is missing as a factor", target, to_string(off));
    return Poison{};
  }
  Scalar result = *scalar;
  result.dimension = dim::force;
  result.any_dimension = false;
  return result;
}

bool is_result(const Builder& b, const std::string& name) {
  return name == result_name(b) ||
         (b.context.friction && (name == "stick" || name == restored_sliding.name));
}

bool is_state(const ast::Law& law, const std::string& name) {
  return std::any_of(law.items.begin(), law.items.end(), [&](const ast::LawItem& item) {
    const auto* state = std::get_if<ast::State>(&item.node);
    return state && state->name.name == name;
  });
}

void report_target(const Builder& b, const ast::Assign& assign) {
  const std::string wanted = result_name(b);
  report(b.world, Code::E0601, assign.target.span,
         fmt::format("a {} law sets `{}`, not `{}`", b.context.friction ? "friction" : "normal",
                     wanted, assign.target.name))
      .hint = fmt::format("`let {} = …` names a part", assign.target.name);
}

bool sets_something_else(const Builder& b) {
  return std::any_of(b.definition.items.begin(), b.definition.items.end(),
                     [&](const ast::LawItem& item) {
                       const auto* assign = std::get_if<ast::Assign>(&item.node);
                       return assign && !assign->rate && !is_result(b, assign->target.name);
                     });
}

void enter_assign(const Builder& b, const ast::Assign& assign) {
  if (assign.rate) {
    if (!is_state(b.definition, assign.target.name)) {
      report(b.world, Code::E0603, assign.target.span,
             fmt::format("`{}` is not a state of this law", assign.target.name))
          .hint = fmt::format("`state {} = …` declares it", assign.target.name);
    }
    return;
  }
  if (!is_result(b, assign.target.name)) {
    if (!told_beside(assign, b.context.departure)) report_target(b, assign);
    return;
  }
  Symbol& symbol = enter(b, SymbolKind::computed, assign.target);
  symbol.compute = [b, &assign] { return force_result(b, *assign.value, assign.target.name); };
}

void enter_item(const Builder& b, const ast::LawItem& item) {
  if (const auto* let = std::get_if<ast::Let>(&item.node)) {
    Symbol& symbol = enter(b, SymbolKind::let, let->name);
    symbol.expression = let->value.get();
    symbol.annotation = let->annotation ? &*let->annotation : nullptr;
  } else if (const auto* assign = std::get_if<ast::Assign>(&item.node)) {
    enter_assign(b, *assign);
  } else if (const auto* equation = std::get_if<ast::Solve>(&item.node)) {
    enter_solve(b, *equation, item.span);
  }
}

void check_result(const Builder& b) {
  const std::string wanted = result_name(b);
  for (const ast::LawItem& item : b.definition.items) {
    const auto* equation = std::get_if<ast::Solve>(&item.node);
    if (equation && equation->unknown.name == wanted) return;
  }
  if (find_assign(b.definition, wanted, false) || sets_something_else(b)) return;
  report(b.world, Code::E0601, b.law.law->statement->head,
         fmt::format("`{}` never sets `{}`", b.law.law->name, wanted))
      .hint = b.context.friction ? "a friction law sets FT"
                                 : "a normal law sets FN, a rigid one v_out, P_out or W_out";
}

}  // namespace

Scope& law_scope(World& world, const LawValue& law, LawContext& context,
                 std::optional<Scalar> normal) {
  world.elaboration.exercised.insert(law.law->statement);
  Scope& scope = new_scope(world, ScopeKind::law, law.law->scope);
  scope.graph = &context.program->graph;
  scope.law = &context;
  auto kept = std::make_shared<LawValue>(law);
  world.kept.push_back(kept);
  const Builder b{world, *kept, std::get<ast::Law>(law.law->statement->node), context, scope};
  Scope& contact_scope = new_scope(world, ScopeKind::law, law.law->scope);
  contact_scope.graph = scope.graph;
  contact_scope.law = &context;
  scope.parent = &contact_scope;
  const Builder outer{world, *kept, b.definition, context, contact_scope};
  enter_signals(outer);
  enter(outer, SymbolKind::value, {"pair", b.definition.name.span}).value = PairValue{context.pair};
  if (normal) {
    normal->signal = name_expr(world, "FN", b.definition.name.span);
    enter(outer, SymbolKind::value, {"FN", b.definition.name.span}).value = *normal;
  }
  check_rigid(world, b.definition, context.departure);
  for (const ast::Parameter& parameter : b.definition.parameters) enter_parameter(b, parameter);
  for (const ast::LawItem& item : b.definition.items) enter_item(b, item);
  for (const ast::LawItem& item : b.definition.items) {
    if (const auto* state = std::get_if<ast::State>(&item.node)) enter_state(b, *state);
  }
  check_result(b);
  return scope;
}

}  // namespace mbs::elaborate
