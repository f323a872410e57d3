#include "lang/elaborate/values/reductions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lang/elaborate/values/arithmetic.hpp"
#include "lang/elaborate/values/as_rows.hpp"
#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/values/derived_lists.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/lists.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/rows.hpp"
#include "lang/elaborate/values/vectors.hpp"
#include "lang/elaborate/values/windows.hpp"
#include "lang/elaborate/world/families.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

using ir::ReductionKind;

bool keeps_dimension(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::argmax:
    case ReductionKind::argmin:
    case ReductionKind::integral:
    case ReductionKind::count:
    case ReductionKind::increasing:
    case ReductionKind::decreasing:
    case ReductionKind::all:
    case ReductionKind::any:
    case ReductionKind::phase:
      return false;
    default:
      return true;
  }
}

bool gives_truth(ReductionKind kind) {
  return kind == ReductionKind::increasing || kind == ReductionKind::decreasing ||
         kind == ReductionKind::all || kind == ReductionKind::any;
}

bool over_traces(ReductionKind kind) {
  return kind <= ReductionKind::argmin || kind == ReductionKind::all ||
         kind == ReductionKind::any || kind == ReductionKind::deviation;
}

bool is_place(ReductionKind kind) {
  return kind == ReductionKind::argmax || kind == ReductionKind::argmin;
}

bool over_rows(ReductionKind kind) {
  return kind <= ReductionKind::rms || is_place(kind) ||
         (kind >= ReductionKind::count && kind <= ReductionKind::item);
}

// A value at an instant, which a condition has, too.
bool of_an_instant(ReductionKind kind) {
  return kind == ReductionKind::initial || kind == ReductionKind::final ||
         kind == ReductionKind::at;
}

// The place of an extreme is an instant of a history, an index of a list.
Scalar shaped(ReductionKind kind, ir::Domain over, const Scalar& operand) {
  Scalar result;
  if (keeps_dimension(kind)) {
    result.dimension = operand.dimension;
    result.unit = operand.unit;
  } else if (is_place(kind) && over == ir::Domain::trace) {
    result.dimension = dim::time;
  } else if (kind == ReductionKind::integral) {
    result.dimension = operand.dimension * dim::time;
  }
  result.boolean = gives_truth(kind) || (of_an_instant(kind) && operand.boolean);
  return result;
}

int reduction_id(Draft& draft, ir::Reduction r) {
  auto& all = draft.scenario->reductions;
  const auto [known, fresh] = draft.reductions.try_emplace(
      {static_cast<int>(r.kind), static_cast<int>(r.over), r.operand.index, r.time.index,
       r.from.index, r.to.index, r.run, r.list},
      static_cast<int>(all.size()));
  if (fresh) all.push_back(std::move(r));
  return known->second;
}

}  // namespace

Value reduced(World& world, ir::ReductionKind kind, ir::Domain over, const Scalar& operand,
              NodeId time, const BuiltinCall& call) {
  const auto window = window_of(world, operand.window, call.expr.span);
  if (!window || !of_one_run(world, operand, call.expr.span)) return Poison{};
  ir::Reduction reduction;
  reduction.from = window->from;
  reduction.to = window->to;
  reduction.run = over == ir::Domain::trace ? operand.run : present_run;
  reduction.kind = kind;
  reduction.over = over;
  reduction.operand = node_in(world.graph(), operand);
  reduction.time = time;
  reduction.list = operand.list;
  reduction.origin = call.expr.span;
  reduction.text = source_text(world, call.expr.span);
  mbs::Slot slot;
  slot.kind = SlotKind::reduction;
  slot.index = reduction_id(world, std::move(reduction));
  Scalar result = shaped(kind, over, operand);
  result.node = world.graph().slot(slot);
  result.result = &call.expr;
  result.needs_run = over == ir::Domain::trace || operand.needs_run;
  return result;
}

bool results_allowed(World& world, const BuiltinCall& call) {
  if (!call.scope.law && call.scope.graph == &world.graph()) return true;
  report(world, Code::E0306, call.expr.span,
         fmt::format("`{}` needs a finished run", source_text(world, call.expr.span)))
      .hint = "a law sees the present instant only";
  return false;
}

