#include "lang/elaborate/actions/actions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/elaborate/actions/animate.hpp"
#include "lang/elaborate/actions/expect.hpp"
#include "lang/elaborate/actions/loops.hpp"
#include "lang/elaborate/actions/method.hpp"
#include "lang/elaborate/actions/options.hpp"
#include "lang/elaborate/actions/plot.hpp"
#include "lang/elaborate/actions/switching.hpp"
#include "lang/elaborate/program/statements.hpp"
#include "lang/elaborate/values/as_rows.hpp"
#include "lang/elaborate/values/can_show.hpp"
#include "lang/elaborate/values/conditions.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/no_run.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/rounds.hpp"
#include "lang/elaborate/values/show.hpp"
#include "lang/elaborate/world/families.hpp"
#include "lang/elaborate/world/world.hpp"
#include "lang/scenario/island_obstacles.hpp"

namespace mbs::elaborate {
namespace {

bool hides_no_param(World& world, const ast::Identifier& name) {
  const Symbol* param = find_here(*world.root, name.name);
  if (!param || param->kind != SymbolKind::param) return true;
  Diagnostic& d = report(world, Code::E0302, name.span,
                         fmt::format("`{}` is a param, which this would not change", name.name));
  d.labels.push_back({param->span, "the param"});
  d.hint =
      fmt::format("`sweep {} in … {{ … }}` gives it other values; else another name", name.name);
  return false;
}

struct Actions {
  World& world;
  Scope& scope;
  const ast::Statement& statement;
  std::vector<ir::Action>& out;

  template <class T>
  void operator()(const T&) const {}
  void operator()(const ast::Simulate& node) const;
  void operator()(const ast::Print& node) const;
  void operator()(const ast::Table& node) const;
  void operator()(const ast::Plot& node) const;
  void operator()(const ast::Animate& node) const {
    if (auto film = compile_animate(world, node, statement, scope)) out.push_back(std::move(*film));
  }
  void operator()(const ast::Expect& node) const;
  void operator()(const ast::Stop& node) const {
    out.push_back(ir::Stop{node.message, statement.head});
  }
  void operator()(const ast::Switch& node) const {
    report(world, Code::E0405, statement.head, fmt::format("`{}` stands in `when` only", node.word))
        .hint = fmt::format("`when t > 1 s {{ {} … }}`", node.word);
  }
  void operator()(const ast::Sweep& node) const { run_sweep(world, node, statement, scope, out); }
  void operator()(const ast::For& node) const {
    if (!names::is_action(statement)) return;
    if (!hides_no_param(world, node.variable) || !hides_no_param(world, node.body)) return;
    const Value values = loop_values(world, node, scope);
    const auto compile = [&](Scope& inside, std::vector<ir::Action>& actions) {
      enter_names(world, node.body, inside);
      run_actions(world, node.body, inside, actions);
    };
    if (const auto rounds = rounds_of(world, values, *node.values)) {
      if (auto loop = compile_late_loop(world, node, statement, *rounds, scope, compile))
        out.push_back(std::move(*loop));
      return;
    }
    const std::size_t first = out.size();
    each_round(world, node, values, scope, [&](Scope& inside) { compile(inside, out); });
    leave_tables_open(out, first);
  }

