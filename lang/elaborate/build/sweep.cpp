// A sweep: the world built anew for each combination of values, with its params bound.
#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/actions/actions.hpp"
#include "lang/elaborate/build/build.hpp"
#include "lang/elaborate/values/as_rows.hpp"
#include "lang/elaborate/values/can_show.hpp"
#include "lang/elaborate/values/dimension_messages.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/lookup.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/world/world.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

constexpr std::size_t most_passes = 10000;

struct Clause {
  const ast::SweepClause* clause;
  std::vector<std::string> texts = {};       // of the values
  std::vector<double> given = {};            // SI, by a run
  std::optional<ir::LateClause> later = {};  // values that only a run can give
  std::size_t count() const { return texts.size(); }
};

std::vector<std::string> param_names(const Scopes& scopes) {
  std::vector<std::string> names;
  const auto add = [&](const Scope& scope, const auto& self) -> void {
    for (const Symbol* symbol : scope.order) {
      if (symbol->kind == SymbolKind::param) names.push_back(symbol->name);
    }
    for (const Scope* import : scope.imports) self(*import, self);
  };
  add(*scopes.root, add);
  return names;
}

bool check_param(World& world, const ast::Identifier& name) {
  const Symbol* symbol = find_here(*world.root, name.name);
  if (symbol && symbol->kind == SymbolKind::param) return true;
  if (world.elaboration.broken_names.contains(name.name)) return false;
  const Found anywhere = find_name(*world.root, name.name);
  if (anywhere.symbol || is_builtin_name(name.name)) {
    const Value value =
        anywhere.symbol ? value_of(world, *anywhere.symbol, *world.root, name.span) : Value();
    report(world, Code::E0304, name.span,
           fmt::format("`{}` is {}, not a param; only params can be swept or set", name.name,
                       value.poisoned() ? "something else" : describe(value)));
    return false;
  }
  const auto near = suggest(name.name, param_names(world));
  Diagnostic& d =
      report(world, Code::E0303, name.span, fmt::format("there is no param `{}`", name.name),
             near ? fmt::format("did you mean `{}`?", *near) : "");
  if (!near) d.hint = fmt::format("declare it with its usual value: `param {} = ...`", name.name);
  return false;
}

// Passes of passes cannot wait for a run of their own.
bool report_result(Reports& reports, const ast::SweepClause& clause) {
  report(reports, Code::E0306, clause.values->span,
         "within a sweep, the values of another one cannot come from a run")
      .hint = "a sweep at top level can take them from the runs and tables before it";
  return false;
}

bool of_a_run(const Value& item) {
  const auto* scalar = item.get<Scalar>();
  return scalar && scalar->result && !scalar->constant();
}

bool comes_from_run(const Value& values) {
  const auto* list = values.get<ListValue>();
  return list ? std::ranges::any_of(*list->items, of_a_run) : of_a_run(values);
}

// Each value must have the dimension of the param's default.
bool check_values(World& world, const ast::SweepClause& clause, const ListValue& list) {
  Symbol* symbol = find_here(*world.root, clause.param.name);
  const Value present = value_of(world, *symbol, *world.root, clause.param.span);
  const auto* wanted = present.get<Scalar>();
  for (const Value& item : *list.items) {
    const auto* given = item.get<Scalar>();
    if (given && !require_constant(world, *given, clause.values->span)) return false;
    if (present.poisoned()) continue;
    if (present.node.index() != item.node.index()) {
      report(world, Code::E0308, clause.values->span,
             fmt::format("`{}` is {}, but this list holds {}", clause.param.name, describe(present),
                         describe(item)));
      return false;
    }
    const Purpose purpose{"`" + clause.param.name + "`", wanted ? wanted->dimension : dim::pure,
                          clause.values->span, wanted && counts_turns(*wanted)};
    if (given && wanted && !given->boolean && !fits(world, *given, purpose, nullptr)) return false;
  }
  return true;
}

// The param as it is, with another number.
std::string text_of(const Scalar& like, double value) {
  Scalar shown = like;
  shown.value = value;
  return to_text(shown);
}

// The values of this sweep that a run has given, if it has; `place` among the late clauses.
std::optional<std::vector<double>> given_values(const World& world, std::size_t place) {
  const LateValues& late = world.elaboration.options.late;
  if (late.sweep != world.elaboration.sweeps || place >= late.values.size()) return std::nullopt;
  return late.values[place];
}

