#include "lang/elaborate/declare/joint_friction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/declare/law_id.hpp"
#include "lang/elaborate/declare/rigid_contacts.hpp"
#include "lang/elaborate/declare/space_limits.hpp"
#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/objects.hpp"

namespace mbs::elaborate {
namespace {

constexpr std::string_view sizes[] = {"radius", "length"};

bool takes(const Object& joint, std::string_view attribute) {
  return find_attribute(*joint.kind, attribute) != nullptr;
}

// `friction = none` is said by those who try both, and keeps them.
void check_unused_sizes(Reports& reports, Object& joint) {
  if (find_bound(joint, "friction")) return;
  for (const std::string_view size : sizes) {
    const BoundAttribute* unused = find_bound(joint, size);
    if (!unused || !unused->own) continue;
    report(reports, Code::E0403, unused->attribute->name.span,
           fmt::format("`{}` has a `{}`, but no `friction` that would use it", joint.title(), size))
        .hint = "for instance `friction = coulomb(0.1)`";
  }
}

bool check_sizes(Reports& reports, Object& joint) {
  if (takes(joint, "radius") &&
      !require_attribute(reports, joint, "radius",
                         "friction acts on the radius of the pin: `radius = 10 mm` say"))
    return false;
  return !joint.kind->joint->has_pins ||
         require_attribute(reports, joint, "length",
                           "the torque that it hands on presses the bearings at the ends of its "
                           "pins, so far apart: `length = 40 mm` say");
}

}  // namespace

std::optional<ir::JointFriction> joint_friction(World& world, Object& joint) {
  if (!takes(joint, "friction")) return {};
  if (!has_friction(world, joint)) {
    check_unused_sizes(world, joint);
    return {};
  }
  const bool pin = takes(joint, "radius");
  if (!check_sizes(world, joint)) return {};
  const LawUnit* unit = law_of(world, joint);
  if (!unit) return {};
  if (slides_several_ways(joint) && !check_slides_any_way(world, joint, unit->program)) return {};
  check_restored_sliding(world, joint, unit->program);
  ir::JointFriction friction{law_id(world, unit->program)};
  if (pin) friction.radius = attribute_number(world, joint, "radius").value_or(0);
  if (takes(joint, "length"))
    friction.length = attribute_number(world, joint, "length").value_or(0);
  return friction;
}

void check_friction_beside_blows(World& world) {
  const ir::Scenario& s = *world.scenario;
  const auto rigid = std::find_if(s.contacts.begin(), s.contacts.end(), [&](const ir::Contact& c) {
    return c.law.valid() && s.laws[c.law.index].rigid();
  });
  if (rigid == s.contacts.end()) return;
  for (const ir::Joint& joint : s.joints) {
    if (!joint.friction) continue;
    Diagnostic& d =
        report(world, Code::E0415, joint.origin,
               fmt::format("joint `{}` cannot have friction beside the rigid contact `{}`",
                           joint.name, rigid->name));
    d.notes.push_back(
        "what presses the joint would be an impulse in a blow, and be shared between "
        "constraints while the contact is closed");
    d.hint =
        "a compliant law for the contact, `flores(0.9)` say; the joint with its play, a "
        "`clearance` with friction; or `friction = none`";
    return;
  }
}

}  // namespace mbs::elaborate
