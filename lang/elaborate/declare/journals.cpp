#include "lang/elaborate/declare/journals.hpp"

#include <fmt/format.h>

#include <cmath>

#include "lang/elaborate/declare/law_id.hpp"
#include "lang/elaborate/declare/rigid_contacts.hpp"
#include "lang/elaborate/declare/several.hpp"
#include "lang/elaborate/declare/space.hpp"
#include "lang/elaborate/declare/turning.hpp"
#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/pairs/pair.hpp"
#include "lang/elaborate/world/clearance_parts.hpp"

namespace mbs::elaborate {
namespace {

// One end of the axis sees the bore as an ellipse that may touch on both sides.
void check_length(Reports& reports, Object& object, const Pair& pair, double length) {
  const double least = 2 * std::sqrt(-pair.sides[1].radius * *pair.clearance);
  if (length > least) return;
  report(reports, Code::W0208, find_bound(object, "length")->attribute->value->span,
         fmt::format("`{}` is so short that one end of it can touch the bore at two places at once",
                     object.name))
      .hint = fmt::format(
      "only the deeper one is followed; it is longer than 2*sqrt(bearing*clearance) = {:.3g} mm "
      "where that cannot be",
      least * 1e3);
}

// One that plays along its axis starts in the middle of it.
void hold_middle(ir::Joint& joint) {
  const ir::Initial middle{ir::Initial::Kind::hold, 0, joint.origin};
  joint.more[0] = {middle, middle};
}

void add_joint(World& world, Object& object, const ClearanceParts& parts, ir::FrameId journal,
               ir::FrameId bearing, const ir::Contact& common) {
  ir::Joint& joint = world.scenario->joints[parts.joint.index];
  const bool concentric = common.concentric && common.activity.at_start;
  joint.activity = common.activity;
  joint.first = bearing;
  joint.second = journal;
  joint.coordinate = attribute_initial(world, object, "angle");
  joint.concentric = concentric;
  joint.slides = axial_play(world, object) > 0;
  if (concentric && !parts.stops.empty()) hold_middle(joint);
}

// Contacts of each end face with the wall across the bearing that it plays to.
void add_stops(World& world, Object& object, const ClearanceParts& parts, ir::Contact contact,
               double length) {
  const ir::FrameId journal = contact.first, bearing = contact.second;
  const double reach = length / 2 + axial_play(world, object);
  for (std::size_t end = 0; end < parts.stops.size(); ++end) {
    Object& stop = *parts.stops[end];
    stop.ends = object.ends;
    const LawUnit* unit = law_of(world, stop);
    if (!unit) return;
    const double side = end == 0 ? -1 : 1;
    contact.name = stop.name;
    contact.law = law_id(world, unit->program);
    contact.rolling = contact.spinning = 0;
    contact.first = shifted_frame(world, journal, stop.name, {0, 0, side * length / 2});
    contact.second = shifted_frame(world, bearing, object.name + ".wall", {0, 0, side * reach});
    contact.second_shape = ir::HalfPlane{{0, 0, -side}};
    world.scenario->contacts[stop.index] = contact;
  }
}

}  // namespace

void declare_journal(World& world, Object& object, const LawUnit& unit, const ir::Contact& common) {
  const auto length = attribute_number(world, object, "length");
  if (!length) return;
  check_length(world, object, unit.pair, *length);
  const ClearanceParts& parts = clearance_parts(world, object);
  const ir::FrameId journal = end_frame(world, object, *object.ends.first);
  const ir::FrameId bearing = end_frame(world, object, *object.ends.second);
  ir::Contact contact = common;
  contact.concentric = false;  // the joint is
  contact.second = bearing;
  contact.first_shape = ir::Rim{unit.pair.sides[0].radius};
  contact.second_shape = ir::Bore{-unit.pair.sides[1].radius};
  const double share = 1.0 / static_cast<double>(parts.contacts.size());
  contact.law = law_id(world, part_of(unit.program, share));
  set_turning(world, object, unit.program, contact);
  if (unit.program.rigid()) check_rigid_contact(world, object, contact, unit.program);
  for (std::size_t end = 0; end < parts.contacts.size(); ++end) {
    contact.name = parts.contacts[end]->name;
    const ir::Vec3 middle{0, 0, (end == 0 ? -0.5 : 0.5) * *length};
    contact.first = shifted_frame(world, journal, contact.name, middle);
    world.scenario->contacts[parts.contacts[end]->index] = contact;
  }
  contact.first = journal;
  add_stops(world, object, parts, contact, *length);
  add_joint(world, object, parts, journal, bearing, common);
  world.scenario->clearances[parts.clearance].FN = normal_force(world, parts);
}

}  // namespace mbs::elaborate
