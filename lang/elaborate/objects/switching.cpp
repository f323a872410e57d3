#include "lang/elaborate/objects/switching.hpp"

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

std::optional<ir::Sort> sort_of(Entity entity) {
  switch (entity) {
    case Entity::joint:
      return ir::Sort::joint;
    case Entity::drive:
      return ir::Sort::drive;
    case Entity::force:
      return ir::Sort::force;
    case Entity::spring:
      return ir::Sort::spring;
    case Entity::contact:
      return ir::Sort::contact;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<ir::Part> part_of(const Object& object) {
  const auto sort = sort_of(object.kind->entity);
  if (!sort || object.index < 0) return std::nullopt;
  return ir::Part{*sort, object.index};
}

ir::Activity activity_of(World& world, Object& object) {
  const bool acts = attribute_number(world, object, "active").value_or(1) != 0;
  return {acts, !acts};
}

}  // namespace mbs::elaborate
