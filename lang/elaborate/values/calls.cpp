#include "lang/elaborate/values/calls.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/values/columns.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/lists.hpp"
#include "lang/elaborate/values/plane_shape.hpp"
#include "lang/elaborate/values/swapped.hpp"
#include "lang/elaborate/values/units.hpp"
#include "lang/elaborate/world/world.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

std::string name_list(const std::vector<ast::Parameter>& parameters) {
  std::string text;
  for (const ast::Parameter& p : parameters) text += (text.empty() ? "" : ", ") + p.name.name;
  return text;
}

void report_unknown_argument(Reports& reports, const std::string& callee,
                             const ast::Identifier& name,
                             const std::vector<ast::Parameter>& parameters) {
  std::vector<std::string> names;
  for (const ast::Parameter& p : parameters) names.push_back(p.name.name);
  const auto near = suggest(name.name, names);
  Diagnostic& d = report(reports, Code::E0309, name.span,
                         fmt::format("`{}` has no argument `{}`", callee, name.name),
                         near ? fmt::format("did you mean `{}`?", *near) : "");
  d.hint =
      names.empty() ? std::string("it takes no arguments") : "it has: " + name_list(parameters);
}

// Which parameter each argument belongs to; -1 for an open one. Empty after an error.
std::optional<std::vector<int>> match(Reports& reports, const std::string& callee,
                                      const std::vector<ast::Parameter>& parameters,
                                      const std::vector<EvaluatedArgument>& arguments,
                                      const std::vector<bool>& taken) {
  std::vector<int> place(arguments.size(), -1);
  std::vector<const EvaluatedArgument*> filled(parameters.size(), nullptr);
  bool good = true;
  std::size_t next = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::size_t at = parameters.size();
    if (arguments[i].name) {
      const auto found = std::find_if(
          parameters.begin(), parameters.end(),
          [&](const ast::Parameter& p) { return p.name.name == arguments[i].name->name; });
      at = static_cast<std::size_t>(found - parameters.begin());
      if (found == parameters.end())
        report_unknown_argument(reports, callee, *arguments[i].name, parameters);
    } else {
      while (next < parameters.size() && taken[next]) ++next;
      at = next++;
      if (at >= parameters.size()) {
        report(reports, Code::E0309, arguments[i].expr->span,
               fmt::format("`{}` takes {} argument{}", callee, parameters.size(),
                           parameters.size() == 1 ? "" : "s"),
               "one too many")
            .hint =
            parameters.empty() ? std::string("leave it out") : "it has: " + name_list(parameters);
      }
    }
    if (at >= parameters.size()) {
      good = false;
      continue;
    }
    if (filled[at]) {
      report(reports, Code::E0309, arguments[i].expr->span,
             fmt::format("`{}` of `{}` is given twice", parameters[at].name.name, callee))
          .labels.push_back({filled[at]->expr->span, "first here"});
      good = false;
    }
    filled[at] = &arguments[i];
    place[i] = static_cast<int>(at);
  }
  if (!good) return std::nullopt;
  return place;
}

// Annotated parameters: the argument must have that dimension.
bool check_argument(World& world, const std::string& callee, const ast::Parameter& parameter,
                    Value& value, const ast::Expr& expr, Scope& inside) {
  if (!parameter.annotation) return true;
  const auto unit = resolve_unit(world, *parameter.annotation, inside);
  if (!unit) return false;
  const std::string name = fmt::format("`{}` of `{}`", parameter.name.name, callee);
  auto scalar = number(world, value, {name, unit->dimension, expr.span}, &expr);
  if (!scalar) return false;
  scalar->dimension = unit->dimension;
  scalar->any_dimension = false;
  value = *scalar;
  return true;
}

bool any_poisoned(const std::vector<EvaluatedArgument>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const EvaluatedArgument& a) { return a.value.poisoned(); });
}

bool report_missing(Reports& reports, const Symbol& function, const ast::Expr& expr,
                    const std::vector<int>& place) {
  const auto& parameters = parameters_of(function);
  std::vector<std::string> missing;
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    if (!parameters[p].default_value &&
        std::find(place.begin(), place.end(), static_cast<int>(p)) == place.end())
      missing.push_back(parameters[p].name.name);
  }
  if (missing.empty()) return false;
  report(reports, Code::E0309, expr.span,
         fmt::format("`{}` needs {}", function.name, quoted_list(missing)))
      .hint = "it has: " + name_list(parameters);
  return true;
}

