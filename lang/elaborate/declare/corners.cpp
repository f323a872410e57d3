#include "lang/elaborate/declare/corners.hpp"

#include "lang/elaborate/declare/law_id.hpp"
#include "lang/elaborate/declare/rigid_contacts.hpp"
#include "lang/elaborate/declare/several.hpp"
#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/objects/places.hpp"
#include "lang/elaborate/shapes/corner_edges.hpp"
#include "lang/elaborate/shapes/measures.hpp"
#include "lang/elaborate/world/clearance_parts.hpp"

namespace mbs::elaborate {
namespace {

struct Corner {
  ir::FrameId frame;
  ir::Shape shape;
};

Corner corner_at(World& world, const std::string& name, ir::FrameId end, const ShapeValue& polygon,
                 std::size_t corner) {
  const ir::Vec2 at = corner_centers(polygon)[corner];
  return {shifted_frame(world, end, name, {at.x, at.y, 0}),
          lone_corner(polygon, corner, world.spatial)};
}

}  // namespace

void declare_corners(World& world, Object& object, const LawUnit& unit, const ir::Contact& common) {
  const ClearanceParts& parts = clearance_parts(world, object);
  const MeetingCorners count = meeting_corners(world, object);
  const ShapeValue first = *shape_of(world, *object.ends.first);
  const ShapeValue second = *shape_of(world, *object.ends.second);
  ir::Contact contact = common;
  contact.law = law_id(world, unit.program);
  check_rigid_contact(world, object, contact, unit.program);
  const ir::FrameId ends[] = {frame_of(world, *object.ends.first),
                              frame_of(world, *object.ends.second)};
  for (std::size_t k = 0; k < parts.contacts.size(); ++k) {
    const bool of_first = static_cast<int>(k) < count.first;
    contact.name = parts.contacts[k]->name;
    const std::size_t corner = of_first ? k : k - static_cast<std::size_t>(count.first);
    const Corner own =
        corner_at(world, contact.name, ends[of_first ? 0 : 1], of_first ? first : second, corner);
    contact.first = of_first ? own.frame : ends[0];
    contact.second = of_first ? ends[1] : own.frame;
    contact.first_shape = of_first ? own.shape : common.first_shape;
    contact.second_shape = of_first ? common.second_shape : own.shape;
    world.scenario->contacts[parts.contacts[k]->index] = contact;
  }
  world.scenario->clearances[parts.clearance].FN = normal_force(world, parts);
}

}  // namespace mbs::elaborate