// One pass stands for all until a run has given the values.
std::optional<Clause> late_clause(World& world, const ast::SweepClause& clause, const Value& values,
                                  std::size_t place) {
  if (!world.bindings.empty()) return report_result(world, clause), std::nullopt;
  const Value present =
      value_of(world, *find_here(*world.root, clause.param.name), *world.root, clause.param.span);
  const auto* usual = present.get<Scalar>();
  const auto rows = as_rows(world, values, *clause.values);
  if (!rows || present.poisoned()) return std::nullopt;
  if (!usual || usual->boolean) {
    report(
        world, Code::E0308, clause.values->span,
        fmt::format("`{}` is {}, but a run gives numbers", clause.param.name, describe(present)));
    return std::nullopt;
  }
  if (rows->boolean || rows->list < 0) {
    report(world, Code::E0308, clause.values->span,
           fmt::format("`sweep` needs a list of numbers, but this is {}", describe(values)))
        .hint = "`sweep c in [0.1, 0.2] mm { … }`";
    return std::nullopt;
  }
  const Purpose purpose{"`" + clause.param.name + "`", usual->dimension, clause.values->span,
                        counts_turns(*usual)};
  if (!fits(world, *rows, purpose, clause.values.get()) ||
      !can_show(world, *rows, clause.values->span, Histories::refuse))
    return std::nullopt;
  Clause result{&clause};
  const auto given = given_values(world, place);
  result.given = given ? *given : std::vector<double>{usual->value};
  for (const double value : result.given) result.texts.push_back(text_of(*usual, value));
  result.later = {node_in(world.graph(), *rows), rows->list, clause.values->span,
                  source_text(world, clause.values->span)};
  return result;
}

std::optional<Clause> evaluated_clause(World& world, const ast::SweepClause& clause, Scope& scope,
                                       std::size_t late) {
  if (!check_param(world, clause.param)) return std::nullopt;
  const Value values = evaluate(world, *clause.values, scope);
  if (values.poisoned()) return std::nullopt;
  if (comes_from_run(values)) return late_clause(world, clause, values, late);
  const auto* list = values.get<ListValue>();
  if (!list) {
    report(world, Code::E0308, clause.values->span,
           fmt::format("`sweep` needs a list, but this is {}", describe(values)))
        .hint = "`sweep c in [0.1, 0.2] mm { … }`";
    return std::nullopt;
  }
  if (list->items->empty()) {
    report(world, Code::E0310, clause.values->span,
           "`sweep` needs at least one value, but this list is empty");
    return std::nullopt;
  }
  if (!check_values(world, clause, *list)) return std::nullopt;
  Clause result{&clause};
  for (const Value& item : *list->items) result.texts.push_back(to_text(item));
  return result;
}

// `--set mu` cannot reach a param that this sweep binds itself.
void warn_set_without_effect(World& world, const ast::Sweep& sweep,
                             const ast::Statement& statement) {
  for (const ast::SweepClause& clause : sweep.clauses) {
    for (const SetOption& set : world.elaboration.sets) {
      if (set.name != clause.param.name) continue;
      report(world, Code::W0303, clause.param.span,
             fmt::format("`--set {}` has no effect inside the sweep at line {}", set.name,
                         line_of(world, statement.head)));
    }
  }
}

// Loop variables around the sweep, the innermost last.
std::vector<std::pair<std::string, Value>> locals_of(const Scope& scope) {
  std::vector<std::pair<std::string, Value>> locals;
  for (const Scope* s = &scope; s && s->kind == ScopeKind::loop; s = s->parent) {
    for (const Symbol* symbol : s->order) {
      if (symbol->kind == SymbolKind::value)
        locals.insert(locals.begin(), {symbol->name, symbol->value});
    }
  }
  return locals;
}

// `let`s of the loops and sweeps around it, the innermost last: each pass has them anew.
std::vector<const ast::Statement*> lets_of(const Scope& scope) {
  std::vector<const ast::Statement*> lets;
  for (const Scope* s = &scope; s && s->kind == ScopeKind::loop; s = s->parent) {
    std::vector<const ast::Statement*> own;
    for (const Symbol* symbol : s->order) {
      if (symbol->kind == SymbolKind::let && symbol->statement) own.push_back(symbol->statement);
    }
    lets.insert(lets.begin(), own.begin(), own.end());
  }
  return lets;
}

bool check_distinct(Reports& reports, const ast::Sweep& sweep) {
  for (std::size_t i = 0; i < sweep.clauses.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const ast::Identifier &first = sweep.clauses[k].param, &again = sweep.clauses[i].param;
      if (first.name != again.name) continue;
      Diagnostic& d = report(reports, Code::E0302, again.span,
                             fmt::format("`{}` is swept already", again.name));
      d.labels.push_back({first.span, "first here"});
      d.hint = "one list holds all its values";
      return false;
    }
  }
  return true;
}