namespace {

// The time of `at`, the part of `quantile`; an invalid node if there is none.
std::optional<NodeId> second_argument(World& world, ReductionKind kind, const BuiltinCall& call) {
  if (call.arguments.size() < 2) return NodeId{};
  const EvaluatedArgument& argument = call.arguments[1];
  const bool at = kind == ReductionKind::at;
  const auto value = number(world, argument.value,
                            {at ? "the time of `at`" : "the part of `quantile`",
                             at ? dim::time : dim::pure, argument.expr->span},
                            argument.expr);
  if (!value) return std::nullopt;
  if (!at && value->constant() && !(value->value >= 0 && value->value <= 1)) {
    report(world, Code::E0309, argument.expr->span,
           "the part of `quantile` must lie between 0 and 1")
        .hint = "`quantile(l, 95%)`";
    return std::nullopt;
  }
  return node_in(world.graph(), *value);
}

// ---- lists whose items are known ------------------------------------------------------

// The value below which the part q of the sorted values lies, by straight lines between them.
double quantile_of(std::vector<double> x, double q) {
  std::sort(x.begin(), x.end());
  const double place = q * static_cast<double>(x.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, x.size() - 1);
  return x[below] + (place - static_cast<double>(below)) * (x[above] - x[below]);
}

double fold(ReductionKind kind, const std::vector<double>& x, double q) {
  // What is not a number is neither large nor small, nor in any order.
  const auto unknown = std::find_if(x.begin(), x.end(), [](double v) { return std::isnan(v); });
  if (unknown != x.end()) return *unknown;
  const double n = static_cast<double>(x.size());
  const double sum = std::accumulate(x.begin(), x.end(), 0.0);
  switch (kind) {
    case ReductionKind::maximum:
      return *std::max_element(x.begin(), x.end());
    case ReductionKind::minimum:
      return *std::min_element(x.begin(), x.end());
    case ReductionKind::mean:
      return sum / n;
    case ReductionKind::rms:
      return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0) / n);
    case ReductionKind::argmax:
      return static_cast<double>(std::max_element(x.begin(), x.end()) - x.begin() + 1);
    case ReductionKind::argmin:
      return static_cast<double>(std::min_element(x.begin(), x.end()) - x.begin() + 1);
    case ReductionKind::deviation: {
      double squares = 0;
      for (const double v : x) squares += (v - sum / n) * (v - sum / n);
      return std::sqrt(squares / (n - 1));
    }
    case ReductionKind::median:
    case ReductionKind::quantile:
      return quantile_of(x, q);
    case ReductionKind::sum:
    case ReductionKind::count:  // of conditions
      return sum;
    case ReductionKind::first:
      return x.front();
    case ReductionKind::last:
      return x.back();
    case ReductionKind::increasing:
      return std::adjacent_find(x.begin(), x.end(), std::greater_equal<>()) == x.end();
    case ReductionKind::decreasing:
      return std::adjacent_find(x.begin(), x.end(), std::less_equal<>()) == x.end();
    case ReductionKind::all:
      return std::all_of(x.begin(), x.end(), [](double v) { return v != 0; });
    case ReductionKind::any:
      return std::any_of(x.begin(), x.end(), [](double v) { return v != 0; });
    default:
      return 0;
  }
}

Value empty_list(World& world, const Builtin& builtin, const BuiltinCall& call) {
  report(world, Code::E0310, call.arguments[0].expr->span,
         fmt::format("`{}` needs at least one item, but this list is empty", builtin.name));
  return Poison{};
}

// `sum([one.FN for one in mesh])`: of values that change, a value that changes.
std::optional<Value> sum_of_signals(Evaluation& evaluation, const ListValue& list,
                                    const BuiltinCall& call) {
  std::optional<Scalar> sum;
  bool changes = false;
  for (const Value& item : *list.items) {
    const auto* scalar = item.get<Scalar>();
    if (!scalar || scalar->boolean || scalar->list >= 0) return {};
    changes = changes || scalar->is_signal();
    if (sum && sum->dimension != scalar->dimension) return {};
    const auto unit = sum ? sum->unit : scalar->unit;
    sum = sum ? apply_binary(evaluation, call.scope, Op::add, *sum, *scalar) : *scalar;
    sum->dimension = scalar->dimension;
    sum->unit = unit;
  }
  return changes ? std::optional<Value>(*sum) : std::nullopt;
}

