#include "lang/elaborate/values/as_rows.hpp"

#include <fmt/format.h>

#include "lang/elaborate/values/can_show.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/rows.hpp"

namespace mbs::elaborate {

std::optional<Scalar> as_rows(World& world, const Value& value, const ast::Expr& expr) {
  if (value.poisoned()) return std::nullopt;
  if (const auto* scalar = value.get<Scalar>()) return *scalar;
  const auto* list = value.get<ListValue>();
  if (!list) {
    report(
        world, Code::E0308, expr.span,
        fmt::format("this must be a number or a list of numbers, but it is {}", describe(value)));
    return std::nullopt;
  }
  ir::ListSource source;
  source.origin = expr.span;
  source.text = source_text(world, expr.span);
  Scalar like;
  bool needs_run = false;
  for (const Value& item : *list->items) {
    const auto* scalar = item.get<Scalar>();
    if (!scalar) {
      report(world, Code::E0308, expr.span,
             fmt::format("this list must hold numbers, but it holds {}", describe(item)));
      return std::nullopt;
    }
    // What waits for a run may be named before it; whoever shows the list asks for the run.
    const bool waits = scalar->needs_run && !scalar->is_signal();
    if (!waits && !can_show(world, *scalar, expr.span, Histories::refuse)) return std::nullopt;
    source.items.push_back(node_in(world.graph(), *scalar));
    needs_run = needs_run || scalar->needs_run;
    like = *scalar;
  }
  const int id = static_cast<int>(world.scenario->lists.size());
  world.scenario->lists.push_back(std::move(source));
  Scalar rows = list_rows(world, id, like.dimension, like.unit, expr);
  rows.boolean = like.boolean;
  rows.needs_run = needs_run;
  rows.any_dimension = like.any_dimension;
  return rows;
}

}  // namespace mbs::elaborate