 private:
  std::optional<double> option(const std::optional<ast::Block>& block,
                               const OptionInfo& what) const {
    return number_option(world, scope, block, what);
  }
  NodeId until_condition(const ast::Expr& expr) const;
  int named_run(const ast::Identifier& name) const;
  void check_length(const std::optional<ast::Block>& block, const OptionInfo& what,
                    std::optional<double> step, double duration) const;
  bool wants_islands(const std::optional<ast::Block>& block) const;
  void refuse_islands(Span place) const;
};

// The condition stays a plain comparison: a run finds where it turns true.
NodeId Actions::until_condition(const ast::Expr& expr) const {
  Setting<bool> instant(world.histories, false);
  const auto condition = truth(world, evaluate(world, expr, scope), "`until`", expr.span);
  if (!condition || !require_present(world, *condition, Asker::condition, expr.span)) return {};
  if (!judged(world, *condition, "the condition of `until`", expr.span)) return {};
  return node_in(world.graph(), *condition);
}

// `islands = true`; reports a model that it does not suit.
bool Actions::wants_islands(const std::optional<ast::Block>& block) const {
  if (!flag_option(world, scope, block, option::islands)) return false;
  if (!world.diagnostics->has_errors())
    refuse_islands(find_option(block, option::islands.name)->name.span);
  return true;
}

// If something is in their way; what is missing after an error may be just that error.
void Actions::refuse_islands(Span place) const {
  const auto obstacle = ir::obstacle_to_islands(*world.scenario);
  if (!obstacle) return;
  const bool present = obstacle->origin.source >= 0;
  Diagnostic& d = report(world, Code::E0414, place,
                         fmt::format("the bodies cannot be moved island by island: {}{}",
                                     obstacle->what, present ? " is in the way" : ""));
  if (present) d.labels.push_back({obstacle->origin, "in the way"});
  d.hint = "leave `islands` out: it is for bodies that only fall and meet by `contacts`";
}

// From here on results may ask for it.
int Actions::named_run(const ast::Identifier& name) const {
  Symbol* symbol = find_here(scope, name.name);
  if (!symbol || symbol->kind != SymbolKind::run) return -1;  // a second thing of that name
  symbol->run = static_cast<int>(world.scenario->runs.size());
  world.scenario->runs.push_back(name.name);
  return symbol->run;
}

// Shorter steps would be lost in the rounding of t, and the run would never end; none of a length
// that is given can be longer than it.
void Actions::check_length(const std::optional<ast::Block>& block, const OptionInfo& what,
                           std::optional<double> step, double duration) const {
  constexpr double shortest = 1e-12, rounding = 1e-12;
  if (!step || !(duration > 0)) return;
  const bool fixed = &what == &option::step;  // `max_step` may be longer: it only bounds
  const bool lost = *step < shortest * duration;
  if (!lost && !(fixed && *step > (1 + rounding) * duration)) return;
  report(world, Code::E0411, find_option(block, what.name)->value->span,
         fmt::format("`{}` is too {} for this duration", what.name, lost ? "short" : "long"))
      .notes.push_back(lost ? "steps below 1e-12 of the duration are lost in the rounding of `t`"
                            : "bodies pass each other unseen in a step that is all of the run");
}

void Actions::operator()(const ast::Simulate& node) const {
  const char* name = node.continues ? "continue" : "simulate";
  check_options(world, node.options, name);
  ir::Simulate simulate;
  simulate.continues = node.continues;
  simulate.origin = statement.head;
  if (node.continues && !world.has_run) {
    report_no_run(world, statement.head, "`continue` needs a run to go on from");
  }
  const Given duration = positive_number(world, scope, *node.duration,
                                         fmt::format("the duration of `{}`", name), dim::time);
  simulate.duration = duration.value.value_or(0);
  simulate.duration_later = duration.later;
  if (node.until) simulate.until = until_condition(*node.until);
  simulate.tol = option(node.options, option::tol);
  simulate.max_step = option(node.options, option::max_step);
  simulate.islands = wants_islands(node.options);
  simulate.step = stepping_asked(world, scope, node.options, statement.head);
  simulate.integrator = integrator_asked(world, node.options, simulate.islands);
  simulate.sequential_impacts = word_option(world, node.options, option::impacts) == "sequential";
  simulate.first_penetration = first_penetration_asked(world, scope, node.options, simulate);
  check_bounds(world, node.options, option::tol, simulate.tol);
  check_length(node.options, option::max_step, simulate.max_step, simulate.duration);
  check_length(node.options, option::step, simulate.step, simulate.duration);
  world.has_run = true;
  if (node.name) simulate.run = named_run(*node.name);
  out.push_back(std::move(simulate));
}

void Actions::operator()(const ast::Print& node) const {
  ir::Print print;
  print.origin = statement.head;
  for (const ast::ExprPtr& part : node.parts) {
    for (ir::Shown& shown : show(world, *part, scope, std::nullopt, Histories::refuse))
      print.parts.push_back(std::move(shown));
  }
  out.push_back(std::move(print));
}

// ---- tables -----------------------------------------------------------------------------------

// What lists of the table's columns need to know: their dimension and unit.
Scalar column_type(const Value& value, std::size_t part) {
  const auto* vector = value.get<VectorValue>();
  Scalar type = vector                ? vector->parts[part]
                : value.get<Scalar>() ? *value.get<Scalar>()
                                      : Scalar{};
  type.node = NodeId{};
  type.signal = type.result = nullptr;
  type.list = -1;
  return type;
}

// A list of numbers has a row for each item, whether it is written down or comes from a run.
Value column_value(World& world, const ast::Table& table, const ast::Expr& expr, Scope& scope) {
  Value value = as_list(evaluate(world, expr, scope));
  const auto* list = value.get<ListValue>();
  const auto is_number = [](const Value& item) { return item.get<Scalar>() != nullptr; };
  if (list && !list->items->empty() && std::ranges::all_of(*list->items, is_number)) {
    const auto rows = as_rows(world, value, expr);
    value = rows ? Value(*rows) : Value(Poison{});
  }
  if (!table.every || !is_filled_by_a_run(value)) return value;
  report(world, Code::E0308, expr.span,
         fmt::format("`{}` is a list, but this table has a row for each instant",
                     source_text(world, expr.span)))
      .hint = "without `every` a table has a row for each item of its lists";
  return Poison{};
}

// All rounds of a loop fill the same columns.
bool alike(Reports& reports, const ir::TableInfo& info, const std::vector<Scalar>& before,
           const std::vector<Scalar>& now, const ast::Statement& statement) {
  for (std::size_t i = 0; i < std::min(before.size(), now.size()); ++i) {
    if (before[i].dimension == now[i].dimension) continue;
    report(reports, Code::E0308, statement.head,
           fmt::format("column `{}` of this table is {} in one round and {} in another",
                       info.columns[i].name, describe(before[i].dimension),
                       describe(now[i].dimension)));
    return false;
  }
  if (before.size() == now.size() || reports.diagnostics->has_errors()) return true;
  report(reports, Code::E0308, statement.head,
         fmt::format("this table has {} columns in one round and {} in another", before.size(),
                     now.size()));
  return false;
}

void Actions::operator()(const ast::Table& node) const {
  auto& tables = world.elaboration.tables;
  const auto entry = std::find_if(tables.begin(), tables.end(),
                                  [&](const TableEntry& e) { return e.table == &node; });
  if (entry == tables.end()) return;
  ir::Table table;
  table.table = static_cast<int>(entry - tables.begin());
  table.file = node.file;
  table.origin = statement.head;
  table.hidden = node.hidden;
  if (node.every) {
    const Given every = positive_number(world, scope, *node.every, "`every`", dim::time);
    table.every = every.later.given() ? 0 : every.value;
    table.every_later = every.later;
  }
  if (node.during) {
    const GivenInterval during =
        asked_interval(world, scope, *node.during, {"`during`", dim::time, node.during->span},
                       "`during 1 ms .. 2 ms`", true);
    table.during = during.value;
    table.from_later = during.from;
    table.to_later = during.to;
  }
  if (node.hidden && !node.name)
    report(world, Code::E0403, statement.head, "a table that is shown nowhere needs a name").hint =
        "`table study to none { … }`, and its columns are `study.x`";
  if (node.during && !node.every) {
    report(world, Code::E0403, node.during->span, "`during` needs `every`").hint =
        "`table every 1 ms during …`";
  }
  ir::TableInfo info;
  info.name = node.name ? node.name->name : "";
  std::vector<Scalar> columns;
  for (const ast::Column& column : node.columns) {
    const Value value = column_value(world, node, *column.value, scope);
    const auto shown = show_value(world, value, *column.value, column.name,
                                  node.every ? Histories::allow : Histories::of_table);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      columns.push_back(column_type(value, i));
      info.columns.push_back(
          {shown[i].label, shown[i].unit, shown[i].kind == ir::Shown::Kind::text});
      table.columns.push_back(shown[i]);
    }
  }
  if (node.every && !world.has_run)
    report_no_run(world, statement.head, "this table needs a finished run");
  if (entry->filled && !alike(world, info, entry->columns, columns, statement)) return;
  entry->info = std::move(info);
  entry->columns = std::move(columns);
  entry->filled = true;
  out.push_back(std::move(table));
}

void Actions::operator()(const ast::Plot& node) const {
  out.push_back(compile_plot(world, node, statement, scope));
}

void Actions::operator()(const ast::Expect& node) const {
  if (auto expect = compile_expect(world, node, statement, scope))
    out.push_back(std::move(*expect));
}

}  // namespace

