// Contacts and clearances: shapes, radii, materials, laws.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "lang/elaborate/declare/declare.hpp"
#include "lang/elaborate/declare/space.hpp"
#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/laws/rigid.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/objects/switching.hpp"
#include "lang/elaborate/values/corner_edges.hpp"
#include "lang/elaborate/values/shapes.hpp"
#include "lang/elaborate/world/describe.hpp"

namespace mbs::elaborate {
namespace {

struct Radii {
  double journal = 0, bearing = 0;
};

// The names of the inner and the outer radius, and of what lies between them.
using RadiusNames = std::array<const char*, 3>;
constexpr RadiusNames journal_names{"journal", "bearing", "clearance"};
constexpr RadiusNames ball_names{"ball", "socket", "clearance"};

// In the plane a ball in its socket is the same as a journal in its bearing.
const RadiusNames& radius_names(const Declarations& declarations, Object& contact) {
  const bool ball = declarations.spatial
                        ? !is_journal(declarations, contact)
                        : find_bound(contact, "ball") || find_bound(contact, "socket");
  return ball ? ball_names : journal_names;
}

std::string quoted(const RadiusNames& names) {
  return fmt::format("`{}`, `{}`, `{}`", names[0], names[1], names[2]);
}

// Two of journal, bearing and clearance make the third; those written in the declaration come
// before those of a `default`.
std::optional<Radii> clearance_radii(World& world, Object& contact) {
  const RadiusNames& names = radius_names(world, contact);
  std::vector<const BoundAttribute*> own, all;
  for (const char* name : names) {
    const BoundAttribute* bound = find_bound(contact, name);
    if (bound) all.push_back(bound);
    if (bound && bound->own) own.push_back(bound);
  }
  const auto& used = own.size() >= 2 ? own : all;
  if (used.size() == 3) {
    Diagnostic& d = report(world, Code::E0404, used[2]->attribute->name.span,
                           fmt::format("give two of {}, not three", quoted(names)));
    d.hint = fmt::format("the third follows: clearance = {} - {}", names[1], names[0]);
    return std::nullopt;
  }
  if (used.size() < 2) {
    report(world, Code::E0403, contact.span,
           fmt::format("`{}` needs two of {}", contact.title(), quoted(names)))
        .hint = fmt::format("for instance `{} = 10 mm, clearance = 0.5 mm`", names[1]) +
                (world.spatial && &names == &ball_names
                     ? ", or of a journal `bearing = 10 mm, clearance = 0.5 mm, length = 20 mm`"
                     : "");
    return std::nullopt;
  }
  const auto value = [&](const char* name) -> std::optional<double> {
    const bool in_use = std::any_of(used.begin(), used.end(), [&](const BoundAttribute* b) {
      return b->attribute->name.name == name;
    });
    return in_use ? attribute_number(world, contact, name) : std::nullopt;
  };
  const auto journal = value(names[0]), bearing = value(names[1]), gap = value(names[2]);
  if ((journal ? 1 : 0) + (bearing ? 1 : 0) + (gap ? 1 : 0) < 2) return std::nullopt;  // reported
  Radii radii;
  radii.bearing = bearing ? *bearing : *journal + *gap;
  radii.journal = journal ? *journal : *bearing - *gap;
  if (radii.journal > 0 && radii.bearing > radii.journal) return radii;
  report(world, Code::E0411, used[1]->attribute->value->span,
         radii.journal <= 0 ? fmt::format("the clearance must be smaller than the {}", names[1])
                            : fmt::format("the {} must be larger than the {}", names[1], names[0]));
  return std::nullopt;
}

Object* side_material(World& world, Object& contact, Object& end, int side) {
  if (is_joint(contact)) return surface_material(world, end);
  const auto value = attribute(world, contact, "material");
  if (value && value->get<ObjectValue>()) return value->get<ObjectValue>()->object;
  if (const auto* list = value ? value->get<ListValue>() : nullptr)
    return (*list->items)[side].get<ObjectValue>()->object;
  return surface_material(world, end);
}

Pair::Side side_of(World& world, Object& contact, Object& end, int side, double radius) {
  Pair::Side result;
  Object& body = body_of(end);
  const bool ground = &body == world.ground;
  result.name = !ground ? body.name : &end == world.ground ? contact.name : end.name;
  result.radius = radius;
  result.mass = ground ? std::numeric_limits<double>::infinity()
                       : body_mass(world, body).value_or(std::numeric_limits<double>::infinity());
  result.material = side_material(world, contact, end, side);
  return result;
}

// A bare point that strikes under a rigid law, which asks for no radius.
bool is_tip(World& world, Object& contact, Object& end) {
  return end.type() == ObjectKind::point && has_rigid_law(world, contact);
}

ShapeValue tip_shape() {
  ShapeValue shape;
  shape.kind = ShapeKind::sphere;
  shape.sizes = {0};
  return shape;
}

// What to write instead: one of the body's points that has a shape, if there is one.
std::string shape_hint(Object& end) {
  if (is_body(end))
    for (Object* point : points_of(end))
      if (find_bound(*point, "shape"))
        return fmt::format(
            "its points have shapes: name one, as `{}`, or a whole family without its index",
            point->name);
  return fmt::format("give `{}` one: `shape = sphere(20 mm)`, `disc(20 mm, 5 mm)` or `plane`",
                     end.name);
}

// The shape at an end: the point's own, else that of the body whose origin it is.
std::optional<ShapeValue> end_shape(World& world, Object& contact, Object& end) {
  if (auto shape = shape_of(world, end)) return shape;
  if (find_bound(end, "shape")) return std::nullopt;
  if (is_tip(world, contact, end)) return tip_shape();
  report(world, Code::E0403, contact.span,
         fmt::format("`{}` needs a `shape` on `{}`", contact.title(), end.name))
      .hint = shape_hint(end);
  return std::nullopt;
}

struct Shapes {
  ShapeValue first, second;
};

bool is_round(const ShapeValue& shape) {
  return info(shape.kind).round;
}

bool is_hollow(const ShapeValue& shape) {
  return info(shape.kind).hollow;
}

// An arc that can be touched from outside, too.
bool is_band(const ShapeValue& shape) {
  return shape.kind == ShapeKind::arc && shape.sizes.size() > 1;
}

// A circle in a ring is known to be smaller; whether another shape turns freely in it is not asked.
bool fits_in_ring(World& world, Object& contact, const ShapeValue& ring, const ShapeValue& other) {
  if (!is_hollow(ring) || is_band(ring) || !is_round(other) || other.sizes[0] < ring.sizes[0])
    return true;
  report(world, Code::E0411, contact.span,
         fmt::format("the {} must be larger than what is in it", info(ring.kind).name));
  return false;
}

bool can_touch(const ShapeValue& a, const ShapeValue& b) {
  const auto flat = [](const ShapeValue& shape) {
    return shape.kind == ShapeKind::plane || is_hollow(shape);
  };
  if (!contact_shape(a) || !contact_shape(b) || (flat(a) && flat(b))) return false;
  return (a.kind != ShapeKind::arc || is_round(b)) && (b.kind != ShapeKind::arc || is_round(a));
}

std::optional<Shapes> contact_shapes(World& world, Object& contact) {
  const auto a = end_shape(world, contact, *contact.ends.first);
  const auto b = end_shape(world, contact, *contact.ends.second);
  if (!a || !b) return std::nullopt;
  if (world.spatial) {
    if (!check_shapes_in_space(world, contact, *a, *b)) return std::nullopt;
    return Shapes{*a, *b};
  }
  if (is_tip(world, contact, *contact.ends.first) && is_tip(world, contact, *contact.ends.second) &&
      !shape_of(world, *contact.ends.first) && !shape_of(world, *contact.ends.second)) {
    report(world, Code::E0407, contact.span, "no contact between two points without a shape").hint =
        "give one of them a shape: `shape = plane`, `sphere(5 mm)`";
    return std::nullopt;
  }
  if (can_touch(*a, *b)) {
    if (!fits_in_ring(world, contact, *a, *b) || !fits_in_ring(world, contact, *b, *a)) return {};
    return Shapes{*a, *b};
  }
  report(world, Code::E0407, contact.span,
         fmt::format("no contact between {} and {}", with_article(info(a->kind).name),
                     with_article(info(b->kind).name)))
      .hint =
      "there is contact of spheres, discs, ellipses, superellipses, polygons, boxes and curves "
      "with each other, with planes, and inside a ring; of spheres and discs inside an arc";
  return std::nullopt;
}

// The radius that laws see. An ellipse has one at each point, a polygon that of its corners or,
// where something else touches its edges, inf; only a plane meets corners alone.
void set_radius(Pair::Side& side, const ShapeValue& shape, const ShapeValue& other) {
  switch (shape.kind) {
    case ShapeKind::plane:
      side.radius = std::numeric_limits<double>::infinity();
      return;
    case ShapeKind::ring:
    case ShapeKind::arc:
    case ShapeKind::socket:
      side.radius = -shape.sizes[0];
      side.varies = is_band(shape);  // another one outside
      return;
    case ShapeKind::polygon:
    case ShapeKind::box:
      side.radius = shape.kind == ShapeKind::box ? 0 : shape.sizes[0];
      side.sharp = side.radius == 0;
      side.varies = other.kind != ShapeKind::plane && other.kind != ShapeKind::ring;
      return;
    default:
      side.radius = shape.sizes.empty() ? 0 : shape.sizes[0];
      side.sharp = side.radius == 0 && shape.kind == ShapeKind::sphere;
      side.varies = !is_round(shape);
  }
}

// The smaller of the widths; a sphere or plane has none.
std::optional<double> common_length(const Shapes& shapes) {
  std::optional<double> length;
  for (const ShapeValue* shape : {&shapes.first, &shapes.second}) {
    if (shape->width) length = std::min(length.value_or(*shape->width), *shape->width);
  }
  return length;
}

// Of a circle in a ring.
std::optional<double> ring_clearance(const Pair& pair) {
  const double a = pair.sides[0].radius, b = pair.sides[1].radius;
  if (pair.sides[0].varies || pair.sides[1].varies || !(a * b < 0) || std::isinf(a * b)) return {};
  return -(a + b);
}

// Corners without a radius on flat walls.
bool fill_block(World& world, Object& contact, Pair& pair) {
  pair.sides[0] = side_of(world, contact, *contact.ends.first, 0, 0);
  pair.sides[0].sharp = true;
  pair.sides[1] =
      side_of(world, contact, *contact.ends.second, 1, std::numeric_limits<double>::infinity());
  pair.length = attribute_number(world, contact, "length");
  pair.clearance = attribute_number(world, contact, "clearance");
  return pair.clearance.has_value();
}

// The end face of a journal, flat on a flat wall.
void fill_stop(World& world, Object& contact, Pair& pair) {
  constexpr double flat = std::numeric_limits<double>::infinity();
  pair.sides[0] = side_of(world, *contact.owner, *contact.ends.first, 0, flat);
  pair.sides[1] = side_of(world, *contact.owner, *contact.ends.second, 1, flat);
  pair.sides[0].face = pair.sides[1].face = true;
}

bool fill_clearance(World& world, Object& contact, Pair& pair) {
  if (!check_fit(world, contact)) return false;
  if (is_block(world, contact)) return fill_block(world, contact, pair);
  const auto radii = clearance_radii(world, contact);
  if (!radii) return false;
  pair.sides[0] = side_of(world, contact, *contact.ends.first, 0, radii->journal);
  pair.sides[1] = side_of(world, contact, *contact.ends.second, 1, -radii->bearing);
  pair.length = attribute_number(world, contact, "length");
  pair.clearance = radii->bearing - radii->journal;
  return true;
}

bool fill_contact(World& world, Object& contact, Pair& pair) {
  const auto shapes = contact_shapes(world, contact);
  if (!shapes) return false;
  pair.sides[0] = side_of(world, contact, *contact.ends.first, 0, 0);
  pair.sides[1] = side_of(world, contact, *contact.ends.second, 1, 0);
  const auto set = world.spatial ? set_radius_in_space : set_radius;
  set(pair.sides[0], shapes->first, shapes->second);
  set(pair.sides[1], shapes->second, shapes->first);
  pair.length = common_length(*shapes);
  pair.clearance = ring_clearance(pair);
  return true;
}

bool same_program(const ir::LawProgram& a, const ir::LawProgram& b) {
  return a.text == b.text && a.friction_text == b.friction_text && a.FN == b.FN && a.FT == b.FT &&
         a.FT_vector == b.FT_vector && a.stick == b.stick && a.vt_out == b.vt_out &&
         a.departure == b.departure && a.out == b.out && a.graph == b.graph && a.given == b.given &&
         a.signals.size() == b.signals.size();
}

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
    if (unit.program.rigid() && is_lone_corner(world, end))
      return lone_corner(*shape_of(world, *end.owner), static_cast<std::size_t>(end.corner),
                         world.spatial);
    const ShapeValue shape = *end_shape(world, object, end);
    return world.spatial ? *space_contact_shape(shape) : *contact_shape(shape);
  };
  contact.first_shape = shape_at(*object.ends.first);
  contact.second_shape = shape_at(*object.ends.second);
}

