#include "lang/elaborate/values/lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/elaborate/values/arithmetic.hpp"
#include "lang/elaborate/values/as_rows.hpp"
#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/values/dimension_messages.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/late_lists.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/rows.hpp"
#include "lang/elaborate/world/families.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

bool is_rows(const Value& value) {
  const auto* rows = value.get<Scalar>();
  return rows && rows->list >= 0;
}

void report_no_list(World& world, const Value& value, Span span) {
  if (is_unmade(world, value)) return;
  report(world, Code::E0308, span,
         fmt::format("`for` needs a list, but this is {}", describe(value)))
      .hint = "a range reads `1..5`";
}

std::optional<std::vector<Value>> each_value(World& world, const ast::Each& node, const Value& over,
                                             Scope& scope) {
  const auto* list = over.get<ListValue>();
  if (!list) {
    report_no_list(world, over, node.values->span);
    return std::nullopt;
  }
  std::vector<Value> values;
  for (const Value& item : *list->items) {
    if (!spend(world, node.values->span, 10)) return std::nullopt;
    Scope& inside = new_scope(world, ScopeKind::loop, &scope);
    inside.graph = scope.graph;
    inside.law = scope.law;
    Symbol& symbol =
        new_symbol(world, SymbolKind::value, node.variable.name, node.variable.span, inside);
    symbol.value = item;
    define(world, inside, symbol);
    values.push_back(evaluate(world, *node.item, inside));
    if (values.back().poisoned()) return std::nullopt;
  }
  return values;
}

namespace {

// The three numbers of a stepped range, of one dimension.
struct Steps {
  Scalar low, high, by;
};

std::optional<Steps> steps_of(World& world, const ast::Binary& node, Scope& scope) {
  const auto* range = std::get_if<ast::Binary>(&node.left->node);
  if (!range || range->op != ast::BinaryOp::range) {
    report(world, Code::E0308, node.left->span, "`by` needs a range before it").hint =
        "`0 mm .. 10 mm by 2 mm`";
    return std::nullopt;
  }
  const ast::Expr* exprs[] = {range->left.get(), range->right.get(), node.right.get()};
  const char* const names[] = {"the start of a range", "the end of a range", "the step of a range"};
  Scalar parts[3];
  const Scalar* like = nullptr;
  bool good = true;
  for (int i = 0; i < 3; ++i) {
    const Value value = evaluate(world, *exprs[i], scope);
    const auto* scalar = value.get<Scalar>();
    if (!value.poisoned() && (!scalar || scalar->boolean || scalar->list >= 0))
      report(world, Code::E0308, exprs[i]->span,
             fmt::format("{} must be a number, but this is {}", names[i], describe(value)));
    good = good && scalar && !scalar->boolean && scalar->list < 0 &&
           (is_known_by_a_run(value) || require_constant(world, *scalar, exprs[i]->span));
    if (scalar) parts[i] = *scalar;
    if (good && !require_finite(world, parts[i], names[i], exprs[i]->span)) good = false;
  }
  if (!good) return std::nullopt;
  for (int i = 0; i < 3; ++i) {
    if (parts[i].any_dimension) continue;
    if (!like) like = &parts[i];
    if (!comparable(world, "count from", *like, *exprs[like - parts], parts[i], *exprs[i], scope))
      return std::nullopt;
  }
  return Steps{parts[0], parts[1], parts[2]};
}

ListValue spaced(const Scalar& low, const Scalar& high, long count, bool by_factors) {
  const Scalar& like = low.any_dimension ? high : low;
  std::vector<Value> items;
  for (long i = 0; i < count; ++i) {
    const double part = count > 1 ? static_cast<double>(i) / static_cast<double>(count - 1) : 0;
    Scalar item = like;
    item.any_dimension = false;
    if (i + 1 == count && count > 1)
      item.value = high.value;
    else if (by_factors)
      item.value = low.value * std::pow(high.value / low.value, part);
    else
      item.value = low.value + part * (high.value - low.value);
    items.push_back(item);
  }
  return list_of(std::move(items));
}

// Between ends that a run gives.
ListValue spaced_results(Evaluation& evaluation, const BuiltinCall& call, const Scalar& low,
                         const Scalar& high, long count) {
  const Scalar width = apply_binary(evaluation, call.scope, Op::subtract, high, low);
  const Scalar& like = low.any_dimension ? high : low;
  std::vector<Value> items;
  for (long i = 0; i + 1 < count; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(count - 1);
    const Scalar step =
        apply_binary(evaluation, call.scope, Op::multiply, constant_scalar(part), width);
    items.push_back(apply_binary(evaluation, call.scope, Op::add, low, step));
  }
  items.push_back(high);
  for (Value& value : items) {
    auto& item = std::get<Scalar>(value.node);
    item.dimension = like.dimension;
    item.unit = like.unit;
    item.any_dimension = false;
  }
  return list_of(std::move(items));
}

// A result may be the end of a list in equal steps.
bool may_be_end(Reports& reports, const Scalar& end, bool by_factors, std::string_view name,
                const ast::Expr& expr) {
  if (!by_factors && end.result && !end.constant() && !end.is_signal()) return true;
  return require_constant(reports, end, expr.span) &&
         require_finite(reports, end, fmt::format("an end of `{}`", name), expr.span);
}

}  // namespace