// `count` of conditions is how many hold.
bool takes_conditions(ReductionKind kind) {
  return kind == ReductionKind::all || kind == ReductionKind::any || kind == ReductionKind::count;
}

bool holds_conditions(const ListValue& list) {
  return !list.items->empty() && std::ranges::all_of(*list.items, [](const Value& item) {
    const auto* scalar = item.get<Scalar>();
    return scalar && scalar->boolean;
  });
}

Value reduce_list(World& world, const Builtin& builtin, const ListValue& list,
                  const BuiltinCall& call);

// `sum([b.force for b in feet])`, `mean` likewise: part by part.
std::optional<Value> reduced_vectors(World& world, const Builtin& builtin, const ListValue& list,
                                     const BuiltinCall& call) {
  const auto kind = static_cast<ReductionKind>(builtin.tag);
  if (kind != ReductionKind::sum && kind != ReductionKind::mean) return {};
  const auto columns = columns_of(list);
  if (!columns) return {};
  VectorValue result;
  for (const ListValue& column : *columns) {
    const Value part = reduce_list(world, builtin, column, call);
    if (part.poisoned()) return Poison{};
    result.parts.push_back(*part.get<Scalar>());
  }
  return result;
}

Value reduce_list(World& world, const Builtin& builtin, const ListValue& list,
                  const BuiltinCall& call) {
  const auto kind = static_cast<ReductionKind>(builtin.tag);
  if (auto vector = reduced_vectors(world, builtin, list, call)) return *vector;
  if (kind == ReductionKind::count && !holds_conditions(list))
    return constant_scalar(static_cast<double>(list.items->size()));
  if (kind == ReductionKind::first || kind == ReductionKind::last) {
    if (list.items->empty()) return empty_list(world, builtin, call);
    return kind == ReductionKind::first ? list.items->front() : list.items->back();
  }
  const bool logical = takes_conditions(kind);
  const auto second = second_argument(world, kind, call);
  if (!second) return Poison{};
  const bool needs_item = kind <= ReductionKind::rms || is_place(kind) || kind > ReductionKind::any;
  if (list.items->empty() && needs_item) return empty_list(world, builtin, call);
  if (kind == ReductionKind::deviation && list.items->size() < 2) {
    report(world, Code::E0310, call.arguments[0].expr->span,
           "`std` needs at least two items, but this list has one");
    return Poison{};
  }
  bool known = !second->valid() || world.graph().is_constant(*second);
  std::vector<double> numbers;
  Scalar like;
  for (const Value& item : *list.items) {
    const auto* scalar = item.get<Scalar>();
    if (!scalar || scalar->boolean != logical) {
      report(world, Code::E0308, call.arguments[0].expr->span,
             fmt::format("`{}` needs {}, but this list holds {}", builtin.name,
                         logical ? "truth values" : "numbers", describe(item)));
      return Poison{};
    }
    like = *scalar;
    known = known && scalar->constant();
    numbers.push_back(scalar->value);
  }
  if (!known) {
    if (kind == ReductionKind::sum)
      if (auto sum = sum_of_signals(world, list, call)) return *sum;
    if (!results_allowed(world, call)) return Poison{};
    const auto rows = as_rows(world, Value(list), *call.arguments[0].expr);
    return rows ? reduced(world, kind, ir::Domain::rows, *rows, *second, call) : Value(Poison{});
  }
  Scalar result = shaped(kind, ir::Domain::rows, like);
  if (list.items->empty() && kind == ReductionKind::sum) result.any_dimension = true;
  const double part = kind == ReductionKind::quantile ? world.graph().value(*second) : 0.5;
  result.value = fold(kind, numbers, part);
  return result;
}

// `count(hit.impacts)`, `count(struck.times)`
Scalar row_count(Draft& draft, int list, bool needs_run, const ast::Expr& expr) {
  mbs::Slot slot;
  slot.kind = SlotKind::row_count;
  slot.index = list;
  Scalar result;
  result.node = draft.graph().slot(slot);
  result.result = &expr;
  result.needs_run = needs_run;
  return result;
}

