#include "lang/elaborate/values/reductions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

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
  return kind <= ReductionKind::argmin || kind == ReductionKind::all || kind == ReductionKind::any;
}

bool over_rows(ReductionKind kind) {
  return kind <= ReductionKind::rms || kind >= ReductionKind::count;
}

Scalar shaped(ReductionKind kind, const Scalar& operand) {
  Scalar result;
  if (keeps_dimension(kind)) {
    result.dimension = operand.dimension;
    result.unit = operand.unit;
  } else if (kind == ReductionKind::argmax || kind == ReductionKind::argmin) {
    result.dimension = dim::time;
  } else if (kind == ReductionKind::integral) {
    result.dimension = operand.dimension * dim::time;
  }
  result.boolean = gives_truth(kind);
  return result;
}

bool same(const ir::Reduction& a, const ir::Reduction& b) {
  return a.kind == b.kind && a.over == b.over && a.operand == b.operand && a.time == b.time &&
         a.list == b.list;
}

int reduction_id(World& world, ir::Reduction reduction) {
  auto& all = world.scenario->reductions;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (same(all[i], reduction)) return static_cast<int>(i);
  }
  all.push_back(std::move(reduction));
  return static_cast<int>(all.size()) - 1;
}

Value reduced(World& world, ReductionKind kind, ir::Domain over, const Scalar& operand, NodeId time,
              const BuiltinCall& call) {
  ir::Reduction reduction;
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
  Scalar result = shaped(kind, operand);
  result.node = world.graph().slot(slot);
  result.result = &call.expr;
  result.needs_run = over == ir::Domain::trace || operand.needs_run;
  return result;
}

// ---- lists whose items are known ------------------------------------------------------

double fold(ReductionKind kind, const std::vector<double>& x) {
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
    case ReductionKind::sum:
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

Value reduce_list(World& world, const Builtin& builtin, const ListValue& list,
                  const BuiltinCall& call) {
  const auto kind = static_cast<ReductionKind>(builtin.tag);
  if (kind == ReductionKind::count) return constant_scalar(static_cast<double>(list.items->size()));
  if (kind == ReductionKind::first || kind == ReductionKind::last) {
    if (list.items->empty()) return empty_list(world, builtin, call);
    return kind == ReductionKind::first ? list.items->front() : list.items->back();
  }
  const bool logical = kind == ReductionKind::all || kind == ReductionKind::any;
  if (list.items->empty() && kind <= ReductionKind::rms) return empty_list(world, builtin, call);
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
    if (!scalar->constant()) {
      const auto rows = as_rows(world, Value(list), *call.arguments[0].expr);
      return rows ? reduced(world, kind, ir::Domain::rows, *rows, {}, call) : Value(Poison{});
    }
    numbers.push_back(scalar->value);
  }
  Scalar result = shaped(kind, like);
  result.value = fold(kind, numbers);
  return result;
}

// `count(hit.impacts)`, `count(struck.times)`
Value row_count(World& world, int list, bool needs_run, const BuiltinCall& call) {
  mbs::Slot slot;
  slot.kind = SlotKind::row_count;
  slot.index = list;
  Scalar result;
  result.node = world.graph().slot(slot);
  result.result = &call.expr;
  result.needs_run = needs_run;
  return result;
}

std::optional<NodeId> time_argument(World& world, const BuiltinCall& call) {
  if (call.arguments.size() < 2) return NodeId{};
  const EvaluatedArgument& argument = call.arguments[1];
  const auto time = number(world, argument.value,
                           {"the time of `at`", dim::time, argument.expr->span}, argument.expr);
  if (!time) return std::nullopt;
  return node_in(world.graph(), *time);
}

Value reduce_scalar(World& world, const Builtin& builtin, const Scalar& operand,
                    const BuiltinCall& call) {
  const auto kind = static_cast<ReductionKind>(builtin.tag);
  const bool logical = kind == ReductionKind::all || kind == ReductionKind::any;
  if (operand.boolean != logical && kind != ReductionKind::count) {
    report(world, Code::E0308, call.arguments[0].expr->span,
           fmt::format("`{}` needs {}, but this is {}", builtin.name,
                       logical ? "a condition" : "numbers", describe(Value(operand))));
    return Poison{};
  }
  if (operand.list >= 0) {
    if (kind == ReductionKind::count)
      return row_count(world, operand.list, operand.needs_run, call);
    if (over_rows(kind)) return reduced(world, kind, ir::Domain::rows, operand, {}, call);
  }
  if (!over_traces(kind) || operand.list >= 0) {
    report(world, Code::E0308, call.arguments[0].expr->span,
           fmt::format("`{}` needs {}, but this is {}", builtin.name,
                       over_rows(kind) ? "a list" : "a history",
                       operand.list >= 0 ? "a list" : describe(Value(operand))));
    return Poison{};
  }
  const auto time = time_argument(world, call);
  if (!time) return Poison{};
  return reduced(world, kind, ir::Domain::trace, operand, *time, call);
}

bool results_allowed(World& world, const BuiltinCall& call) {
  if (!call.scope.law && call.scope.graph == &world.graph()) return true;
  report(world, Code::E0306, call.expr.span,
         fmt::format("`{}` needs a finished run", source_text(world, call.expr.span)))
      .hint = "a law sees the present instant only";
  return false;
}

}  // namespace

Value evaluate_reduction(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const Value& value = call.arguments[0].value;
  if (value.poisoned()) return Poison{};
  if (const auto* list = value.get<ListValue>()) return reduce_list(world, builtin, *list, call);
  if (!results_allowed(world, call)) return Poison{};
  const bool counting = static_cast<ReductionKind>(builtin.tag) == ReductionKind::count;
  if (const auto* impacts = value.get<ImpactsValue>(); impacts && counting) {
    return row_count(world,
                     list_id(world, ir::ListSource::Kind::impact_column, impacts->contact->index, 0,
                             *call.arguments[0].expr),
                     true, call);
  }
  if (const auto* scalar = value.get<Scalar>()) return reduce_scalar(world, builtin, *scalar, call);
  report(world, Code::E0308, call.arguments[0].expr->span,
         fmt::format("`{}` needs numbers, but this is {}", builtin.name, describe(value)));
  return Poison{};
}

}  // namespace mbs::elaborate