bool hides_no_param(World& world, const names::Statements& body) {
  bool good = true;
  for (const names::Definition& definition : world.elaboration.program.defined_by(body))
    if (definition.kind == names::Kind::let) good = hides_no_param(world, *definition.name) && good;
  return good;
}

void enter_let(World& world, const ast::Statement& statement, Scope& inside) {
  const auto& let = std::get<ast::Let>(statement.node);
  Symbol& symbol = new_symbol(world, SymbolKind::let, let.name.name, let.name.span, inside);
  symbol.expression = let.value.get();
  symbol.annotation = let.annotation ? &*let.annotation : nullptr;
  symbol.statement = &statement;
  define(world, inside, symbol);
}

void enter_names(World& world, const names::Statements& body, Scope& inside) {
  for (const names::Definition& definition : world.elaboration.program.defined_by(body)) {
    if (definition.kind == names::Kind::let) enter_let(world, *definition.statement, inside);
    if (definition.kind != names::Kind::run) continue;
    const ast::Identifier& name = *definition.name;
    define(world, inside, new_symbol(world, SymbolKind::run, name.name, name.span, inside));
  }
}

void run_actions(World& world, const std::vector<ast::StatementPtr>& statements, Scope& scope,
                 std::vector<ir::Action>& actions) {
  Setting<bool> results(world.histories, true);
  for (const auto& statement : statements) {
    if (!names::is_action(*statement)) continue;
    if (!spend(world, statement->head, 10)) return;
    std::visit(Actions{world, scope, *statement, actions}, statement->node);
  }
}

