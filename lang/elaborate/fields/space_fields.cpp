#include "lang/elaborate/fields/space_fields.hpp"

#include <fmt/format.h>

#include "lang/elaborate/fields/asked.hpp"
#include "lang/elaborate/objects/ends.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/objects/space_signals.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/world/world.hpp"
#include "lang/kinds/activity.hpp"

namespace mbs::elaborate {
namespace {

const Unit joule_per_second{"W", 1, dim::power};

Value rotation(const Asked& a, const Turned& nodes) {
  return RotationValue{{made(a, nodes[0], dim::pure), made(a, nodes[1], dim::pure),
                        made(a, nodes[2], dim::pure), made(a, nodes[3], dim::pure)}};
}

Spatial slots(const Asked& a, SlotKind kind, int first, int order = 0) {
  const auto part = [&](int i) {
    return slot_node(a.world, kind, a.object.index, first + i, order);
  };
  return {part(0), part(1), part(2)};
}

// 0 to 2 of `x`, `vx` and the like; -1 of another name.
int axis_of(const std::string& field, std::string_view before) {
  if (field.size() != before.size() + 1 || !field.starts_with(before)) return -1;
  const int axis = field.back() - 'x';
  return axis >= 0 && axis < 3 ? axis : -1;
}

Spatial axis_vector(Graph& graph, int axis) {
  Spatial result = constant_vector(graph, {});
  result[static_cast<std::size_t>(axis)] = graph.constant(1);
  return result;
}

// The spin of a joint's second end against the first.
Spatial relative_spin(World& world, Object& joint) {
  return difference(world.graph(), body_spin(world, body_of(*joint.ends.second)),
                    body_spin(world, body_of(*joint.ends.first)));
}

std::optional<Value> spherical_field(const Asked& a) {
  if (a.field == "rotation") return rotation(a, joint_rotation(a.world, a.object));
  if (a.field != "spin") return std::nullopt;
  return space_vector(a, relative_spin(a.world, a.object), dim::angular_speed, radian_per_second);
}

std::optional<Value> coordinate_field(const Asked& a) {
  const auto rows = coordinates_of(a.object);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const CoordinateInfo& row = rows[i];
    const auto node = [&](int order) {
      return space_coordinate(a.world, a.object, static_cast<int>(i), order);
    };
    const auto unit = [&](const Unit& turning) {
      return row.turns ? std::optional<Unit>(turning) : std::nullopt;
    };
    if (a.field == row.name) return made(a, node(0), row.dimension, unit(radian));
    if (!row.rate_name.empty() && a.field == row.rate_name)
      return made(a, node(1), row.rate, unit(radian_per_second));
  }
  return std::nullopt;
}

// Whether it is a rotation, of a body or a ball joint, that is driven.
bool drives_rotation(const Object& drive) {
  const std::string& name = drive.ends.coordinate;
  return name == "rotation" || (name == "angle" && is_body(*drive.ends.first));
}

// The driven coordinate of a joint, or null where a point, a body or a rotation is driven.
const CoordinateInfo* driven_coordinate(const Object& drive) {
  const Object::Ends& ends = drive.ends;
  if (!is_joint(*ends.first) || drives_rotation(drive)) return nullptr;
  return &coordinates_of(*ends.first)[ends.first_coordinate];
}

NodeId power(const Asked& a, const CoordinateInfo* row) {
  Object& first = *a.object.ends.first;
  Graph& g = a.world.graph();
  const Spatial force = slots(a, SlotKind::drive_effort, 0);
  if (row)
    return g.mul(force[0], space_coordinate(a.world, first, a.object.ends.first_coordinate, 1));
  if (drives_rotation(a.object)) {
    const Spatial spin =
        is_joint(first) ? relative_spin(a.world, first) : body_spin(a.world, first);
    return dot(g, slots(a, SlotKind::drive_effort, 3), spin);
  }
  const NodeId linear = dot(g, force, space_velocity(a.world, first));
  if (!is_body(first)) return linear;
  return g.add(linear, dot(g, slots(a, SlotKind::drive_effort, 3), body_spin(a.world, first)));
}

NodeId contact_node(const Asked& a, ContactSignal signal) {
  return slot_node(a.world, SlotKind::contact_signal, a.object.index, static_cast<int>(signal));
}
Value contact_vector(const Asked& a, const std::array<ContactSignal, 3>& parts, Dimension dimension,
                     const std::optional<Unit>& unit = std::nullopt) {
  Spatial nodes;
  for (std::size_t i = 0; i < 3; ++i) nodes[i] = contact_node(a, parts[i]);
  return space_vector(a, nodes, dimension, unit);
}

}  // namespace

Value space_vector(const Asked& a, const Spatial& nodes, Dimension dimension,
                   const std::optional<Unit>& unit) {
  return VectorValue{{made(a, nodes[0], dimension, unit), made(a, nodes[1], dimension, unit),
                      made(a, nodes[2], dimension, unit)}};
}

// The bend of the rotation between the ends, 2 atan2(|(x, y)|, |(w, z)|).
Value bend(const Asked& a) {
  Graph& g = a.world.graph();
  const Turned q = joint_rotation(a.world, a.object);
  const auto size = [&](NodeId u, NodeId v) {
    return g.unary(Op::sqrt, g.add(g.mul(u, u), g.mul(v, v)));
  };
  const NodeId half = g.binary(Op::atan2, size(q[1], q[2]), size(q[0], q[3]));
  return made(a, g.mul(g.constant(2), half), dim::pure, radian);
}

