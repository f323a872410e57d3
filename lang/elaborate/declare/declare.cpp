#include "lang/elaborate/declare/declare.hpp"

#include "lang/elaborate/declare/bodies.hpp"
#include "lang/elaborate/declare/contacts.hpp"
#include "lang/elaborate/declare/drives.hpp"
#include "lang/elaborate/declare/groups.hpp"
#include "lang/elaborate/declare/joint_friction.hpp"
#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

namespace {

void declare_material(World& world, Object& material) {
  for (BoundAttribute& bound : material.attributes)
    attribute(world, material, bound.attribute->name.name);
}

using Declare = void (*)(World&, Object&);

Declare declare_of(Entity entity) {
  switch (entity) {
    case Entity::material:
      return declare_material;
    case Entity::body:
      return declare_body;
    case Entity::point:
      return declare_point;
    case Entity::joint:
      return declare_joint;
    case Entity::drive:
      return declare_drive;
    case Entity::force:
      return declare_force;
    case Entity::spring:
      return declare_spring;
    case Entity::state:
      return declare_state;
    case Entity::contact:
      return declare_contact;
    case Entity::group:
      return declare_contacts;
    default:
      return nullptr;
  }
}

std::string effective_text(World& world, Object& object, const AttributeInfo& info) {
  const auto value = attribute(world, object, info.name);
  return value ? to_text(*value) : std::string(info.default_text);
}

// Every attribute's value and where it came from.
void record_effective(World& world, Object& object) {
  for (const AttributeInfo& info : object.kind->attributes) {
    if (info.spatial && !world.spatial) continue;
    const BoundAttribute* bound = find_bound(object, info.name);
    if (!bound && info.default_text.empty()) continue;
    world.scenario->effective.push_back({object.title(), std::string(info.name),
                                         effective_text(world, object, info),
                                         bound ? bound->origin : "default"});
  }
}

void declare_world(World& world) {
  world.scenario->spatial = world.spatial;
  if (!world.world_object) return;
  world.scenario->gravity =
      attribute_vector(world, *world.world_object, "gravity").value_or(ir::Vec3{});
  record_effective(world, *world.world_object);
}

}  // namespace

void declare_all(World& world) {
  declare_world(world);
  for (Object* object : world.declared) {
    if (const Declare declare = declare_of(object->kind->entity)) declare(world, *object);
    record_effective(world, *object);
  }
  check_friction_beside_blows(world);
}

}  // namespace mbs::elaborate
