#include "lang/elaborate/values/late_lists.hpp"

#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/rows.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

bool is_known_by_a_run(const Value& value) {
  const auto* scalar = value.get<Scalar>();
  return scalar && scalar->result && !scalar->is_signal() && !scalar->boolean && scalar->list < 0;
}

ir::ListSource list_source(Reports& reports, ir::ListSource::Kind kind, const ast::Expr& expr) {
  ir::ListSource source;
  source.kind = kind;
  source.origin = expr.span;
  source.text = source_text(reports, expr.span);
  return source;
}

Scalar rows_from(Draft& draft, ir::ListSource source, const Scalar& like, const ast::Expr& expr) {
  const int id = static_cast<int>(draft.scenario->lists.size());
  draft.scenario->lists.push_back(std::move(source));
  Scalar rows = list_rows(draft, id, like.dimension, like.unit, expr);
  rows.boolean = like.boolean;
  rows.needs_run = like.needs_run;
  return rows;
}

Scalar range_of_results(World& world, const Scalar& from, const Scalar& to, const Scalar* by,
                        const ast::Expr& expr) {
  ir::ListSource source = list_source(world, ir::ListSource::Kind::range, expr);
  Scalar like = from;
  for (const Scalar* end : {&from, &to, by}) {
    if (!end) continue;
    source.items.push_back(node_in(world.graph(), *end));
    like.needs_run = like.needs_run || end->needs_run;
    if (like.any_dimension)
      like.dimension = end->dimension, like.any_dimension = end->any_dimension;
    if (!like.unit) like.unit = end->unit;
  }
  return rows_from(world, std::move(source), like, expr);
}

}  // namespace mbs::elaborate
