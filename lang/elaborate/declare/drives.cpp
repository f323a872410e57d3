#include "lang/elaborate/declare/drives.hpp"

#include <fmt/format.h>

#include "lang/elaborate/declare/joint_friction.hpp"
#include "lang/elaborate/objects/ends.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/objects/places.hpp"
#include "lang/elaborate/objects/signals.hpp"
#include "lang/elaborate/objects/space_signals.hpp"
#include "lang/elaborate/objects/states.hpp"
#include "lang/elaborate/objects/switching.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/rotations.hpp"

namespace mbs::elaborate {
namespace {

// What an expression depends on beside time, in the user's words; empty if on nothing else.
std::string motion_named(const Draft& draft, const Graph& graph, NodeId node) {
  for (const mbs::Slot& slot : graph.slots_used(node)) {
    const ir::Scenario& s = *draft.scenario;
    switch (slot.kind) {
      case SlotKind::time:
        break;
      case SlotKind::body_coordinate:
      case SlotKind::body_spin:
        return fmt::format("the motion of `{}`", s.bodies[slot.entity].name);
      case SlotKind::joint_friction:
      case SlotKind::joint_law:
        return fmt::format("the friction of `{}`", s.joints[slot.entity].name);
      case SlotKind::joint_coordinate:
        return fmt::format("the motion of `{}`", s.joints[slot.entity].name);
      case SlotKind::joint_impulse:
        return fmt::format("the impulse of `{}`", slot.order == 1 ? s.drives[slot.entity].name
                                                                  : s.joints[slot.entity].name);
      case SlotKind::joint_reaction:
        return fmt::format("the force in `{}`", s.joints[slot.entity].name);
      case SlotKind::drive_effort:
        return fmt::format("the effort of `{}`", s.drives[slot.entity].name);
      case SlotKind::contact_signal:
      case SlotKind::contact_law:
        return fmt::format("the contact `{}`", s.contacts[slot.entity].name);
      case SlotKind::state:
        return fmt::format("the state `{}`", s.states[slot.entity].name);
      default:
        return "the run";
    }
  }
  return "";
}

bool depends_on_time_alone(World& world, const Scalar& scalar, const ast::Expr& expr) {
  if (!require_instant(world, scalar)) return false;
  if (scalar.constant()) return true;
  const std::string motion = motion_named(world, world.graph(), scalar.node);
  if (motion.empty()) return true;
  report(world, Code::E0311, expr.span,
         fmt::format("this must be known before the run, but depends on {}", motion))
      .hint = "a drive is a function of `t` alone; a `force` or `torque` may depend on the motion";
  return false;
}

struct Wanted {
  ir::DriveKind kind;
  Dimension dimension;
};

Wanted wanted_of(const Declarations& declarations, const Object& drive) {
  const Object& first = *drive.ends.first;
  if (const auto rows = coordinates_of(first); !rows.empty()) {
    const CoordinateInfo& moved = rows[drive.ends.first_coordinate];
    if (drive.ends.coordinate == moved.rate_name) return {ir::DriveKind::speed, moved.rate};
    return {ir::DriveKind::coordinate, moved.dimension};
  }
  const bool about_z = is_body(first) && drive.ends.coordinate == "angle";
  if (drive.ends.coordinate == "rotation" || (about_z && declarations.spatial))
    return {ir::DriveKind::rotation, dim::pure};
  if (about_z) return {ir::DriveKind::angle, dim::pure};
  return {is_body(first) ? ir::DriveKind::pose : ir::DriveKind::position, dim::length};
}

// The driven value and its first two derivatives.
void set_value(Draft& draft, ir::Drive& drive, int index, const Scalar& scalar) {
  Graph& graph = draft.graph();
  mbs::Slot slot;
  const NodeId time = graph.slot(slot);
  drive.value[index] = node_in(graph, scalar);
  drive.rate[index] = graph.derivative(drive.value[index], time);
  drive.acceleration[index] = graph.derivative(drive.rate[index], time);
}

const ast::Expr& part_of(const ast::Expr& expr, std::size_t index) {
  const auto* vector = std::get_if<ast::Vector>(&expr.node);
  return vector && !vector->unit && index < vector->parts.size() ? *vector->parts[index] : expr;
}

std::size_t parts_of_vectors(const Declarations& declarations) {
  return declarations.spatial ? 3 : 2;
}

// One number, or the parts of a position. Empty after an error.
std::optional<std::vector<Scalar>> driven_values(World& world, const Object& drive,
                                                 const Wanted& wanted, bool vector) {
  const ast::Expr& expr = *drive.declaration()->value;
  const std::string name = "`" + source_text(world, drive.declaration()->first->span) + "`";
  const Value read = evaluate(world, expr, *drive.scope);
  const Value value = vector ? placed(world, read, expr, *drive.scope) : read;
  if (value.poisoned()) return std::nullopt;
  std::vector<Scalar> parts;
  const auto* given = value.get<VectorValue>();
  const std::size_t count = vector ? parts_of_vectors(world) : 1;
  if (vector && (!given || given->parts.size() != count)) {
    report(world, Code::E0308, expr.span,
           fmt::format("{} is driven to a position, `{}`, but this is {}", name,
                       world.spatial ? "(x, y, z)" : "(x, y)", describe(value)));
    return std::nullopt;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const ast::Expr& part = vector ? part_of(expr, i) : expr;
    const auto scalar = number(world, vector ? Value(given->parts[i]) : value,
                               {name, wanted.dimension, part.span}, &part);
    if (!scalar || !depends_on_time_alone(world, *scalar, expr)) return std::nullopt;
    parts.push_back(*scalar);
  }
  return parts;
}

// A unit quaternion; of an `angle` the turn about z.
std::optional<std::vector<Scalar>> driven_rotation(World& world, const Object& drive,
                                                   const Wanted& wanted) {
  const ast::Expr& expr = *drive.declaration()->value;
  const std::string name = "`" + source_text(world, drive.declaration()->first->span) + "`";
  std::optional<RotationValue> rotation;
  if (drive.ends.coordinate == "angle") {
    const auto angle = driven_values(world, drive, wanted, false);
    if (angle) rotation = turned_about_z(world, *drive.scope, angle->front());
  } else {
    rotation = require_rotation(world, evaluate(world, expr, *drive.scope), name, expr.span);
  }
  if (!rotation) return std::nullopt;
  for (const Scalar& part : rotation->parts)
    if (!depends_on_time_alone(world, part, expr)) return std::nullopt;
  return std::vector<Scalar>(rotation->parts.begin(), rotation->parts.end());
}

// ---- forces --------------------------------------------------------------------------------

std::optional<Scalar> effort(World& world, const Value& value, const std::string& name,
                             Dimension dimension, const ast::Expr& expr) {
  const auto scalar = number(world, value, {name, dimension, expr.span}, &expr);
  if (!scalar || !require_present(world, *scalar, Asker::force, expr.span)) return std::nullopt;
  return scalar;
}

void point_force(World& world, const Object& object, const Value& value, ir::Force& force) {
  const ast::Expr& expr = *object.declaration()->value;
  const std::string name = "`" + object.name + "`";
  const auto* vector = value.get<VectorValue>();
  if (!vector || vector->parts.size() != parts_of_vectors(world)) {
    if (!value.poisoned()) {
      report(world, Code::E0308, expr.span,
             fmt::format("a force on a point is a vector, but this is {}", describe(value)))
          .hint = "`force f: body.point = (0 N, -10 N)`; along a line, `force f: a to b = 5 N`";
    }
    return;
  }
  force.first = frame_of(world, *object.ends.first);
  for (std::size_t i = 0; i < vector->parts.size(); ++i) {
    const auto part = effort(world, Value(vector->parts[i]), name, dim::force, part_of(expr, i));
    if (part) force.value[i] = node_in(world.graph(), *part);
  }
}

void line_force(World& world, const Object& object, const Value& value, ir::Force& force) {
  const auto pull =
      effort(world, value, "`" + object.name + "`", dim::force, *object.declaration()->value);
  force.kind = ir::ForceKind::along_line;
  force.first = frame_of(world, *object.ends.first);
  force.second = frame_of(world, *object.ends.second);
  if (pull) force.value[0] = node_in(world.graph(), *pull);
}

// In space, on a body or in a ball joint; one number is the part about z of a body's.
void torque_vector(World& world, const Object& object, const Value& value, ir::Force& force) {
  const ast::Expr& expr = *object.declaration()->value;
  const std::string name = "`" + object.name + "`";
  const auto* given = value.get<VectorValue>();
  const bool about_z = value.get<Scalar>() && is_body(*object.ends.first);
  if (!about_z && (!given || given->parts.size() != 3)) {
    if (!value.poisoned())
      report(world, Code::E0308, expr.span,
             fmt::format("this torque is a vector, but this is {}", describe(value)))
          .hint =
          "`torque t: body = (0, 0, 5) N*m`; along an angle of a joint, `torque t: J = 5 N*m`";
    return;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const Value part = given ? Value(given->parts[i]) : i == 2 ? value : Value(constant_scalar(0));
    const auto torque = about_z && i < 2 ? std::optional(constant_scalar(0))
                                         : effort(world, part, name, dim::torque, part_of(expr, i));
    if (torque) force.value[i] = node_in(world.graph(), *torque);
  }
}

void applied_torque(World& world, const Object& object, const Value& value, ir::Force& force) {
  const Object& on = *object.ends.first;
  force.kind = is_body(on) ? ir::ForceKind::on_body : ir::ForceKind::on_joint;
  if (is_body(on))
    force.body = ir::BodyId{on.index};
  else
    force.joint = ir::JointId{on.index};
  force.coordinate = object.ends.first_coordinate;
  if (world.spatial && (is_body(on) || coordinates_of(on).empty()))
    return torque_vector(world, object, value, force);
  const auto torque =
      effort(world, value, "`" + object.name + "`", dim::torque, *object.declaration()->value);
  if (torque) force.value[0] = node_in(world.graph(), *torque);
}

}  // namespace

void declare_drive(World& world, Object& object) {
  if (!resolve_ends(world, object)) return;
  Setting<bool> watched(world.watched, true);
  const Wanted wanted = wanted_of(world, object);
  const bool vector = wanted.kind == ir::DriveKind::pose || wanted.kind == ir::DriveKind::position;
  const auto values = wanted.kind == ir::DriveKind::rotation
                          ? driven_rotation(world, object, wanted)
                          : driven_values(world, object, wanted, vector);
  if (!values) return;
  ir::Drive drive;
  drive.kind = wanted.kind;
  drive.name = object.name;
  drive.origin = object.span;
  drive.activity = activity_of(world, object);
  Object& first = *object.ends.first;
  drive.coordinate = object.ends.first_coordinate;
  if (is_joint(first))
    drive.joint = ir::JointId{first.index};
  else if (wanted.kind == ir::DriveKind::position)
    drive.frame = frame_of(world, first);
  else
    drive.body = ir::BodyId{first.index};
  for (std::size_t i = 0; i < values->size(); ++i)
    set_value(world, drive, static_cast<int>(i), (*values)[i]);
  drive.constant_speed = wanted.kind == ir::DriveKind::speed && (*values)[0].constant();
  if (is_point_like(first) && &body_of(first) == world.ground)
    report(world, Code::E0406, object.span, "the ground does not move");
  world.scenario->drives[object.index] = std::move(drive);
}

void declare_force(World& world, Object& object) {
  if (!resolve_ends(world, object)) return;
  Setting<bool> watched(world.watched, true);
  const Value value = evaluate(world, *object.declaration()->value, *object.scope);
  ir::Force force;
  force.name = object.name;
  force.origin = object.span;
  force.activity = activity_of(world, object);
  if (object.type() == ObjectKind::torque)
    applied_torque(world, object, value, force);
  else if (object.ends.second)
    line_force(world, object, value, force);
  else
    point_force(world, object, placed(world, value, *object.declaration()->value, *object.scope),
                force);
  world.scenario->forces[object.index] = std::move(force);
}

void declare_state(World& world, Object& object) {
  Setting<bool> watched(world.watched, true);
  const auto rate = state_rate(world, object);
  ir::State& state = world.scenario->states[object.index];
  state.initial = object.state.initial;
  if (rate) state.rate = node_in(world.graph(), *rate);
}

}  // namespace mbs::elaborate
