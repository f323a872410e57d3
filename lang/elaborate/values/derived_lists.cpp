#include "lang/elaborate/values/derived_lists.hpp"

#include <algorithm>

#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/rows.hpp"
#include "lang/elaborate/values/windows.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

// The same asked again is the same list.
int list_made_of(Draft& draft, ir::ListSource source) {
  auto& all = draft.scenario->lists;
  const auto same = std::find_if(all.begin(), all.end(), [&](const ir::ListSource& s) {
    return s.kind == source.kind && s.items == source.items && s.entity == source.entity &&
           s.from == source.from && s.to == source.to && s.run == source.run;
  });
  const auto place = static_cast<int>(same - all.begin());
  if (same == all.end()) all.push_back(std::move(source));
  return place;
}

}  // namespace

Value at_instants(World& world, const Scalar& operand, const Scalar& times,
                  const BuiltinCall& call) {
  const ast::Expr& when = *call.arguments[1].expr;
  const auto window = window_of(world, operand.window, call.expr.span);
  if (!window || !of_one_run(world, operand, call.expr.span) ||
      !fits(world, times, {"the time of `at`", dim::time, when.span}, &when))
    return Poison{};
  ir::ListSource source;
  source.kind = ir::ListSource::Kind::at_instants;
  source.entity = times.list;
  source.items = {node_in(world.graph(), operand), node_in(world.graph(), times)};
  source.from = window->from;
  source.to = window->to;
  source.run = operand.run;
  source.origin = call.expr.span;
  source.text = source_text(world, call.expr.span);
  Scalar result = list_rows(world, list_made_of(world, std::move(source)), operand.dimension,
                            operand.unit, call.expr);
  result.boolean = operand.boolean;
  return result;
}

Scalar part_of_rows(World& world, const Scalar& rows, const Scalar& first, const Scalar& last,
                    const ast::Expr& expr) {
  Graph& graph = world.graph();
  const NodeId from = node_in(graph, first), to = node_in(graph, last);
  ir::ListSource source;
  source.kind = ir::ListSource::Kind::numbered;
  source.entity = rows.list;
  source.items = {node_in(graph, rows), from, to};
  source.origin = expr.span;
  source.text = source_text(world, expr.span);
  Scalar result = list_rows(world, list_made_of(world, std::move(source)), dim::pure, {}, expr);
  const NodeId number = result.node;
  result.node = graph.binary(Op::logical_and, graph.binary(Op::less_equal, from, number),
                             graph.binary(Op::less_equal, number, to));
  result.boolean = true;
  result.needs_run = rows.needs_run || first.needs_run || last.needs_run;
  return result;
}

Scalar chosen_rows(World& world, const Scalar& rows, const Scalar& condition,
                   const ast::Expr& expr) {
  ir::ListSource source;
  source.kind = ir::ListSource::Kind::chosen;
  source.entity = rows.list;
  source.items = {node_in(world.graph(), rows), node_in(world.graph(), condition)};
  source.origin = expr.span;
  source.text = source_text(world, expr.span);
  Scalar result =
      list_rows(world, list_made_of(world, std::move(source)), rows.dimension, rows.unit, expr);
  result.boolean = rows.boolean;
  result.needs_run = rows.needs_run || condition.needs_run;
  return result;
}

}  // namespace mbs::elaborate
