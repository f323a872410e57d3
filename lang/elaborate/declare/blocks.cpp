#include "lang/elaborate/declare/blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lang/elaborate/declare/law_id.hpp"
#include "lang/elaborate/declare/rigid_contacts.hpp"
#include "lang/elaborate/declare/several.hpp"
#include "lang/elaborate/declare/space.hpp"
#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/world/clearance_parts.hpp"

namespace mbs::elaborate {
namespace {

// Signs of a corner's place, in the order of `corner[k]` of a box: around z, those at -z first.
ir::Vec3 corner_signs(int corner) {
  constexpr ir::Vec2 around[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  const ir::Vec2 at = around[corner % 4];
  return {at.x, at.y, corner < 4 ? -1.0 : 1.0};
}

double part(const ir::Vec3& v, int axis) {
  return axis == 1 ? v.y : v.z;
}

// One wall: across an axis of the guide, 1 or 2 for y or z, on the side of that sign.
struct Wall {
  int axis;
  double side;
  ir::FrameId frame;
};

class Guide {
 public:
  Guide(World& world, const std::string& name, ir::FrameId guide, const ir::Vec3& block,
        double play) {
    for (int axis = 1; axis <= (world.spatial ? 2 : 1); ++axis)
      for (const double side : {-1.0, 1.0}) {
        const double away = side * (part(block, axis) / 2 + play);
        const ir::Vec3 at = axis == 1 ? ir::Vec3{0, away} : ir::Vec3{0, 0, away};
        // In the plane the y axis of its frame is the outward normal.
        const double turn = side > 0 && !world.spatial ? std::numbers::pi : 0;
        walls_.push_back({axis, side, shifted_frame(world, guide, name + ".guide", at, turn)});
      }
  }

  const Wall& wall(int axis, double side) const {
    return walls_[static_cast<std::size_t>(2 * (axis - 1) + (side > 0 ? 1 : 0))];
  }

 private:
  std::vector<Wall> walls_;
};

ir::HalfPlane face_of(const Declarations& declarations, const Wall& wall) {
  if (!declarations.spatial) return {};
  return {wall.axis == 1 ? ir::Vec3{0, -wall.side} : ir::Vec3{0, 0, -wall.side}};
}

// A block whose diagonal passes between the walls has no corner that stays on its side.
struct Turning {
  double diagonal, between;  // m
};
std::vector<Turning> turnings(const Declarations& declarations, const ir::Vec3& block,
                              double play) {
  const auto about = [&](double along, double across, double held) {
    return Turning{std::hypot(along, across), held + 2 * play};
  };
  std::vector<Turning> all{about(block.x, block.y, block.y)};
  if (!declarations.spatial) return all;
  all.push_back(about(block.x, block.z, block.z));
  all.push_back(about(block.y, block.z, std::min(block.y, block.z)));
  return all;
}

void check_turning(World& world, Object& object, const ir::Vec3& block, double play) {
  for (const Turning& turning : turnings(world, block, play)) {
    if (turning.diagonal > turning.between) continue;
    report(world, Code::W0210, find_bound(object, "block")->attribute->value->span,
           fmt::format("`{}` can turn over in its guide: its diagonal is {:.4g} mm, and the walls "
                       "are {:.4g} mm apart",
                       object.name, turning.diagonal * 1e3, turning.between * 1e3))
        .hint =
        "each corner meets the wall on its own side alone; a longer block, or less clearance";
    return;
  }
}

void add_joint(World& world, Object& object, const ClearanceParts& parts, ir::FrameId block,
               ir::FrameId guide, bool concentric) {
  ir::Joint& joint = world.scenario->joints[parts.joint.index];
  joint.first = block;
  joint.second = guide;
  joint.coordinate = attribute_initial(world, object, "travel");
  joint.speed = attribute_initial(world, object, coordinate_rate);
  joint.concentric = concentric;
}

}  // namespace

void declare_block(World& world, Object& object, const LawUnit& unit, const ir::Contact& common) {
  const auto block = attribute_vector(world, object, "block");
  if (!block) return;
  const double play = *unit.pair.clearance;
  check_turning(world, object, *block, play);
  const ClearanceParts& parts = clearance_parts(world, object);
  const ir::FrameId own = end_frame(world, object, *object.ends.first);
  const ir::FrameId guide = end_frame(world, object, *object.ends.second);
  const Guide walls(world, object.name, guide, *block, play);
  const int corners = world.spatial ? 8 : 4;
  ir::Contact contact = common;
  contact.concentric = false;  // the joint is
  contact.first_shape = ir::Circle{};
  contact.law = law_id(world, part_of(unit.program, 2.0 / corners));
  if (unit.program.rigid()) check_rigid_contact(world, object, contact, unit.program);
  for (std::size_t k = 0; k < parts.contacts.size(); ++k) {
    const int corner = static_cast<int>(k) % corners, axis = 1 + static_cast<int>(k) / corners;
    const ir::Vec3 sign = corner_signs(corner);
    const Wall& wall = walls.wall(axis, part(sign, axis));
    contact.name = parts.contacts[k]->name;
    const ir::Vec3 at{sign.x * block->x / 2, sign.y * block->y / 2,
                      world.spatial ? sign.z * block->z / 2 : 0};
    contact.first = shifted_frame(world, own, contact.name, at);
    contact.second = wall.frame;
    contact.second_shape = face_of(world, wall);
    world.scenario->contacts[parts.contacts[k]->index] = contact;
  }
  add_joint(world, object, parts, own, guide, common.concentric && common.activity.at_start);
  ir::SharedClearance& shared = world.scenario->clearances[parts.clearance];
  shared.FN = normal_force(world, parts);
  shared.block = *block;
  shared.play = play;
}

}  // namespace mbs::elaborate