std::optional<Value> space_point_field(const Asked& a) {
  World& world = a.world;
  Graph& g = world.graph();
  if (const int axis = axis_of(a.field, ""); axis >= 0)
    return made(a, space_position(world, a.object)[axis], dim::length);
  if (const int axis = axis_of(a.field, "v"); axis >= 0)
    return made(a, space_velocity(world, a.object)[axis], dim::speed);
  if (const int axis = axis_of(a.field, "e"); axis >= 0)
    return space_vector(a, turned(g, axes_rotation(world, a.object), axis_vector(g, axis)),
                        dim::pure);
  if (a.field == "position") return space_vector(a, space_position(world, a.object), dim::length);
  if (a.field == "velocity") return space_vector(a, space_velocity(world, a.object), dim::speed);
  if (a.field == "speed") return made(a, length(g, space_velocity(world, a.object)), dim::speed);
  if (a.field == "accel")
    return space_vector(a, space_acceleration(world, a.object), dim::acceleration);
  if (a.field == "spin")
    return space_vector(a, body_spin(world, body_of(a.object)), dim::angular_speed,
                        radian_per_second);
  if (a.field == "angular_accel")
    return space_vector(a, body_spin(world, body_of(a.object), 1), dim::angular_speed / dim::time,
                        radian_per_second_squared);
  return std::nullopt;
}

std::optional<Value> space_body_field(const Asked& a) {
  if (a.field == "rotation") return rotation(a, body_rotation(a.world, a.object));
  if (a.field != "angle") return std::nullopt;
  report(a.world, Code::E0408, a.expr.span,
         fmt::format("body `{}` has no one angle in space", a.object.name))
      .hint = fmt::format(
      "the angle of a joint, `{0}.ex` and the other axes, or `angles({0}.rotation, \"zxz\")`",
      a.object.name);
  return Value(Poison{});
}

std::optional<Value> space_joint_field(const Asked& a) {
  if (!resolve_ends(a.world, a.object)) return Value(Poison{});
  if (a.field == "force") return space_vector(a, slots(a, SlotKind::joint_reaction, 0), dim::force);
  if (a.field == "torque")
    return space_vector(a, slots(a, SlotKind::joint_reaction, 3), dim::torque);
  if (a.field == impulse_field.name)
    return space_vector(a, slots(a, SlotKind::joint_impulse, 0), dim::impulse);
  if (a.field == angular_impulse_field.name)
    return space_vector(a, slots(a, SlotKind::joint_impulse, 3), dim::torque * dim::time);
  if (a.object.kind->joint->by_rotation) return spherical_field(a);
  return coordinate_field(a);
}

// The integral of what the drive gives in its coordinate, a force or a torque; of a rotation a
// vector, of the pose of a body both.
std::optional<Value> space_drive_impulse(const Asked& a, const CoordinateInfo* row) {
  const Dimension turning = dim::torque * dim::time;
  const Spatial of_force = slots(a, SlotKind::joint_impulse, 0, 1);
  const Spatial of_torque = slots(a, SlotKind::joint_impulse, 3, 1);
  if (a.field == angular_impulse_field.name)
    return !row && is_body(*a.object.ends.first) && !drives_rotation(a.object)
               ? std::optional<Value>(space_vector(a, of_torque, turning))
               : std::nullopt;
  if (row) return made(a, of_force[0], row->turns ? turning : dim::impulse);
  if (drives_rotation(a.object)) return space_vector(a, of_torque, turning);
  return space_vector(a, of_force, dim::impulse);
}

std::optional<Value> space_drive_field(const Asked& a) {
  if (!resolve_ends(a.world, a.object)) return Value(Poison{});
  const CoordinateInfo* row = driven_coordinate(a.object);
  if (a.field == "power") return made(a, power(a, row), dim::power, joule_per_second);
  if (a.field == impulse_field.name || a.field == angular_impulse_field.name)
    return space_drive_impulse(a, row);
  const Spatial force = slots(a, SlotKind::drive_effort, 0);
  if (row && a.field == (row->turns ? "torque" : "force"))
    return made(a, force[0], row->turns ? dim::torque : dim::force);
  if (row) return std::nullopt;
  const bool rotation = drives_rotation(a.object);
  if (a.field == "force" && !rotation) return space_vector(a, force, dim::force);
  if (a.field == "torque" && (rotation || is_body(*a.object.ends.first)))
    return space_vector(a, slots(a, SlotKind::drive_effort, 3), dim::torque);
  return std::nullopt;
}

std::optional<Value> space_contact_field(const Asked& a) {
  using enum ContactSignal;
  if (a.field == "force") return contact_vector(a, {force_x, force_y, force_z}, dim::force);
  if (a.field == "moment") return contact_vector(a, {moment_x, moment_y, moment_z}, dim::torque);
  if (a.field == "rolling")
    return contact_vector(a, {rolling_x, rolling_y, rolling_z}, dim::angular_speed,
                          radian_per_second);
  if (a.field == "spinning")
    return made(a, contact_node(a, spinning), dim::angular_speed, radian_per_second);
  if (a.field == "normal") return contact_vector(a, {normal_x, normal_y, normal_z}, dim::pure);
  if (a.field == "point") return contact_vector(a, {point_x, point_y, point_z}, dim::length);
  if (a.field == "vt") return contact_vector(a, {vt_x, vt_y, vt_z}, dim::speed);
  if (a.field != "angle" || a.object.type() != ObjectKind::clearance) return std::nullopt;
  report(a.world, Code::E0408, a.expr.span,
         fmt::format("`{}` stands for a ball joint, which has no one angle", a.object.name))
      .hint = "`angles(R, \"zxz\")` of a rotation R, the body's `.rotation` for instance";
  return Value(Poison{});
}

}  // namespace mbs::elaborate
