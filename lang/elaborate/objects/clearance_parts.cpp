#include "lang/elaborate/objects/clearance_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/ends.hpp"
#include "lang/elaborate/shapes/kinds.hpp"
#include "lang/elaborate/shapes/measures.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/world/clearance_parts.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

// Whether one of these attributes is given; what the declaration says counts before a default.
bool gives(Object& object, std::initializer_list<std::string_view> names, bool own) {
  for (const std::string_view name : names)
    if (const BoundAttribute* bound = find_bound(object, name); bound && (bound->own || !own))
      return true;
  return false;
}

Object& new_part(Declarations& declarations, Object& clearance, const std::string& family,
                 int number, int index) {
  Object& part = new_object(declarations, info(ObjectKind::contact),
                            fmt::format("{}.{}[{}]", clearance.name, family, number),
                            clearance.span, *clearance.scope);
  part.owner = &clearance;
  part.index = index;
  return part;
}

int new_contact(Draft& draft, const Object& clearance) {
  auto& table = draft.scenario->contacts;
  ir::Contact& contact = table.emplace_back();
  contact.name = clearance.name;
  contact.origin = clearance.span;
  return static_cast<int>(table.size()) - 1;
}

ir::JointId new_joint(Draft& draft, const Object& clearance, const KindInfo& kind) {
  auto& table = draft.scenario->joints;
  ir::Joint& joint = table.emplace_back();
  joint.kind = kind.joint->kind;
  joint.name = clearance.name;
  joint.origin = clearance.span;
  return ir::JointId{static_cast<std::int32_t>(table.size()) - 1};
}

// Corners by the walls that each of them meets; in the plane there is one pair of walls.
int contacts_of(World& world, Object& object, Fit fit) {
  if (fit == Fit::journal) return 2;
  if (fit == Fit::block) return world.spatial ? 8 * 2 : 4;
  const MeetingCorners corners = meeting_corners(world, object);
  return corners.first + corners.second;
}

const char* name_of_parts(Fit fit) {
  return fit == Fit::journal ? "rim" : fit == Fit::block ? "wall" : "corner";
}

bool is_departure(std::string_view result) {
  return result == "v_out" || result == "P_out" || result == "W_out";
}

bool has_corners(const ShapeValue& shape) {
  return geometry(shape).corners != nullptr;
}

// What a polygon can touch with two corners at a time; from inside, or along an edge.
bool meets_corners(const ShapeValue& shape) {
  return has_corners(shape) || shape.kind == ShapeKind::plane || shape.kind == ShapeKind::ring;
}

int new_shared(Draft& draft, const Object& clearance, const ClearanceParts& parts) {
  auto& table = draft.scenario->clearances;
  ir::SharedClearance& shared = table.emplace_back();
  shared.name = clearance.name;
  shared.origin = clearance.span;
  shared.joint = parts.joint;
  for (const Object* part : parts.all()) shared.contacts.push_back({part->index});
  return static_cast<int>(table.size()) - 1;
}

}  // namespace

Fit fit_of(const Declarations& declarations, Object& object) {
  if (object.type() != ObjectKind::clearance) return Fit::round;
  for (const bool own : {true, false}) {
    if (gives(object, {"block"}, own)) return Fit::block;
    if (gives(object, {"journal", "bearing"}, own))
      return declarations.spatial ? Fit::journal : Fit::round;
    if (gives(object, {"ball", "socket"}, own)) return Fit::round;
  }
  return Fit::round;
}

bool is_journal(const Declarations& declarations, Object& object) {
  return fit_of(declarations, object) == Fit::journal;
}

bool is_block(const Declarations& declarations, Object& object) {
  return fit_of(declarations, object) == Fit::block;
}

bool has_rigid_law(World& world, Object& contact) {
  const auto value = attribute(world, contact, "law");
  const auto* law = value ? value->get<LawValue>() : nullptr;
  if (!law || !law->law) return false;
  const auto& items = std::get<ast::Law>(law->law->statement->node).items;
  return std::ranges::any_of(items, [](const ast::LawItem& item) {
    const auto* assign = std::get_if<ast::Assign>(&item.node);
    return assign && !assign->rate && is_departure(assign->target.name);
  });
}

MeetingCorners meeting_corners(World& world, Object& contact) {
  if (contact.type() != ObjectKind::contact || contact.owner || world.spatial) return {};
  if (!has_rigid_law(world, contact) || !resolve_ends(world, contact)) return {};
  const auto first = shape_of(world, *contact.ends.first);
  const auto second = shape_of(world, *contact.ends.second);
  if (!first || !second) return {};
  const auto of = [](const ShapeValue& shape, const ShapeValue& other) {
    return has_corners(shape) && meets_corners(other)
               ? static_cast<int>(corner_centers(shape).size())
               : 0;
  };
  return {of(*first, *second), of(*second, *first)};
}

Fit whole_fit_of(World& world, Object& object) {
  const MeetingCorners corners = meeting_corners(world, object);
  return corners.first + corners.second > 0 ? Fit::corners : fit_of(world, object);
}

bool has_several_contacts(World& world, Object& object) {
  return whole_fit_of(world, object) != Fit::round;
}

ClearanceParts& clearance_parts(World& world, Object& clearance) {
  if (clearance.several) return *clearance.several;
  const Fit fit = whole_fit_of(world, clearance);
  auto parts = std::make_shared<ClearanceParts>();
  parts->name = name_of_parts(fit);
  const int contacts = contacts_of(world, clearance, fit);
  for (int k = 1; k <= contacts; ++k) {
    const int index = k == 1 ? clearance.index : new_contact(world, clearance);
    parts->contacts.push_back(&new_part(world, clearance, parts->name, k, index));
  }
  const double play = fit == Fit::journal ? axial_play(world, clearance) : 0;
  for (int k = 1; k <= 2 && play > 0 && std::isfinite(play); ++k)
    parts->stops.push_back(&new_part(world, clearance, "stop", k, new_contact(world, clearance)));
  if (fit != Fit::corners)
    parts->joint =
        new_joint(world, clearance, fit == Fit::journal ? journal_joint() : guide_joint());
  parts->clearance = new_shared(world, clearance, *parts);
  clearance.several = parts;
  return *parts;
}

double axial_play(World& world, Object& journal) {
  return attribute_number(world, journal, "axial").value_or(0);
}

bool is_stop(const Object& contact) {
  const Object* owner = contact.owner;
  return owner && owner->several && std::ranges::count(owner->several->stops, &contact) > 0;
}

}  // namespace mbs::elaborate
