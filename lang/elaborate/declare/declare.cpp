#include "lang/elaborate/declare/declare.hpp"

#include <fmt/format.h>

#include "lang/elaborate/values/solid_outline.hpp"

namespace mbs::elaborate {

void show_shape(World& world, Object& point) {
  const auto shape = shape_of(world, point);
  auto solid = !shape ? std::nullopt : world.spatial ? solid_outline(*shape) : flat_outline(*shape);
  if (!solid) return;
  const ir::Vec3 at = local_position(world, point);
  const ir::Quaternion rotation =
      world.spatial ? local_rotation(world, point) : ir::turn({0, 0, 1}, local_angle(world, point));
  for (ir::Vec3& p : solid->points) p = at + rotation * p;
  solid->body = ir::BodyId{body_of(point).index};
  world.scenario->solids.push_back(std::move(*solid));
}

void declare_point(World& world, Object& point) {
  local_position(world, point);
  if (world.spatial)
    local_rotation(world, point);
  else
    local_angle(world, point);
  shape_of(world, point);
  show_shape(world, point);
}

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
