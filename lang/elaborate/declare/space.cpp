#include "lang/elaborate/declare/space.hpp"

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/body_mass.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/objects/places.hpp"
#include "lang/elaborate/objects/space_objects.hpp"
#include "lang/elaborate/objects/space_signals.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

ir::Initial::Kind kind_of(const BoundAttribute& bound) {
  return bound.attribute->guess ? ir::Initial::Kind::guess : ir::Initial::Kind::hold;
}

ir::InitialRotation initial_rotation(World& world, Object& object) {
  const auto rotation = attribute_rotation(world, object);
  if (!rotation) return {};
  const BoundAttribute* angle = find_bound(object, "angle");
  const BoundAttribute* bound = find_bound(object, "rotation");
  if (!bound || (angle && angle->own)) bound = angle;
  return {kind_of(*bound), *rotation, bound->attribute->name.span};
}

void declare_pins(World& world, Object& object, ir::Joint& joint) {
  const auto pins = attribute(world, object, "pins");
  const auto* list = pins ? pins->get<ListValue>() : nullptr;
  if (!list) return;
  const auto pin = [&](std::size_t i) {
    const auto& p = (*list->items)[i].get<VectorValue>()->parts;
    return ir::Vec3{p[0].value, p[1].value, p[2].value};
  };
  joint.pin_1 = pin(0);
  joint.pin_2 = pin(1);
}

}  // namespace

InitialVector initial_vector(World& world, Object& object, std::string_view name) {
  const auto value = attribute_vector(world, object, name);
  if (!value) return {};
  const BoundAttribute& bound = *find_bound(object, name);
  const auto part = [&](double x) {
    return ir::Initial{kind_of(bound), x, bound.attribute->name.span};
  };
  return {part(value->x), part(value->y), part(value->z)};
}

void declare_body_in_space(World& world, Object& object, ir::Body& body) {
  body.inertia_matrix = body_inertia_matrix(world, object);
  body.rotation = initial_rotation(world, object);
  const InitialVector spin = initial_vector(world, object, "spin");
  body.spin_x = spin[0];
  body.spin_y = spin[1];
  body.spin_z = spin[2];
}

void declare_coordinates_in_space(World& world, Object& object, ir::Joint& joint) {
  const JointInfo& kind = *object.kind->joint;
  const auto rows = coordinates_of(object);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ir::Initial value = attribute_initial(world, object, rows[i].name);
    const ir::Initial rate = attribute_initial(world, object, rows[i].rate_name);
    if (i > 0) {
      joint.more[i - 1] = {value, rate};
      continue;
    }
    joint.coordinate = value;
    joint.speed = rate;
  }
  if (kind.by_rotation) {
    joint.rotation = initial_rotation(world, object);
    joint.spin = initial_vector(world, object, "spin");
  }
  if (kind.has_pins) declare_pins(world, object, joint);
  if (kind.screws &&
      require_attribute(world, object, "lead", "the travel in a whole turn: `lead = 5 mm`"))
    joint.lead = attribute_number(world, object, "lead").value_or(0);
}

ir::FrameId end_frame(World& world, Object& joint, Object& end) {
  if (!world.spatial || !find_bound(joint, "axis")) return frame_of(world, end);
  ir::Frame frame;
  frame.name = end.name;
  frame.body = ir::BodyId{body_of(end).index};
  frame.position = local_position(world, end);
  frame.rotation = end_rotation(world, joint, end);
  world.scenario->frames.push_back(std::move(frame));
  return ir::FrameId{static_cast<std::int32_t>(world.scenario->frames.size()) - 1};
}

}  // namespace mbs::elaborate
