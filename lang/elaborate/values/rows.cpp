#include "lang/elaborate/values/rows.hpp"

#include <array>

#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/world/clearance_parts.hpp"

namespace mbs::elaborate {

int shared_of(const Object& contact) {
  return contact.several ? contact.several->clearance : -1;
}

int list_id(World& world, ir::ListSource::Kind kind, int entity, int column, const ast::Expr& expr,
            int window, int run) {
  const std::array<int, 5> key{static_cast<int>(kind), entity, column, window, run};
  const auto known = world.lists.find(key);
  if (known != world.lists.end()) return known->second;
  ir::ListSource source;
  source.kind = kind;
  source.entity = entity;
  source.column = column;
  source.run = run;
  if (window >= 0) {
    source.from = world.windows[window].from;
    source.to = world.windows[window].to;
  }
  source.origin = expr.span;
  source.text = source_text(world, expr.span);
  const int id = static_cast<int>(world.scenario->lists.size());
  world.scenario->lists.push_back(std::move(source));
  world.lists.emplace(key, id);
  return id;
}

Scalar list_rows(Draft& draft, int list, Dimension dimension, std::optional<Unit> unit,
                 const ast::Expr& expr) {
  Scalar scalar;
  scalar.node = slot_node(draft, SlotKind::list_element, 0, list);
  scalar.dimension = dimension;
  scalar.unit = std::move(unit);
  scalar.list = list;
  scalar.result = &expr;
  const auto kind = draft.scenario->lists[list].kind;
  scalar.needs_run = kind == ir::ListSource::Kind::impact_column ||
                     kind == ir::ListSource::Kind::event_times ||
                     kind == ir::ListSource::Kind::at_instants;
  return scalar;
}

int impact_list(World& world, const ImpactsValue& impacts, int column, const ast::Expr& expr) {
  const Object& contact = *impacts.contact;
  const int shared = shared_of(contact);
  const int entity = shared < 0 ? contact.index : -1 - shared;
  const int id = list_id(world, ir::ListSource::Kind::impact_column, entity, column, expr,
                         impacts.window, impacts.run);
  world.scenario->lists[id].entity = contact.index;
  world.scenario->lists[id].shared = shared;
  return id;
}

}  // namespace mbs::elaborate