// Enters the arguments as names of the function's own scope, defaults for those not given.
bool bind_arguments(World& world, Symbol& function, const ast::Expr& expr,
                    const std::vector<EvaluatedArgument>& arguments, const std::vector<int>& place,
                    Scope& inside) {
  const auto& parameters = parameters_of(function);
  if (report_missing(world, function, expr, place)) return false;
  bool good = true;
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    const auto given = std::find(place.begin(), place.end(), static_cast<int>(p));
    Value value;
    const ast::Expr* source = nullptr;
    if (given != place.end()) {
      value = arguments[static_cast<std::size_t>(given - place.begin())].value;
      source = arguments[static_cast<std::size_t>(given - place.begin())].expr;
    } else {
      source = parameters[p].default_value.get();
      value = evaluate(world, *source, inside);
    }
    if (!check_argument(world, function.name, parameters[p], value, *source, inside)) good = false;
    Symbol& symbol = new_symbol(world, SymbolKind::value, parameters[p].name.name,
                                parameters[p].name.span, inside);
    symbol.value = value;
    good = define(world, inside, symbol) && good && !value.poisoned();
  }
  return good;
}

struct FunctionCall {
  Symbol& function;
  const ast::Expr& expr;
  Scope& scope;  // of the caller
};

Value body_value(World& world, const FunctionCall& call,
                 const std::vector<EvaluatedArgument>& arguments, const std::vector<int>& place) {
  Symbol& function = call.function;
  if (!spend(world, call.expr.span, 20)) return Poison{};
  Scope& inside = new_scope(world, ScopeKind::function, function.scope);
  inside.graph = call.scope.graph;
  inside.law = call.scope.law;
  UseNote note(world, fmt::format("in `{}`, called at {}", function.name,
                                  place_text(world, call.expr.span)));
  if (!bind_arguments(world, function, call.expr, arguments, place, inside)) return Poison{};
  world.stack.push_back(&function);
  Value value = evaluate(world, *std::get<ast::Function>(function.statement->node).body, inside);
  world.stack.pop_back();
  return value;
}

Value call_builtin(World& world, const Builtin& builtin, const ast::Expr& expr,
                   std::vector<EvaluatedArgument>& arguments, Scope& scope) {
  for (const EvaluatedArgument& argument : arguments) {
    if (!argument.name) continue;
    report(world, Code::E0309, argument.name->span,
           fmt::format("the arguments of `{}` have no names", builtin.name))
        .hint = fmt::format("`{}`", builtin.signature);
    return Poison{};
  }
  const int count = static_cast<int>(arguments.size());
  if (count < builtin.least || count > builtin.most) {
    const std::string wanted = builtin.least == builtin.most
                                   ? fmt::format("{}", builtin.least)
                                   : fmt::format("at least {}", builtin.least);
    const bool one = builtin.least == 1 && builtin.most == 1;
    report(world, Code::E0309, expr.span,
           fmt::format("`{}` takes {} argument{}, not {}", builtin.name, wanted, one ? "" : "s",
                       count))
        .hint = fmt::format("`{}`", builtin.signature);
    return Poison{};
  }
  if (any_poisoned(arguments)) return Poison{};
  const BuiltinCall call{expr, scope, arguments};
  if (goes_by_items(builtin, arguments)) return call_by_items(world, builtin, call);
  return builtin.evaluate(world, builtin, call);
}

std::string callee_name(const Reports& reports, const ast::Call& node) {
  return source_text(reports, node.callee->span);
}

}  // namespace

const std::vector<ast::Parameter>& parameters_of(const Symbol& symbol) {
  static const std::vector<ast::Parameter> none;
  if (!symbol.statement) return none;
  if (const auto* function = std::get_if<ast::Function>(&symbol.statement->node))
    return function->parameters;
  if (const auto* law = std::get_if<ast::Law>(&symbol.statement->node)) return law->parameters;
  if (const auto* group = std::get_if<ast::Template>(&symbol.statement->node))
    return group->parameters;
  return none;
}