// A block slides on its corners.
void refuse_turning(World& world, Object& block) {
  for (const char* name : {"rolling", "spinning"})
    if (const BoundAttribute* bound = find_bound(block, name))
      report(world, Code::E0408, bound->attribute->name.span,
             fmt::format("a block in its guide has no `{}`", name))
          .hint = "its corners slide on the walls, and nothing turns there";
}

void check_attributes(World& world, Object& object) {
  require_attribute(world, object, "law", "for instance `law = lankarani_nikravesh(ce = 0.9)`");
  for (BoundAttribute& bound : object.attributes)
    attribute(world, object, bound.attribute->name.name);
}

}  // namespace

void set_turning(World& world, Object& object, const ir::LawProgram& law, ir::Contact& contact) {
  contact.rolling = attribute_number(world, object, "rolling").value_or(0);
  contact.spinning = attribute_number(world, object, "spinning").value_or(0);
  for (const char* name : {"rolling", "spinning"}) {
    const BoundAttribute* bound = find_bound(object, name);
    if (!bound) continue;
    if (law.rigid()) {
      report(world, Code::E0408, bound->attribute->name.span,
             fmt::format("a rigid contact cannot resist `{}` yet", name))
          .hint =
          "a law of force does, with a friction that is smooth at rest: "
          "`coulomb_tanh(mu = 0.1, vr = 1 mm/s)`";
      continue;
    }
    const bool resists = (name == std::string("rolling") ? contact.rolling : contact.spinning) > 0;
    if (resists && !check_turning_in_space(world, object, law, name)) return;
  }
}