const Scalar* rows_of(const Value& value) {
  const auto* scalar = value.get<Scalar>();
  return scalar && scalar->list >= 0 && !scalar->boolean ? scalar : nullptr;
}

Value reduce_scalar(World& world, const Builtin& builtin, const Scalar& operand,
                    const BuiltinCall& call) {
  const auto kind = static_cast<ReductionKind>(builtin.tag);
  const bool logical = kind == ReductionKind::all || kind == ReductionKind::any;
  const bool either = kind == ReductionKind::count || (of_an_instant(kind) && operand.list < 0);
  if (operand.boolean != logical && !either) {
    const ast::Expr& what = *call.arguments[0].expr;
    Diagnostic& d =
        report(world, Code::E0308, what.span,
               fmt::format("`{}` needs {}, but this is {}", builtin.name,
                           logical ? "a condition" : "numbers", describe(Value(operand))));
    if (!logical)
      d.hint = fmt::format(
          fmt::runtime(operand.list >= 0
                           ? "`count({0})` is how many hold; `any({0})`, `all({0})`"
                           : "`any({0})`, `all({0})`, or a number of it: `if {0} then 1 else 0`"),
          source_text(world, what.span));
    return Poison{};
  }
  if (operand.list >= 0) {
    if (kind == ReductionKind::count && !operand.boolean)
      return row_count(world, operand.list, operand.needs_run, call.expr);
    const auto second = second_argument(world, kind, call);
    if (!second) return Poison{};
    if (over_rows(kind)) return reduced(world, kind, ir::Domain::rows, operand, *second, call);
  }
  if (!over_traces(kind) || operand.list >= 0) {
    report(world, Code::E0308, call.arguments[0].expr->span,
           fmt::format("`{}` needs {}, but this is {}", builtin.name,
                       over_rows(kind) ? "a list" : "a history",
                       operand.list >= 0 ? "a list" : describe(Value(operand))));
    return Poison{};
  }
  if (kind == ReductionKind::at)
    if (const Scalar* times = rows_of(call.arguments[1].value))
      return at_instants(world, operand, *times, call);
  const auto time = second_argument(world, kind, call);
  if (!time) return Poison{};
  return reduced(world, kind, ir::Domain::trace, operand, *time, call);
}

}  // namespace

Scalar impact_count(World& world, const ImpactsValue& impacts, const ast::Expr& which,
                    const ast::Expr& expr) {
  const int all = impact_list(world, impacts, 0, which);
  if (!impacts.chosen) return row_count(world, all, true, expr);
  const Scalar rows = list_rows(world, all, dim::time, {}, which);
  return row_count(world, chosen_rows(world, rows, *impacts.chosen, which).list, true, expr);
}

Value picked_item(World& world, const Scalar& rows, const Scalar& index, const ast::Expr& expr,
                  Scope& scope) {
  std::vector<EvaluatedArgument> none;
  const BuiltinCall call{expr, scope, none};
  if (!results_allowed(world, call)) return Poison{};
  Value value = reduced(world, ReductionKind::item, ir::Domain::rows, rows,
                        node_in(world.graph(), index), call);
  if (auto* scalar = std::get_if<Scalar>(&value.node)) {
    scalar->needs_run = rows.needs_run || index.needs_run;
    scalar->boolean = rows.boolean;
  }
  return value;
}