Value call_function(World& world, Symbol& function, const ast::Expr& expr,
                    std::vector<EvaluatedArgument>& arguments, Scope& scope) {
  const auto& definition = std::get<ast::Function>(function.statement->node);
  const auto place = match(world, function.name, definition.parameters, arguments,
                           std::vector<bool>(definition.parameters.size(), false));
  if (!place || any_poisoned(arguments)) return Poison{};
  if (std::find(world.stack.begin(), world.stack.end(), &function) != world.stack.end()) {
    report(world, Code::E0305, expr.span, fmt::format("`{}` calls itself", function.name)).hint =
        "a function cannot repeat; write the formula out, or use `for`";
    return Poison{};
  }
  world.elaboration.exercised.insert(function.statement);
  std::vector<GivenArgument> given;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    given.push_back({definition.parameters[(*place)[i]].name.name, arguments[i].value,
                     arguments[i].expr->span});
  Value value;
  attempt_call(world, function.name, given, [&](Exchange exchange) {
    const FunctionCall call{function, expr, scope};
    if (exchange.none()) {
      value = body_value(world, call, arguments, *place);
      return !value.poisoned();
    }
    std::vector<EvaluatedArgument> exchanged = arguments;
    std::swap(exchanged[exchange.first], exchanged[exchange.second]);
    return !body_value(world, call, exchanged, *place).poisoned();
  });
  if (auto* scalar = std::get_if<Scalar>(&value.node); scalar && scalar->signal)
    scalar->signal = &expr;
  return value;
}

Value call_law(Reports& reports, const LawValue& law, const ast::Expr& expr,
               std::vector<EvaluatedArgument>& arguments) {
  if (!law.law) {
    report(reports, Code::E0309, expr.span, "`none` takes no arguments");
    return Poison{};
  }
  const auto& parameters = parameters_of(*law.law);
  std::vector<bool> taken(parameters.size(), false);
  std::vector<LawArgument> given;
  if (law.given) given = *law.given;
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    for (const LawArgument& argument : given)
      taken[p] = taken[p] || argument.parameter == parameters[p].name.name;
  }
  const auto place = match(reports, law.law->name, parameters, arguments, taken);
  if (!place || any_poisoned(arguments)) return Poison{};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& parameter = parameters[(*place)[i]].name.name;
    if (const auto* scalar = arguments[i].value.get<Scalar>()) {
      if (!require_constant(reports, *scalar, arguments[i].expr->span)) return Poison{};
    }
    std::erase_if(given, [&](const LawArgument& a) { return a.parameter == parameter; });
    given.push_back(
        {parameter, arguments[i].name.has_value(), arguments[i].value, arguments[i].expr->span});
  }
  return LawValue{law.law, std::make_shared<const std::vector<LawArgument>>(std::move(given))};
}

Value evaluate_call(World& world, const ast::Call& node, const ast::Expr& expr, Scope& scope) {
  const auto column = called_column(world, *node.callee, scope);
  const Value callee = column ? Value(*column) : evaluate(world, *node.callee, scope);
  std::vector<EvaluatedArgument> arguments;
  for (const ast::Argument& argument : node.arguments)
    arguments.push_back(
        {argument.name, evaluate(world, *argument.value, scope), argument.value.get()});
  if (callee.poisoned()) return Poison{};
  if (const auto* function = callee.get<FunctionValue>())
    return call_function(world, *function->function, expr, arguments, scope);
  if (const auto* builtin = callee.get<BuiltinValue>())
    return call_builtin(world, *builtin->builtin, expr, arguments, scope);
  if (const auto* list = callee.get<ListValue>(); list && list->data)
    return call_column(world, *list, node, {expr, scope, arguments});
  if (const auto* law = callee.get<LawValue>()) return call_law(world, *law, expr, arguments);
  if (callee.get<ShapeValue>() && callee.get<ShapeValue>()->kind == ShapeKind::plane)
    return plane_shape(world, {expr, scope, arguments});
  Diagnostic& d =
      report(world, Code::E0308, node.callee->span,
             fmt::format("`{}` is {}, not a function", callee_name(world, node), describe(callee)));
  const auto* scalar = callee.get<Scalar>();
  const auto* time = arguments.size() == 1 ? arguments[0].value.get<Scalar>() : nullptr;
  if (scalar && scalar->is_signal() && time && time->dimension == dim::time)
    d.hint = fmt::format("the value at an instant is `at({}, {})`", callee_name(world, node),
                         source_text(world, arguments[0].expr->span));
  else if (scalar)
    d.hint = fmt::format("to multiply, write `{} * (…)`", callee_name(world, node));
  return Poison{};
}

}  // namespace mbs::elaborate