Value evaluate_steps(World& world, const ast::Binary& node, const ast::Expr& expr, Scope& scope) {
  const auto steps = steps_of(world, node, scope);
  if (!steps) return Poison{};
  if (!steps->low.constant() || !steps->high.constant() || !steps->by.constant())
    return range_of_results(world, steps->low, steps->high, &steps->by, expr);
  const double length = steps->high.value - steps->low.value, by = steps->by.value;
  if (by == 0 || (length != 0 && (length > 0) != (by > 0))) {
    report(world, Code::E0411, node.right->span,
           by == 0 ? "the step of a range must not be 0"
                   : "with this step the range never comes to its end")
        .hint = by == 0 ? "`0 mm .. 10 mm by 2 mm`" : "a range that falls has a step below 0";
    return Poison{};
  }
  constexpr double rounding = 1e-9;
  const double count = std::floor(length / by * (1 + rounding) + rounding) + 1;
  if (!(count <= longest_range)) {
    report(world, Code::E0310, expr.span,
           fmt::format("a range has at most {:.0f} values", longest_range));
    return Poison{};
  }
  if (!spend(world, expr.span, static_cast<long>(count))) return Poison{};
  Scalar like = steps->low;
  for (const Scalar* part : {&steps->high, &steps->by})
    if (like.any_dimension)
      like.dimension = part->dimension, like.any_dimension = part->any_dimension;
  like.unit = steps->low.unit    ? steps->low.unit
              : steps->high.unit ? steps->high.unit
                                 : steps->by.unit;
  like.any_dimension = false;
  std::vector<Value> items;
  for (long i = 0; i < static_cast<long>(count); ++i) {
    like.value = steps->low.value + static_cast<double>(i) * by;
    if (std::abs(like.value - steps->high.value) <= rounding * std::abs(by))
      like.value = steps->high.value;
    if (std::abs(like.value) <= 1e-15 * std::abs(length)) like.value = 0;
    items.push_back(like);
  }
  return list_of(std::move(items));
}

