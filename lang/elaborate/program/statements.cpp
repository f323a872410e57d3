#include "lang/elaborate/program/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/elaborate/program/collect.hpp"
#include "lang/elaborate/program/data.hpp"
#include "lang/elaborate/program/expand.hpp"
#include "lang/elaborate/program/families.hpp"
#include "lang/elaborate/program/states.hpp"
#include "lang/elaborate/program/use.hpp"
#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/values/conditions.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/lists.hpp"
#include "lang/elaborate/values/lookup.hpp"
#include "lang/elaborate/values/rounds.hpp"
#include "lang/elaborate/world/families.hpp"
#include "lang/text/lexeme.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

// Neither one nor the other: names that serve both.
bool is_neutral(const ast::Statement& statement) {
  return std::holds_alternative<ast::Let>(statement.node) ||
         std::holds_alternative<ast::Version>(statement.node);
}

// ---- entering names -------------------------------------------------------------------------

struct Names {
  World& world;
  Scope& scope;

  void enter(const names::Definition& definition) const;

 private:
  Symbol& enter(SymbolKind kind, const names::Definition& definition) const {
    const ast::Identifier& name = *definition.name;
    Scope& where = definition.at_home ? scope.home() : scope;
    // A second ground would take the joints of the first one with it.
    if (where.owner)
      ;  // found behind a dot alone
    else if (name.name == "ground")
      report(world, Code::E0302, name.span, "`ground` is there already: it is what does not move")
          .hint =
          "give this another name; `weld w: ground to floor` holds a body, and a point of "
          "the ground takes a shape and a material";
    else if (where.kind != ScopeKind::library && takes_silently(kind, name.name))
      warn_shadowed(name);
    Symbol& symbol = new_symbol(world, kind, name.name, name.span, where);
    symbol.statement = definition.statement;
    define(world, where, symbol);
    return symbol;
  }
  // Scripts may have functions of these names from before the language had them.
  static bool came_later(const std::string& name) {
    static constexpr std::string_view names[] = {
        "floor",    "ceil",     "round",    "mod",      "std",    "median", "sort",
        "quantile", "linspace", "logspace", "harmonic", "random", "normal", "join"};
    return std::ranges::find(names, name) != std::end(names);
  }
  // A value or object that has the name of a function, `first`, is found out where that is called,
  // and a function that has the name of a shape where the shape is wanted.
  static bool takes_silently(SymbolKind kind, const std::string& name) {
    if (!find_builtin(name)) return is_builtin_name(name);
    if (kind != SymbolKind::function || came_later(name)) return false;
    const auto is_shape = [&](const ShapeInfo& shape) { return shape.name == name; };
    const auto shape = std::ranges::find_if(shapes(), is_shape);
    return shape == shapes().end() || shape->came_later;
  }
  void warn_shadowed(const ast::Identifier& name) const {
    const bool function = find_builtin(name.name) != nullptr;
    report(world, Code::W0305, name.span,
           fmt::format("from here on `{}` is no longer {}", name.name,
                       name.name == "t" ? "the time"
                       : function       ? "the function of the language"
                                        : "what the language means by it"))
        .hint = fmt::format("give this another name, such as `{}1`", name.name);
  }
  template <class Node>  // Param or Let
  void enter_value(SymbolKind kind, const names::Definition& definition) const {
    const Node& node = std::get<Node>(definition.statement->node);
    Symbol& symbol = enter(kind, definition);
    symbol.expression = node.value.get();
    symbol.annotation = node.annotation ? &*node.annotation : nullptr;
  }
  void enter_table(const names::Definition& definition) const;
};

// Members of families are entered when their index is known.
void Names::enter(const names::Definition& definition) const {
  const ast::Statement& statement = *definition.statement;
  switch (definition.kind) {
    case names::Kind::param:
      return enter_value<ast::Param>(SymbolKind::param, definition);
    case names::Kind::let:
      return enter_value<ast::Let>(SymbolKind::let, definition);
    case names::Kind::data:
      return enter_data(world, enter(SymbolKind::computed, definition),
                        std::get<ast::Data>(statement.node));
    case names::Kind::function:
      return void(enter(SymbolKind::function, definition));
    case names::Kind::law:
    case names::Kind::friction:
      return void(enter(SymbolKind::law, definition));
    case names::Kind::template_:
      return void(enter(SymbolKind::template_, definition));
    case names::Kind::file:
      return use_file(world, std::get<ast::Use>(statement.node), statement, scope);
    case names::Kind::object:
    case names::Kind::event:
    case names::Kind::state:
      if (!definition.indexed) enter(SymbolKind::object, definition);
      return;
    case names::Kind::table:
      return enter_table(definition);
    case names::Kind::run:
      return void(enter(SymbolKind::run, definition));
    default:
      return;  // what is inside of others
  }
}