namespace {

bool allowed_in_event(const ast::Statement& statement) {
  return std::holds_alternative<ast::Print>(statement.node) ||
         std::holds_alternative<ast::Stop>(statement.node) ||
         std::holds_alternative<ast::Expect>(statement.node);
}

void compile_event(World& world, Object& object) {
  const auto& when = std::get<ast::When>(object.statement->node);
  const auto condition = truth(world, evaluate(world, *when.condition, *object.scope),
                               "the condition of `when`", when.condition->span);
  ir::Event& event = world.scenario->events[object.index];
  if (condition && require_present(world, *condition, Asker::condition, when.condition->span)) {
    event.condition = node_in(world.graph(), *condition);
    if (condition->constant() && !condition->placeholder) {
      report(world, Code::E0308, when.condition->span, "this condition never changes").hint =
          "`when` waits for a signal: `when hit.FN > 0 N`";
    }
  }
  Setting<bool> present(world.has_run, true);
  std::vector<ir::Action> actions;
  for (const auto& statement : when.body) {
    if (const auto* change = std::get_if<ast::Switch>(&statement->node)) {
      compile_switch(world, *change, *object.scope, event);
    } else if (allowed_in_event(*statement)) {
      std::visit(Actions{world, *object.scope, *statement, actions}, statement->node);
    } else {
      Diagnostic& d =
          report(world, Code::E0405, statement->head,
                 "a `when` holds `print`, `expect`, `stop`, `free`, `hold` and `engage` only");
      if (std::holds_alternative<ast::Table>(statement->node) ||
          std::holds_alternative<ast::Plot>(statement->node))
        d.hint =
            "give the event a name, and below the run take its instants: "
            "`table { tick.times, at(x, tick.times) }`";
    }
  }
  world.scenario->events[object.index].actions = std::move(actions);
}

}  // namespace

void compile_events(World& world) {
  Setting<bool> instant(world.histories, false);
  for (Object* object : world.declared) {
    if (object->type() == ObjectKind::event) compile_event(world, *object);
  }
}

}  // namespace mbs::elaborate
