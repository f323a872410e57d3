// Bodies, joints, springs.
#include <fmt/format.h>

#include "lang/elaborate/declare/declare.hpp"
#include "lang/elaborate/objects/switching.hpp"

namespace mbs::elaborate {
namespace {

struct InitialVector {
  ir::Initial x, y;
};

InitialVector initial_vector(World& world, Object& body, std::string_view name) {
  InitialVector result;
  const auto value = attribute_vector(world, body, name);
  if (!value) return result;
  const BoundAttribute* bound = find_bound(body, name);
  const auto kind = bound->attribute->guess ? ir::Initial::Kind::guess : ir::Initial::Kind::hold;
  result.x = {kind, value->x, bound->attribute->name.span};
  result.y = {kind, value->y, bound->attribute->name.span};
  return result;
}

bool different_bodies(World& world, const Object& object) {
  if (&body_of(*object.ends.first) != &body_of(*object.ends.second)) return true;
  report(
      world, Code::E0406, object.span,
      fmt::format("both ends of `{}` are on `{}`", object.name, body_of(*object.ends.first).name));
  return false;
}

void declare_gear(World& world, Object& gear, ir::Joint& joint) {
  if (!require_attribute(world, gear, "ratio", "for instance `ratio = -2`")) return;
  joint.ratio = attribute_number(world, gear, "ratio").value_or(1);
  joint.gear_first = ir::JointId{gear.ends.first->index};
  joint.gear_second = ir::JointId{gear.ends.second->index};
}

}  // namespace

void declare_body(World& world, Object& body) {
  ir::Body result;
  result.name = body.name;
  result.origin = body.span;
  result.mass = body_mass(world, body);
  result.inertia = body_inertia(world, body);
  result.cm = body_center(world, body);
  const InitialVector at = initial_vector(world, body, "at"),
                      velocity = initial_vector(world, body, "velocity");
  result.x = at.x;
  result.y = at.y;
  result.vx = velocity.x;
  result.vy = velocity.y;
  result.angle = attribute_initial(world, body, "angle");
  result.spin = attribute_initial(world, body, "spin");
  shape_of(world, body);
  attribute(world, body, "material");
  for (Object* point : points_of(body)) {
    local_position(world, *point);
    local_angle(world, *point);
    shape_of(world, *point);
  }
  world.scenario->bodies[body.index] = std::move(result);
}

void declare_joint(World& world, Object& object) {
  ir::Joint joint;
  const JointInfo& row = *object.kind->joint;
  joint.kind = row.kind;
  joint.name = object.name;
  joint.origin = object.span;
  if (row.coordinate) {
    joint.coordinate = attribute_initial(world, object, row.coordinate->name);
    joint.speed = attribute_initial(world, object, coordinate_rate);
  }
  // Of a joint that can have friction it is that of its shoe.
  if (!find_attribute(*object.kind, "friction"))
    joint.length = attribute_number(world, object, "length");
  joint.activity = activity_of(world, object);
  if (!resolve_ends(world, object)) return;
  if (row.ties_joints) {
    declare_gear(world, object, joint);
  } else if (different_bodies(world, object)) {
    joint.first = frame_of(world, *object.ends.first);
    joint.second = frame_of(world, *object.ends.second);
    joint.friction = joint_friction(world, object);
  }
  world.scenario->joints[object.index] = std::move(joint);
}

void declare_spring(World& world, Object& object) {
  ir::Spring spring;
  spring.name = object.name;
  spring.origin = object.span;
  spring.torsion = object.type() == ObjectKind::torsion;
  const bool stiff = require_attribute(world, object, "stiffness");
  const bool long_enough = spring.torsion || require_attribute(world, object, "length");
  spring.stiffness = attribute_number(world, object, "stiffness").value_or(0);
  spring.length = attribute_number(world, object, spring.torsion ? "angle" : "length").value_or(0);
  spring.damping = attribute_number(world, object, "damping").value_or(0);
  spring.activity = activity_of(world, object);
  if (!resolve_ends(world, object) || !stiff || !long_enough) return;
  if (spring.torsion) {
    spring.joint = ir::JointId{object.ends.first->index};
  } else if (different_bodies(world, object)) {
    spring.first = frame_of(world, *object.ends.first);
    spring.second = frame_of(world, *object.ends.second);
  }
  world.scenario->springs[object.index] = std::move(spring);
}

}  // namespace mbs::elaborate
