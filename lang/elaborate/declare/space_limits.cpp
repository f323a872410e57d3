// What cannot be had in space: shapes that do not touch, and what no run can follow there yet.
#include <fmt/format.h>

#include "lang/elaborate/declare/space.hpp"

namespace mbs::elaborate {
namespace {

bool hollow(const ShapeValue& shape) {
  return shape.kind == ShapeKind::socket;
}

// Shapes of which there is contact in space, if not all pairs of them.
bool touches(const ShapeValue& shape) {
  return shape.kind == ShapeKind::sphere || shape.kind == ShapeKind::plane || hollow(shape);
}

bool faces(World& world, Object& contact, const ShapeValue& shape) {
  if (shape.kind != ShapeKind::plane || shape.normal) return true;
  report(world, Code::E0403, contact.span,
         fmt::format("`{}` meets a `plane` that does not say which way it faces", contact.title()))
      .hint = "give its outward normal: `shape = plane(z)`";
  return false;
}

struct Refusal {
  World& world;
  void operator()(Span place, const std::string& what, const std::string& hint) const {
    report(world, Code::E0408, place, what).hint = hint;
  }
};

void check_joints(World& world, const Refusal& refuse) {
  for (const ir::Joint& joint : world.scenario->joints)
    if (joint.friction)
      refuse(joint.origin, fmt::format("joint `{}` cannot have friction in space yet", joint.name),
             "a `torque` or `force` that depends on its speed does for a damper");
}

void check_contacts(World& world, const Refusal& refuse) {
  const ir::Scenario& s = *world.scenario;
  for (const ir::ContactGroup& group : s.groups)
    refuse(group.origin, "contacts among many cannot be followed in space yet",
           "a `contact` for each pair");
  for (const ir::Contact& contact : s.contacts) {
    if (!contact.law.valid() || !s.laws[contact.law.index].rigid()) continue;
    refuse(contact.origin,
           fmt::format("`{}`: rigid laws cannot be followed in space yet", contact.name),
           "a law of force, `flores(0.9)` say");
  }
}

template <class Things>
void check_switched(const Things& things, const Refusal& refuse) {
  for (const auto& thing : things)
    if (thing.activity.varies || !thing.activity.at_start)
      refuse(thing.origin,
             fmt::format("`{}` cannot be switched on or off in space yet", thing.name),
             "leave out `active`, and `free`, `hold` and `engage`");
}

}  // namespace

bool check_shapes_in_space(World& world, Object& contact, const ShapeValue& a,
                           const ShapeValue& b) {
  if (!faces(world, contact, a) || !faces(world, contact, b)) return false;
  const bool balls = a.kind == ShapeKind::sphere || b.kind == ShapeKind::sphere;
  if (touches(a) && touches(b) && balls) {
    const ShapeValue& outer = hollow(a) ? a : b;
    const ShapeValue& inner = hollow(a) ? b : a;
    if (!hollow(outer) || inner.sizes[0] < outer.sizes[0]) return true;
    report(world, Code::E0411, contact.span, "the socket must be larger than what is in it");
    return false;
  }
  report(world, Code::E0407, contact.span,
         fmt::format("no contact between a {} and a {} in space yet", shape_name(a.kind),
                     shape_name(b.kind)))
      .hint =
      touches(a) && touches(b)
          ? "one of both must be a sphere"
          : "there is contact of spheres with each other, with planes and in sockets, and of "
            "the corners of a box or polygon: `contact c: block.corner[1] to floor`";
  return false;
}

bool check_clearance_in_space(World& world, Object& contact) {
  static constexpr std::string_view of_journals[] = {"journal", "bearing", "length"};
  for (const std::string_view name : of_journals) {
    const BoundAttribute* bound = find_bound(contact, name);
    if (!bound) continue;
    report(world, Code::E0408, bound->attribute->name.span,
           "a journal in its bearing cannot be followed in space yet")
        .hint = "a ball in its socket can: two of `ball`, `socket`, `clearance`";
    return false;
  }
  const BoundAttribute* angle = find_bound(contact, "angle");
  if (!angle) return true;
  report(world, Code::E0408, angle->attribute->name.span, "a ball in its socket has no one angle")
      .hint = "give the body's `rotation`";
  return false;
}

void check_space(World& world) {
  const Refusal refuse{world};
  const ir::Scenario& s = *world.scenario;
  check_joints(world, refuse);
  check_contacts(world, refuse);
  check_switched(s.joints, refuse);
  check_switched(s.drives, refuse);
  check_switched(s.forces, refuse);
  check_switched(s.springs, refuse);
  check_switched(s.contacts, refuse);
}

}  // namespace mbs::elaborate