Value call_by_items(World& world, const Builtin& builtin, const BuiltinCall& call) {
  std::optional<std::size_t> count;
  const EvaluatedArgument* first = nullptr;
  bool rows = false;
  for (const EvaluatedArgument& argument : call.arguments) {
    const auto* scalar = argument.value.get<Scalar>();
    rows = rows || (scalar && scalar->list >= 0);
  }
  std::vector<EvaluatedArgument> given = call.arguments;
  for (EvaluatedArgument& argument : given) {
    const auto* list = argument.value.get<ListValue>();
    if (!list) continue;
    if (rows) {
      const auto scalar = as_rows(world, argument.value, *argument.expr);
      if (!scalar) return Poison{};
      argument.value = *scalar;
      continue;
    }
    const std::size_t size = list->items->size();
    if (count && *count != size) {
      Diagnostic& d = report(world, Code::E0308, first->expr->span, "these lists differ in length",
                             fmt::format("{} items", *count));
      d.labels.push_back({argument.expr->span, fmt::format("{} items", size)});
      return Poison{};
    }
    if (!count) first = &argument;
    count = size;
  }
  if (rows) return builtin.evaluate(world, builtin, {call.expr, call.scope, given});
  if (!spend(world, call.expr.span, static_cast<long>(*count))) return Poison{};
  std::vector<Value> items;
  for (std::size_t i = 0; i < *count; ++i) {
    std::vector<EvaluatedArgument> one = given;
    for (EvaluatedArgument& argument : one)
      if (const auto* list = argument.value.get<ListValue>()) {
        Value item = (*list->items)[i];
        argument.value = std::move(item);
      }
    items.push_back(builtin.evaluate(world, builtin, {call.expr, call.scope, one}));
    if (items.back().poisoned()) return Poison{};
  }
  return list_of(std::move(items));
}

Value spaced_list(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const bool by_factors = builtin.tag == 1;
  const auto purpose = fmt::format("the number of values of `{}`", builtin.name);
  Scalar ends[2];
  for (int i = 0; i < 2; ++i) {
    const EvaluatedArgument& end = call.arguments[i];
    const auto* scalar = end.value.get<Scalar>();
    if (!scalar || scalar->boolean || scalar->list >= 0) {
      report(world, Code::E0308, end.expr->span,
             fmt::format("`{}` needs a number, but this is {}", builtin.name, describe(end.value)));
      return Poison{};
    }
    if (!may_be_end(world, *scalar, by_factors, builtin.name, *end.expr)) return Poison{};
    ends[i] = *scalar;
    if (by_factors && !(ends[i].value > 0)) {
      report(world, Code::E0411, end.expr->span, "the ends of `logspace` must be greater than 0");
      return Poison{};
    }
  }
  const ast::Expr &low = *call.arguments[0].expr, &high = *call.arguments[1].expr;
  if (!comparable(world, "count from", ends[0], low, ends[1], high, call.scope)) return Poison{};
  const Span where = call.arguments[2].expr->span;
  const auto count = whole_number(world, call.arguments[2].value, purpose, where);
  if (!count) return Poison{};
  if (*count < 2 || *count > static_cast<long>(longest_range)) {
    report(world, Code::E0310, where,
           fmt::format("{} must lie between 2 and {:.0f}", purpose, longest_range));
    return Poison{};
  }
  if (!spend(world, call.expr.span, *count)) return Poison{};
  if (!ends[0].constant() || !ends[1].constant())
    return spaced_results(world, call, ends[0], ends[1], *count);
  return spaced(ends[0], ends[1], *count, by_factors);
}

namespace {

// The sorted items of a list that only a run fills.
Value sorted_rows(World& world, const Scalar& operand, const ast::Expr& expr) {
  ir::ListSource source;
  source.kind = ir::ListSource::Kind::sorted;
  source.entity = operand.list;
  source.items.push_back(node_in(world.graph(), operand));
  source.origin = expr.span;
  source.text = source_text(world, expr.span);
  const int id = static_cast<int>(world.scenario->lists.size());
  world.scenario->lists.push_back(std::move(source));
  Scalar rows = list_rows(world, id, operand.dimension, operand.unit, expr);
  rows.needs_run = operand.needs_run;
  return rows;
}

}  // namespace

