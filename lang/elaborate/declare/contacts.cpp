#include "lang/elaborate/declare/contacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "lang/elaborate/declare/blocks.hpp"
#include "lang/elaborate/declare/bodies.hpp"
#include "lang/elaborate/declare/corners.hpp"
#include "lang/elaborate/declare/journals.hpp"
#include "lang/elaborate/declare/law_id.hpp"
#include "lang/elaborate/declare/rigid_contacts.hpp"
#include "lang/elaborate/declare/turning.hpp"
#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/objects/places.hpp"
#include "lang/elaborate/objects/switching.hpp"
#include "lang/elaborate/pairs/pair.hpp"
#include "lang/elaborate/pairs/space_shapes.hpp"
#include "lang/elaborate/shapes/corner_edges.hpp"
#include "lang/elaborate/shapes/measures.hpp"
#include "lang/elaborate/shapes/solids.hpp"
#include "lang/elaborate/world/describe.hpp"

namespace mbs::elaborate {
namespace {

// Where the forces act: the part of the way from the journal's surface to the bearing's.
double lever_of(World& world, Object& object) {
  const auto value = attribute(world, object, "lever");
  const std::string word = value ? to_text(*value) : "midway";
  return word == "journal" ? 0 : word == "bearing" ? 1 : 0.5;
}

// Rims and caps are none.
bool is_lone_corner(World& world, Object& end) {
  return end.corner >= 0 && corner_name(*shape_of(world, *end.owner)) == "corner";
}

void set_shapes(World& world, Object& object, const LawUnit& unit, ir::Contact& contact) {
  const Pair& pair = unit.pair;
  if (object.type() == ObjectKind::clearance) {
    contact.clearance = true;
    contact.first_shape = ir::Circle{pair.sides[0].radius, false};
    contact.second_shape = ir::Circle{-pair.sides[1].radius, true};
    const auto start = attribute(world, object, "start");
    contact.concentric = !start || to_text(*start) == "concentric";
    contact.lever = lever_of(world, object);
    return;
  }
  const auto shape_at = [&](Object& end) -> ir::Shape {
    if (end.edge >= 0) return straight_edges(*shape_of(world, *end.owner))[end.edge].edge;
    if (unit.program.rigid() && is_lone_corner(world, end))
      return lone_corner(*shape_of(world, *end.owner), static_cast<std::size_t>(end.corner),
                         world.spatial);
    const ShapeValue shape = *end_shape(world, object, end);
    return world.spatial ? *space_contact_shape(shape) : *contact_shape(shape);
  };
  contact.first_shape = shape_at(*object.ends.first);
  contact.second_shape = shape_at(*object.ends.second);
}

bool check_hollow(World& world, Object& object, const ir::LawProgram& law) {
  Object &first = *object.ends.first, &second = *object.ends.second;
  if (!world.spatial || !law.rigid() || object.type() == ObjectKind::clearance || first.edge >= 0)
    return true;
  const auto a = shape_of(world, first), b = shape_of(world, second);
  return !a || !b || check_rigid_in_hollow(world, object, *a, *b);
}

// Edges meet edges alone, sharp ones, and under laws that let bodies touch without overlap: where a
// crossing passes the end of an edge a force would jump.
bool check_edges(World& world, Object& contact, const ir::LawProgram& law) {
  if (contact.ends.first->edge < 0) return true;
  const auto refuse = [&](std::string_view what, std::string_view hint) {
    report(world, Code::E0407, contact.span,
           fmt::format("`{}` joins edges, and {}", contact.title(), what))
        .hint = hint;
    return false;
  };
  for (Object* end : {contact.ends.first, contact.ends.second})
    if (shape_of(world, *end)->sizes[0] > 0)
      return refuse(fmt::format("those of `{}` are rounded", end->owner->name),
                    "edges that meet are sharp: leave the rounding out");
  if (!law.rigid())
    return refuse(fmt::format("`{}` is a law of force", law.name),
                  "edges meet under rigid laws: `newton(0.5)`, `unilateral`");
  return true;
}

// A block slides on its corners.
void refuse_turning(Reports& reports, Object& block) {
  for (const char* name : {"rolling", "spinning"})
    if (const BoundAttribute* bound = find_bound(block, name))
      report(reports, Code::E0408, bound->attribute->name.span,
             fmt::format("a block in its guide has no `{}`", name))
          .hint = "its corners slide on the walls, and nothing turns there";
}

void check_attributes(World& world, Object& object) {
  require_attribute(world, object, "law", "for instance `law = lankarani_nikravesh(ce = 0.9)`");
  for (BoundAttribute& bound : object.attributes)
    attribute(world, object, bound.attribute->name.name);
}

}  // namespace

void declare_contact(World& world, Object& object) {
  check_attributes(world, object);
  const LawUnit* unit = law_of(world, object);
  if (!unit || !different_bodies(world, object)) return;
  if (!check_edges(world, object, unit->program)) return;
  if (!check_hollow(world, object, unit->program)) return;
  ir::Contact contact;
  contact.name = object.name;
  contact.origin = object.span;
  contact.activity = activity_of(world, object);
  set_shapes(world, object, *unit, contact);
  contact.m1 = unit->pair.sides[0].mass;
  contact.m2 = unit->pair.sides[1].mass;
  check_restored_sliding(world, object, unit->program);
  if (unit->program.rigid()) contact.hertz = hertz_stiffness(world, unit->pair);
  const auto start = attribute(world, object, "start");
  contact.starts_closed = !contact.clearance && start && to_text(*start) == "closed";
  if (is_block(world, object)) {
    refuse_turning(world, object);
    return declare_block(world, object, *unit, contact);
  }
  if (has_several_contacts(world, object) && !is_journal(world, object))
    return declare_corners(world, object, *unit, contact);
  if (is_journal(world, object)) return declare_journal(world, object, *unit, contact);
  contact.first = frame_of(world, *object.ends.first);
  contact.second = frame_of(world, *object.ends.second);
  if (contact.clearance) contact.angle = attribute_initial(world, object, "angle");
  contact.law = law_id(world, unit->program);
  set_turning(world, object, unit->program, contact);
  if (unit->program.rigid()) check_rigid_contact(world, object, contact, unit->program);
  world.scenario->contacts[object.index] = std::move(contact);
}

}  // namespace mbs::elaborate
