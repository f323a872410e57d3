#include "lang/elaborate/declare/bodies.hpp"

#include <fmt/format.h>

#include <numbers>

#include "lang/elaborate/declare/joint_friction.hpp"
#include "lang/elaborate/declare/space.hpp"
#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/body_mass.hpp"
#include "lang/elaborate/objects/ends.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/objects/parts.hpp"
#include "lang/elaborate/objects/places.hpp"
#include "lang/elaborate/objects/points.hpp"
#include "lang/elaborate/objects/space_objects.hpp"
#include "lang/elaborate/objects/switching.hpp"
#include "lang/elaborate/shapes/drawing.hpp"

namespace mbs::elaborate {
namespace {

void declare_gear(World& world, Object& gear, ir::Joint& joint) {
  if (!require_attribute(world, gear, "ratio", "for instance `ratio = -2`")) return;
  joint.ratio = attribute_number(world, gear, "ratio").value_or(1);
  joint.gear_first = ir::JointId{gear.ends.first->index};
  joint.gear_second = ir::JointId{gear.ends.second->index};
  joint.gear_first_coordinate = gear.ends.first_coordinate;
  joint.gear_second_coordinate = gear.ends.second_coordinate;
}

}  // namespace

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
  if (shape_of(world, point))
    show_shape(world, point);
  else  // a point is a place that its body reaches, whatever uses it
    world.scenario->solids.push_back(
        {ir::BodyId{body_of(point).index}, {local_position(world, point)}, {}, 0});
}

bool different_bodies(Reports& reports, const Object& object) {
  if (&body_of(*object.ends.first) != &body_of(*object.ends.second)) return true;
  report(
      reports, Code::E0406, object.span,
      fmt::format("both ends of `{}` are on `{}`", object.name, body_of(*object.ends.first).name));
  return false;
}

void declare_body(World& world, Object& body) {
  ir::Body result;
  result.name = body.name;
  result.origin = body.span;
  result.mass = body_mass(world, body);
  result.cm = body_center(world, body);
  const InitialVector at = initial_vector(world, body, "at"),
                      velocity = initial_vector(world, body, "velocity");
  result.x = at[0];
  result.y = at[1];
  result.vx = velocity[0];
  result.vy = velocity[1];
  if (world.spatial) {
    result.z = at[2];
    result.vz = velocity[2];
    declare_body_in_space(world, body, result);
  } else {
    result.inertia = body_inertia(world, body);
    result.angle = attribute_initial(world, body, "angle");
    result.spin = attribute_initial(world, body, "spin");
  }
  shape_of(world, body);
  show_shape(world, body);
  attribute(world, body, "material");
  for (Object* point : points_of(body)) declare_point(world, *point);
  check_parts(world, body);
  world.scenario->bodies[body.index] = std::move(result);
}

namespace {

// A bend is the angle between two axes.
void check_bend(World& world, Object& object, const ir::Initial& bend) {
  if (object.kind->joint->coordinate->name != "bend") return;
  if (bend.kind == ir::Initial::Kind::unset || (bend.value >= 0 && bend.value <= std::numbers::pi))
    return;
  report(world, Code::E0411, find_bound(object, "bend")->attribute->value->span,
         fmt::format("`bend` must lie between 0 and 180 deg, but this is {:.4g} deg",
                     bend.value * 180 / std::numbers::pi))
      .hint =
      "it is the angle between the z axes of the ends; which way it bends is up to the "
      "rotations of the bodies";
}

}  // namespace

void declare_joint(World& world, Object& object) {
  ir::Joint joint;
  const JointInfo& row = *object.kind->joint;
  joint.kind = row.kind;
  joint.name = object.name;
  joint.origin = object.span;
  if (row.coordinate) {
    joint.coordinate = attribute_initial(world, object, row.coordinate->name);
    joint.speed = attribute_initial(world, object, coordinate_rate);
    check_bend(world, object, joint.coordinate);
  } else {
    declare_coordinates_in_space(world, object, joint);
  }
  // The `length` of a joint that can have friction is that of its shoe.
  if (!find_attribute(*object.kind, "friction"))
    joint.length = attribute_number(world, object, "length");
  joint.activity = activity_of(world, object);
  if (!resolve_ends(world, object)) return;
  if (row.ties_joints) {
    declare_gear(world, object, joint);
  } else if (different_bodies(world, object)) {
    joint.first = end_frame(world, object, *object.ends.first);
    joint.second = end_frame(world, object, *object.ends.second);
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
    spring.coordinate = object.ends.first_coordinate;
  } else if (different_bodies(world, object)) {
    spring.first = frame_of(world, *object.ends.first);
    spring.second = frame_of(world, *object.ends.second);
  }
  world.scenario->springs[object.index] = std::move(spring);
}

}  // namespace mbs::elaborate