ir::Shape ir_shape(const ShapeValue& shape) {
  if (shape.kind == ShapeKind::plane) return ir::HalfPlane{};
  return ir::Circle{shape.sizes[0], false};
}

ir::LawId law_id(Draft& draft, const ir::LawProgram& program) {
  auto& laws = draft.scenario->laws;
  for (std::size_t i = 0; i < laws.size(); ++i) {
    if (same_program(laws[i], program)) return ir::LawId{static_cast<std::int32_t>(i)};
  }
  laws.push_back(program);
  return ir::LawId{static_cast<std::int32_t>(laws.size()) - 1};
}

bool fill_pair(World& world, Object& contact, Pair& pair) {
  pair.contact = contact.name;
  if (!resolve_ends(world, contact)) return false;
  if (is_stop(contact)) return fill_stop(world, contact, pair), true;
  return contact.type() == ObjectKind::clearance ? fill_clearance(world, contact, pair)
                                                 : fill_contact(world, contact, pair);
}

bool fill_joint_pair(World& world, Object& joint, Pair& pair) {
  pair.contact = joint.name;
  if (!resolve_ends(world, joint)) return false;
  constexpr double flat = std::numeric_limits<double>::infinity();
  const double radius = find_attribute(*joint.kind, "radius")
                            ? attribute_number(world, joint, "radius").value_or(flat)
                            : flat;
  pair.sides[0] = side_of(world, joint, *joint.ends.first, 0, radius);
  pair.sides[1] = side_of(world, joint, *joint.ends.second, 1, std::isinf(radius) ? flat : -radius);
  return true;
}

void declare_contact(World& world, Object& object) {
  check_attributes(world, object);
  const LawUnit* unit = law_of(world, object);
  if (!unit || !different_bodies(world, object)) return;
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