struct Plan {
  World& world;
  const ast::Sweep& sweep;
  const ast::Statement& statement;
  std::vector<Clause> clauses;
  std::vector<std::pair<std::string, Value>> locals;
  std::vector<const ast::Statement*> lets;  // around the sweep
};

// The scope of a pass: what is named in loops around the sweep and in the sweep itself.
Scope& pass_scope(World& world, const Plan& plan) {
  Scope& around = new_scope(world, ScopeKind::loop, world.root);
  for (const auto& [name, value] : plan.locals) {
    Symbol& symbol = new_symbol(world, SymbolKind::value, name, plan.statement.head, around);
    symbol.value = value;
    define(world, around, symbol);
  }
  for (const ast::Statement* let : plan.lets) enter_let(world, *let, around);
  Scope& scope = new_scope(world, ScopeKind::loop, &around);
  enter_names(world, plan.sweep.body, scope);
  return scope;
}

// The combination with this number: the last clause runs fastest.
std::vector<SweepBinding> bindings_of(const Plan& plan, std::size_t number) {
  std::vector<SweepBinding> bindings(plan.clauses.size());
  for (std::size_t c = plan.clauses.size(); c-- > 0;) {
    const Clause& clause = plan.clauses[c];
    const std::size_t item = number % clause.count();
    number /= clause.count();
    bindings[c] = {clause.clause->param.name, clause.clause->values.get(),
                   static_cast<int>(item),    plan.locals,
                   clause.clause->param.span, clause.texts[item]};
    if (clause.later) bindings[c].given = clause.given[item];
  }
  return bindings;
}

ir::Pass make_pass(const Plan& plan, std::size_t number, Diagnostics& diagnostics) {
  ir::Pass pass;
  std::vector<SweepBinding> all = plan.world.bindings;
  for (SweepBinding& binding : bindings_of(plan, number)) {
    pass.bindings.push_back({binding.param, binding.text});
    all.push_back(std::move(binding));
  }
  const auto inner = declared_world(plan.world.elaboration, diagnostics, std::move(all));
  run_actions(*inner, plan.sweep.body, pass_scope(*inner, plan), inner->scenario->actions);
  finish(*inner);
  pass.scenario = inner->scenario;
  return pass;
}

void merge(Diagnostics& into, const Diagnostics& from, std::size_t first) {
  for (std::size_t i = first; i < from.list().size(); ++i) into.add(from.list()[i]);
}

}  // namespace

void run_sweep(World& world, const ast::Sweep& sweep, const ast::Statement& statement, Scope& scope,
               std::vector<ir::Action>& actions) {
  if (world.in_late_loop) {
    report(world, Code::E0306, statement.head,
           "a sweep cannot stand in a loop over a list that only a run fills")
        .hint = "without the loop the list can give the sweep its values: `sweep p in l { … }`";
    return;
  }
  Plan plan{world, sweep, statement, {}, locals_of(scope), lets_of(scope)};
  ir::Sweep result;
  result.origin = statement.head;
  std::size_t passes = 1;
  bool good = check_distinct(world, sweep) && hides_no_param(world, sweep.body);
  for (const ast::SweepClause& clause : sweep.clauses) {
    const auto evaluated = evaluated_clause(world, clause, scope, result.late.size());
    good = good && evaluated;
    if (!evaluated) continue;
    if (evaluated->later) result.late.push_back(*evaluated->later);
    plan.clauses.push_back(*evaluated);
    passes *= evaluated->count();
    if (passes > most_passes - world.elaboration.passes) {
      report(world, Code::E0310, statement.head,
             fmt::format("a script has at most {} passes of sweeps", most_passes));
      return;
    }
  }
  if (!good) return;
  world.elaboration.passes += passes;
  warn_set_without_effect(world, sweep, statement);
  result.number = world.elaboration.sweeps++;
  for (std::size_t i = 0; i < passes; ++i) {
    Diagnostics diagnostics = *world.diagnostics;  // what follows from an error is not told
    const std::size_t before = diagnostics.list().size();
    ir::Pass pass = make_pass(plan, i, diagnostics);
    merge(*world.diagnostics, diagnostics, before);
    if (diagnostics.has_errors()) return;  // the other passes would say the same
    result.passes.push_back(std::move(pass));
  }
  actions.push_back(std::move(result));
}

}  // namespace mbs::elaborate
