#include "lang/elaborate/laws/definitions.hpp"

#include "lang/elaborate/laws/rigid.hpp"
#include "lang/elaborate/laws/scope.hpp"
#include "lang/elaborate/pairs/pair.hpp"
#include "lang/elaborate/pairs/unknown.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/units.hpp"
#include "lang/elaborate/values/windows.hpp"
#include "lang/elaborate/world/law_context.hpp"

namespace mbs::elaborate {
namespace {

struct Bench {  // what a law needs around it, without a contact
  ir::LawProgram program;
  Pair pair;
  LawContext context;
};

void ask(World& world, Scope& scope, const std::string& name, Span span) {
  if (Symbol* symbol = find_here(scope, name)) value_of(world, *symbol, scope, span);
}

void check_law(World& world, Symbol& symbol, const ast::Law& law) {
  auto bench = std::make_shared<Bench>();
  world.kept.push_back(bench);
  bench->pair.placeholder = true;
  bench->context.friction = law.friction;
  bench->context.departure = departure_of(law);
  bench->context.name = symbol.name;
  bench->context.pair = &bench->pair;
  bench->context.program = &bench->program;
  Setting<bool> watched(world.watched, true);
  std::optional<Scalar> normal;
  if (law.friction) {
    normal = Scalar{};
    normal->node = unknown(bench->program.graph, Unknown::normal_force);
    normal->dimension = dim::force;
  }
  Scope& scope = law_scope(world, LawValue{&symbol, nullptr}, bench->context, normal);
  for (const ast::LawItem& item : law.items) {
    if (const auto* let = std::get_if<ast::Let>(&item.node))
      ask(world, scope, let->name.name, let->name.span);
    if (const auto* assign = std::get_if<ast::Assign>(&item.node)) {
      if (!assign->rate) ask(world, scope, assign->target.name, assign->target.span);
    }
    if (const auto* solve = std::get_if<ast::Solve>(&item.node))
      ask(world, scope, solve->unknown.name, solve->unknown.span);
    if (const auto* require = std::get_if<ast::Require>(&item.node))
      evaluate(world, *require->condition, scope);
    if (const auto* warning = std::get_if<ast::WarnIf>(&item.node))
      evaluate(world, *warning->condition, scope);
  }
  for (const auto& [name, rate] : bench->context.rates) value_of(world, *rate, scope, rate->span);
}

void check_function(World& world, Symbol& symbol, const ast::Function& function) {
  Scope& inside = new_scope(world, ScopeKind::function, symbol.scope);
  for (const ast::Parameter& parameter : function.parameters) {
    Symbol& argument =
        new_symbol(world, SymbolKind::value, parameter.name.name, parameter.name.span, inside);
    define(world, inside, argument);
    const auto unit =
        parameter.annotation ? resolve_unit(world, *parameter.annotation, inside) : std::nullopt;
    if (unit) {
      Scalar scalar;
      scalar.node = world.graph().slot({});  // any that a run could fill: it may get into lists
      scalar.dimension = unit->dimension;
      scalar.placeholder = true;
      argument.value = scalar;
    } else if (parameter.default_value && !parameter.annotation) {
      argument.value = evaluate(world, *parameter.default_value, inside);
    }
  }
  world.stack.push_back(&symbol);
  check_value(world, [&] { return evaluate(world, *function.body, inside); });
  world.stack.pop_back();
}

}  // namespace

void check_unused_definitions(World& world, Scope& scope) {
  const std::vector<Symbol*> symbols = scope.order;
  for (Symbol* symbol : symbols) {
    if (!symbol->statement || world.elaboration.exercised.contains(symbol->statement)) continue;
    if (const auto* law = std::get_if<ast::Law>(&symbol->statement->node))
      check_law(world, *symbol, *law);
    const auto* function = std::get_if<ast::Function>(&symbol->statement->node);
    if (function) check_function(world, *symbol, *function);
  }
}

}  // namespace mbs::elaborate