Value sorted_list(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const EvaluatedArgument& argument = call.arguments[0];
  const auto* list = argument.value.get<ListValue>();
  const auto* rows = argument.value.get<Scalar>();
  bool known = true;
  bool numbers = list || (rows && rows->list >= 0 && !rows->boolean);
  if (list) {
    for (const Value& item : *list->items) {
      const auto* scalar = item.get<Scalar>();
      numbers = numbers && scalar && !scalar->boolean;
      known = known && scalar && scalar->constant();
    }
  }
  if (!numbers) {
    report(world, Code::E0308, argument.expr->span,
           fmt::format("`{}` needs a list of numbers, but this is {}", builtin.name,
                       list ? "a list of other things" : describe(argument.value)));
    return Poison{};
  }
  if (!list) return sorted_rows(world, *rows, call.expr);
  if (!known) {
    const auto all = as_rows(world, argument.value, *argument.expr);
    return all ? sorted_rows(world, *all, call.expr) : Value(Poison{});
  }
  std::vector<Value> items = *list->items;
  const auto value = [](const Value& item) { return item.get<Scalar>()->value; };
  for (const Value& item : items)
    if (!require_finite(world, *item.get<Scalar>(), "what is sorted", argument.expr->span))
      return Poison{};
  std::stable_sort(items.begin(), items.end(),
                   [&](const Value& a, const Value& b) { return value(a) < value(b); });
  return list_of(std::move(items));
}

namespace {

// Conditions are no numbers.
bool same_sort(Reports& reports, const Scalar& a, const Scalar& b, const BuiltinCall& call) {
  if (a.boolean == b.boolean) return true;
  report(reports, Code::E0308, call.expr.span, "cannot join numbers and conditions").hint =
      "a number of each condition: `[if c then 1 else 0 for c in l]`";
  return false;
}

// Numbers beside numbers of one dimension.
bool same_dimension(Reports& reports, const std::vector<Value>& items, const BuiltinCall& call) {
  const Scalar* like = nullptr;
  for (const Value& item : items) {
    const auto* number = item.get<Scalar>();
    if (!number) continue;
    if (!like) like = number;
    if (!same_sort(reports, *like, *number, call)) return false;
    if (like->any_dimension) like = number;
    if (number->any_dimension || like->dimension == number->dimension) continue;
    report(reports, Code::E0202, call.expr.span,
           fmt::format("cannot join {} and {}", describe(like->dimension),
                       describe(number->dimension)));
    return false;
  }
  return true;
}

// One of them is filled by a run.
Value joined_rows(World& world, const BuiltinCall& call) {
  ir::ListSource source = list_source(world, ir::ListSource::Kind::joined, call.expr);
  std::optional<Scalar> like;
  for (const EvaluatedArgument& argument : call.arguments) {
    const auto rows = as_rows(world, argument.value, *argument.expr);
    if (!rows) return Poison{};
    if (like && (!same_sort(world, *like, *rows, call) ||
                 !comparable(world, "join", *like, *call.arguments[0].expr, *rows, *argument.expr,
                             call.scope)))
      return Poison{};
    source.items.push_back(node_in(world.graph(), *rows));
    const bool needs_run = rows->needs_run || (like && like->needs_run);
    if (!like || like->any_dimension) like = rows;
    like->needs_run = needs_run;
  }
  return rows_from(world, std::move(source), *like, call.expr);
}

}  // namespace

Value joined_list(World& world, const Builtin& builtin, const BuiltinCall& call) {
  std::vector<Value> items;
  std::vector<ast::ExprPtr> exprs;
  bool filled_later = false;
  for (const EvaluatedArgument& argument : call.arguments) {
    const Value value = as_list(argument.value);
    const auto* list = value.get<ListValue>();
    filled_later = filled_later || is_rows(value);
    if (list) items.insert(items.end(), list->items->begin(), list->items->end());
    if (list || is_rows(value)) continue;
    report(world, Code::E0308, argument.expr->span,
           fmt::format("`{}` needs lists, but this is {}", builtin.name, describe(value)))
        .hint = "a list of one item: `[x]`";
    return Poison{};
  }
  if (filled_later) return joined_rows(world, call);
  if (!spend(world, call.expr.span, static_cast<long>(items.size()))) return Poison{};
  return same_dimension(world, items, call) ? Value(list_of(std::move(items))) : Value(Poison{});
}

}  // namespace mbs::elaborate