void Names::enter_table(const names::Definition& definition) const {
  const auto& table = std::get<ast::Table>(definition.statement->node);
  auto& tables = world.elaboration.tables;
  const auto known = std::find_if(tables.begin(), tables.end(),
                                  [&](const TableEntry& e) { return e.table == &table; });
  const int index = static_cast<int>(known - tables.begin());
  if (known == tables.end()) {
    TableEntry entry;
    entry.table = &table;
    entry.info.name = table.name ? table.name->name : "";
    tables.push_back(std::move(entry));
  }
  if (definition.name) enter(SymbolKind::table, definition).table = index;
}

// ---- defaults -----------------------------------------------------------------------------

void enter_default(Reports& reports, Scope& scope, const ast::Statement& statement,
                   const ast::Default& preset) {
  const KindInfo* kind = find_kind(preset.kind.name);
  if (!kind) {
    std::vector<std::string> names;
    for (const KindInfo& known : all_kinds()) names.emplace_back(known.name);
    const auto near = suggest(preset.kind.name, names);
    report(reports, Code::E0401, preset.kind.span,
           fmt::format("there is no kind of declaration `{}`", preset.kind.name),
           near ? fmt::format("did you mean `{}`?", *near) : "");
    return;
  }
  scope.defaults.push_back({preset.kind.name, &preset.block, line_of(reports, statement.span)});
  for (const auto& item : preset.block.items) {
    const auto* attribute = std::get_if<ast::Attribute>(&item);
    if (!attribute || find_attribute(*kind, attribute->name.name) || kind->open) continue;
    std::vector<std::string> names;
    for (const AttributeInfo& a : kind->attributes) names.emplace_back(a.name);
    const auto near = suggest(attribute->name.name, names);
    report(reports, Code::E0402, attribute->name.span,
           fmt::format("`{}` has no attribute `{}`", kind->name, attribute->name.name),
           near ? fmt::format("did you mean `{}`?", *near) : "");
  }
}

// ---- making objects -----------------------------------------------------------------------

struct Objects {
  World& world;
  Scope& scope;
  const ast::Statement& statement;
  template <class T>
  void operator()(const T&) const {}
  void operator()(const ast::Declaration&) const { declare_object(world, statement, scope); }
  void operator()(const ast::When& when) const { declare_event(world, statement, when, scope); }
  void operator()(const ast::State& state) const { make_state(world, statement, state, scope); }
  void operator()(const ast::Assign&) const { world.rates.push_back({&statement, &scope}); }
  // Faults of a file are told whether or not it is used.
  void operator()(const ast::Data& data) const {
    if (Symbol* symbol = find_here(scope, data.name.name);
        symbol && symbol->statement == &statement)
      value_of(world, *symbol, scope, data.name.span);
  }
  void operator()(const ast::Require&) const { world.requirements.push_back({&statement, &scope}); }
  void operator()(const ast::WarnIf&) const { world.requirements.push_back({&statement, &scope}); }
  void operator()(const ast::For& loop) const {
    if (names::is_action(statement)) return;
    const Value values = loop_values(world, loop, scope);
    if (const auto* list = values.get<ListValue>(); list && list->items->empty())
      return note_families(world, loop.body, scope.home());
    each_round(world, loop, values, scope,
               [&](Scope& inside) { collect(world, loop.body, inside); });
  }
};

bool check_unmixed(Reports& reports, const ast::For& loop) {
  const ast::Statement* declaration = nullptr;
  const ast::Statement* action = nullptr;
  for (const auto& s : loop.body) {
    if (is_neutral(*s)) continue;
    (names::is_action(*s) ? action : declaration) = s.get();
  }
  if (!declaration || !action) return true;
  Diagnostic& d = report(reports, Code::E0405, action->head,
                         "a `for` holds declarations or actions, not both", "an action");
  d.labels.push_back({declaration->head, "a declaration"});
  d.hint = "write two loops";
  return false;
}

}  // namespace