namespace {

// What is taken of a vector part by part: a value at an instant, of a vector also its mean and its
// integral.
bool goes_by_parts(ReductionKind kind, const Value& value) {
  const bool instant = of_an_instant(kind);
  const bool sum = kind == ReductionKind::mean || kind == ReductionKind::integral;
  return (value.get<VectorValue>() && (instant || sum)) || (value.get<RotationValue>() && instant);
}

// `final(ball.position)`. A part that does not change is what it is, if others do.
template <class Parts>
Value reduced_parts(World& world, const Builtin& builtin, Parts value, const BuiltinCall& call) {
  const bool varies = !std::ranges::all_of(value.parts, &Scalar::constant);
  const bool integral = static_cast<ReductionKind>(builtin.tag) == ReductionKind::integral;
  for (Scalar& part : value.parts) {
    if (part.constant() && varies && !integral) continue;
    const Value one = reduce_scalar(world, builtin, part, call);
    if (one.poisoned()) return Poison{};
    part = *one.get<Scalar>();
  }
  return value;
}

// A list of vectors that a run fills has the reductions that other lists have. A part that is the
// same in all of them is as often in a sum as there are vectors.
std::optional<Value> reduced_columns(World& world, const Builtin& builtin,
                                     const VectorValue& vector, const BuiltinCall& call) {
  const auto kind = static_cast<ReductionKind>(builtin.tag);
  const auto rows = std::ranges::find_if(vector.parts, [](const Scalar& p) { return is_rows(p); });
  if (rows == vector.parts.end()) return {};
  const Scalar count = row_count(world, rows->list, rows->needs_run, call.expr);
  if (kind == ReductionKind::count) return count;
  const bool ends = kind == ReductionKind::first || kind == ReductionKind::last;
  if (!ends && kind != ReductionKind::sum && kind != ReductionKind::mean) return {};
  VectorValue result;
  for (const Scalar& part : vector.parts) {
    Value one = part;
    if (is_rows(part)) {
      one = reduce_scalar(world, builtin, part, call);
    } else if (kind == ReductionKind::sum) {
      Scalar times = apply_binary(world, call.scope, Op::multiply, part, count);
      times.dimension = part.dimension;
      times.unit = part.unit;
      one = times;
    }
    if (one.poisoned()) return Poison{};
    result.parts.push_back(*one.get<Scalar>());
  }
  return result;
}

// `at(x, [t1, t2])`: a list of values.
Value at_each(World& world, const Builtin& builtin, const ListValue& times,
              const BuiltinCall& call) {
  std::vector<Value> values;
  for (const Value& time : *times.items) {
    std::vector<EvaluatedArgument> arguments = call.arguments;
    arguments[1].value = time;
    Value value = evaluate_reduction(world, builtin, {call.expr, call.scope, arguments});
    if (value.poisoned()) return Poison{};
    values.push_back(std::move(value));
  }
  return ListValue{std::make_shared<const std::vector<Value>>(std::move(values))};
}

}  // namespace

Value evaluate_reduction(World& world, const Builtin& builtin, const BuiltinCall& call) {
  if (static_cast<ReductionKind>(builtin.tag) == ReductionKind::at)
    if (const auto* times = call.arguments[1].value.get<ListValue>())
      return at_each(world, builtin, *times, call);
  const ast::Expr& of = *call.arguments[0].expr;
  const Value value = placed(world, as_list(call.arguments[0].value), of, call.scope);
  if (value.poisoned()) return Poison{};
  if (const auto* list = value.get<ListValue>()) return reduce_list(world, builtin, *list, call);
  if (!results_allowed(world, call)) return Poison{};
  const auto kind = static_cast<ReductionKind>(builtin.tag);
  if (const auto* impacts = value.get<ImpactsValue>()) {
    if (kind == ReductionKind::first) return ImpactValue{*impacts, 0, {}};
    if (kind == ReductionKind::last)
      return ImpactValue{*impacts, 0, impact_count(world, *impacts, of, call.expr)};
    if (kind == ReductionKind::count) return impact_count(world, *impacts, of, call.expr);
  }
  if (const auto* scalar = value.get<Scalar>()) return reduce_scalar(world, builtin, *scalar, call);
  if (const auto* vector = value.get<VectorValue>())
    if (const auto reduced = reduced_columns(world, builtin, *vector, call)) return *reduced;
  if (goes_by_parts(kind, value))
    return value.get<VectorValue>()
               ? reduced_parts(world, builtin, *value.get<VectorValue>(), call)
               : reduced_parts(world, builtin, *value.get<RotationValue>(), call);
  if (is_unmade(world, value)) return Poison{};
  Diagnostic& d =
      report(world, Code::E0308, call.arguments[0].expr->span,
             fmt::format("`{}` needs numbers, but this is {}", builtin.name, describe(value)));
  if (value.get<VectorValue>())
    d.hint = fmt::format("`{0}({1}.x)`, or of its length, `{0}(abs({1}))`", builtin.name,
                         source_text(world, call.arguments[0].expr->span));
  return Poison{};
}

}  // namespace mbs::elaborate
