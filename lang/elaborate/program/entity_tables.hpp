// Which table of the scenario holds the things of a kind.
#pragma once

namespace mbs::elaborate {

// `use(table)`, if there is one: points, materials and the like have none.
template <class Use>
void with_table(ir::Scenario& s, Entity entity, const Use& use) {
  switch (entity) {
    case Entity::body:
      return use(s.bodies);
    case Entity::joint:
      return use(s.joints);
    case Entity::drive:
      return use(s.drives);
    case Entity::force:
      return use(s.forces);
    case Entity::spring:
      return use(s.springs);
    case Entity::contact:
      return use(s.contacts);
    case Entity::group:
      return use(s.groups);
    case Entity::event:
      return use(s.events);
    case Entity::state:
      return use(s.states);
    default:
      return;
  }
}

}  // namespace mbs::elaborate