Value loop_values(World& world, const ast::For& loop, Scope& scope) {
  if (!check_unmixed(world, loop)) return Poison{};
  return as_list(evaluate(world, *loop.values, scope));
}

void each_round(World& world, const ast::For& loop, const Value& values, Scope& scope,
                const std::function<void(Scope&)>& round) {
  if (values.poisoned()) return;
  const auto* list = values.get<ListValue>();
  if (!list && is_filled_by_a_run(values)) {
    report(world, Code::E0306, loop.values->span,
           "what is declared must be known before the run, but only a run fills this list")
        .hint = "a param can stand here that a `sweep` gives its value: `sweep n in [count(l)]`";
    return;
  }
  if (!list) return report_no_list(world, values, loop.values->span);
  constexpr int enough = 1000;  // errors: further rounds would repeat them
  const int before = world.diagnostics->error_count();
  for (const Value& item : *list->items) {
    if (world.diagnostics->error_count() > before + enough) return;
    if (!spend(world, loop.values->span, 10)) return;
    Scope& inside = new_scope(world, ScopeKind::loop, &scope);
    Symbol& symbol =
        new_symbol(world, SymbolKind::value, loop.variable.name, loop.variable.span, inside);
    symbol.value = item;
    define(world, inside, symbol);
    round(inside);
  }
}

void collect(World& world, const names::Statements& statements, Scope& scope) {
  collect(world, statements, world.elaboration.program.defined_by(statements), scope);
}

void collect(World& world, const names::Statements& statements,
             const std::vector<names::Definition>& definitions, Scope& scope) {
  scope.names.reserve(scope.names.size() + definitions.size());
  for (const names::Definition& definition : definitions) Names{world, scope}.enter(definition);
  for (const auto& statement : statements) {
    if (const auto* preset = std::get_if<ast::Default>(&statement->node))
      enter_default(world, scope, *statement, *preset);
  }
  for (const auto& statement : statements) {
    if (!spend(world, statement->head, 25)) return;
    std::visit(Objects{world, scope, *statement}, statement->node);
  }
}

namespace {

std::string_view word_of(const Reports& reports, const ast::Statement& statement) {
  return word_at(reports.sources.text(statement.span.source), statement.span.begin);
}

// Loops in the block of a body make points, by names and other loops.
bool makes_points(Reports& reports, const ast::Statement& statement) {
  const auto* loop = std::get_if<ast::For>(&statement.node);
  if (loop)
    return std::ranges::all_of(loop->body,
                               [&](const auto& inner) { return makes_points(reports, *inner); });
  if (std::holds_alternative<ast::Declaration>(statement.node) || is_neutral(statement) ||
      std::holds_alternative<ast::Default>(statement.node))
    return true;
  report(reports, Code::E0401, statement.head,
         fmt::format("a body holds points, not `{}`", word_of(reports, statement)));
  return false;
}

}  // namespace

void collect_block(World& world, const ast::Block& block, Scope& scope) {
  const Names names{world, scope};
  for (const auto& item : block.items) {
    const auto* statement = std::get_if<ast::StatementPtr>(&item);
    const auto definition = statement ? names::defined_by(**statement) : std::nullopt;
    if (definition) names.enter(*definition);
  }
  for (const auto& item : block.items) {
    const auto* statement = std::get_if<ast::StatementPtr>(&item);
    if (!statement || !makes_points(world, **statement)) continue;
    if (!spend(world, (*statement)->head, 25)) return;
    std::visit(Objects{world, scope, **statement}, (*statement)->node);
  }
}

void check_requirements(World& world) {
  for (const auto& [statement, scope] : world.requirements) {
    const auto* require = std::get_if<ast::Require>(&statement->node);
    const auto* warning = std::get_if<ast::WarnIf>(&statement->node);
    const ast::Expr& condition = require ? *require->condition : *warning->condition;
    const auto holds = truth(world, evaluate(world, condition, *scope),
                             require ? "a requirement" : "a warning", condition.span);
    if (!holds || !require_constant(world, *holds, condition.span)) continue;
    if (require && !judged(world, *holds, "a requirement", condition.span)) continue;
    if (require && holds->value == 0) report(world, Code::E0411, condition.span, require->message);
    if (!warning || holds->value == 0) continue;
    report(world, Code::W0601, condition.span,
           std::isnan(holds->value) ? ir::not_judged(warning->message) : warning->message);
  }
}

}  // namespace mbs::elaborate
