#include "lang/elaborate/pairs/pair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/body_mass.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/objects/ends.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/objects/points.hpp"
#include "lang/elaborate/objects/space_signals.hpp"
#include "lang/elaborate/pairs/fits.hpp"
#include "lang/elaborate/pairs/space_shapes.hpp"
#include "lang/elaborate/pairs/unknown.hpp"
#include "lang/elaborate/shapes/kinds.hpp"
#include "lang/elaborate/shapes/measures.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/world/law_context.hpp"
#include "lang/syntax/unit_text.hpp"
#include "lang/text/suggest.hpp"

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

// A bare point is a tip, as sharp as a corner: under a law of force it has to bring a stiffness.
bool is_tip(const Object& end) {
  return end.type() == ObjectKind::point;
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
  const auto gives = [](Object& object) { return find_bound(object, "material") != nullptr; };
  result.refused = !result.material && (gives(contact) || gives(end) || (!ground && gives(body)));
  return result;
}

ShapeValue tip_shape() {
  ShapeValue shape;
  shape.kind = ShapeKind::sphere;
  shape.sizes = {0};
  return shape;
}

// What to write instead: one of the body's points that has a shape, if there is one.
std::string shape_hint(const Object& contact, Object& end) {
  if (is_body(end))
    for (Object* point : points_of(end))
      if (find_bound(*point, "shape"))
        return fmt::format(
            "its points have shapes: name one, as `{}`, or a whole family without its index",
            point->name);
  std::string hint = fmt::format(
      "give `{}` one: `shape = sphere(20 mm)`, `disc(20 mm, 5 mm)` or `plane`", end.name);
  if (is_body(end) && contact.type() == ObjectKind::contact)
    hint += fmt::format("; its centre of mass as a bare point is `{}.cm`", end.name);
  return hint;
}

}  // namespace

// The shape at an end: the point's own, else that of the body whose origin it is.
std::optional<ShapeValue> end_shape(World& world, Object& contact, Object& end) {
  if (auto shape = shape_of(world, end)) return shape;
  if (find_bound(end, "shape")) return std::nullopt;
  if (is_tip(end)) return tip_shape();
  report(world, Code::E0403, contact.span,
         fmt::format("`{}` needs a `shape` on `{}`", contact.title(), end.name))
      .hint = shape_hint(contact, end);
  return std::nullopt;
}

namespace {

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
bool fits_in_ring(Reports& reports, Object& contact, const ShapeValue& ring,
                  const ShapeValue& other) {
  if (!is_hollow(ring) || is_band(ring) || !is_round(other) || other.sizes[0] < ring.sizes[0])
    return true;
  report(reports, Code::E0411, contact.span,
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
  if (is_tip(*contact.ends.first) && is_tip(*contact.ends.second) &&
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
  const bool plane = shape.kind == ShapeKind::plane, cornered = geometry(shape).corners;
  const auto flat_all_over = [](const ShapeValue& wall) {
    return wall.kind == ShapeKind::plane || wall.kind == ShapeKind::ring;
  };
  side.radius = geometry(shape).radius(shape);
  side.sharp = side.radius == 0 && is_sharp(shape);
  if (cornered)
    side.varies = !flat_all_over(other);
  else  // an arc has another radius outside
    side.varies = is_hollow(shape) ? is_band(shape) : !plane && !is_round(shape);
}

// The smaller of the widths; a sphere or plane has none.
std::optional<double> common_length(const Shapes& shapes) {
  std::optional<double> length;
  for (const ShapeValue* shape : {&shapes.first, &shapes.second}) {
    if (shape->width) length = std::min(length.value_or(*shape->width), *shape->width);
  }
  return length;
}

// The clearance of a circle in a ring.
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
  for (const int side : {0, 1}) {
    Object& end = side == 0 ? *contact.ends.first : *contact.ends.second;
    pair.sides[side].tip = is_tip(end) && !shape_of(world, end);
  }
  pair.length = common_length(*shapes);
  pair.clearance = ring_clearance(pair);
  return true;
}

}  // namespace

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

// ---- `pair.E1` and the like, or why there is none
// ------------------------------------------------

namespace {

struct Missing {
  std::string reason;
  std::string hint;
};

// The parameter whose default is being evaluated: it can be given instead.
std::string instead(const Evaluation& evaluation) {
  for (auto s = evaluation.stack.rbegin(); s != evaluation.stack.rend(); ++s) {
    if ((*s)->is_default) return fmt::format(" or set `{}` yourself", (*s)->name);
  }
  return "";
}

Value missing(Evaluation& evaluation, const std::string& field, const ast::Expr& expr,
              const Missing& why, LawContext* law) {
  if (law && std::exchange(law->lacks_data, true)) return Poison{};  // one message per law
  const Span site = law ? law->site : expr.span;
  const std::string name = law ? law->name : "this";
  Diagnostic& d = report(evaluation, Code::E0409, site.source < 0 ? expr.span : site,
                         fmt::format("`{}` needs `pair.{}`, but {}", name, field, why.reason));
  if (!why.hint.empty()) d.hint = why.hint + instead(evaluation);
  return Poison{};
}

Dimension dimension_of(const FieldInfo& field) {
  Dimension dimension;
  for (const ast::UnitFactor& factor : read_unit(field.unit).factors)
    dimension = dimension * pow(find_unit(factor.symbol)->dimension, factor.exponent);
  return dimension;
}

// What a definition that is checked by itself knows of the field: materials are no numbers.
Value unknown_field(const FieldInfo& field, Scope& scope) {
  if (field.name.starts_with("mat")) return Poison{};
  const auto number = &field - pair_fields().data();
  Scalar scalar;
  scalar.node = unknown(*scope.graph, Unknown::pair_field, static_cast<int>(number));
  scalar.dimension = dimension_of(field);
  scalar.placeholder = true;
  return scalar;
}

Value material_field(World& world, const Pair::Side& side, const std::string& field,
                     const ast::Expr& expr, LawContext* law) {
  if (side.refused) return Poison{};
  if (!side.material) {
    return missing(world, field, expr,
                   {fmt::format("`{}` has no material", side.name),
                    fmt::format("give `{}` one (`material = steel`)", side.name)},
                   law);
  }
  const std::string name = field.substr(0, field.size() - 1);
  if (name == "mat") return ObjectValue{side.material};
  const auto value = attribute(world, *side.material, name);
  if (!value) {
    return missing(world, field, expr,
                   {fmt::format("material `{}` has no `{}`", side.material->name, name),
                    fmt::format("add `{} = …` to it", name)},
                   law);
  }
  return *value;
}

// A constant, or what the run finds where the contact begins.
Value radius_field(World& world, const Pair& pair, const std::string& field, const ast::Expr& expr,
                   Scope& scope) {
  const Pair::Side& side = pair.sides[field.back() == '1' ? 0 : 1];
  if (side.tip)
    return missing(world, field, expr,
                   {fmt::format("the point at `{}` has no radius", side.name),
                    "give it one, `shape = sphere(1 mm)`, or take a law whose stiffness is given, "
                    "`hooke(1e8 N/m)`,"},
                   scope.law);
  if (side.sharp) {
    const char* way = pair.clearance  ? "take a law whose stiffness is given, `hooke(1e8 N/m)`,"
                      : world.spatial ? "round them: `box(a, b, c, 1 mm)`, `cylinder(R, L, 1 mm)`,"
                                      : "round them: `polygon(corners, 1 mm)`,";
    return missing(world, field, expr, {fmt::format("`{}` has sharp corners", side.name), way},
                   scope.law);
  }
  if (side.face || side.edges)
    return missing(world, field, expr,
                   {side.face ? fmt::format("`{}` has a flat end face", side.name)
                              : fmt::format("`{}` can lie along a line or flat", side.name),
                    "take a law whose stiffness is given, `hooke(1e8 N/m)`,"},
                   scope.law);
  if (!side.varies) return constant_scalar(side.radius, dim::length);
  Scalar scalar;
  const LawInput& input = *find_pair_input(field);
  scalar.node = scope.graph->slot({.kind = *input.slot});
  scalar.dimension = input.dimension;
  scalar.signal = &expr;
  return scalar;
}

Value optional_field(Evaluation& evaluation, const Pair& pair, const std::string& field,
                     const ast::Expr& expr, LawContext* law) {
  const bool length = field == "length";
  const auto& value = length ? pair.length : pair.clearance;
  if (value) return constant_scalar(*value, dim::length);
  if (length) {
    return missing(evaluation, field, expr,
                   {fmt::format("`{}` has no length", pair.contact),
                    "add `length = …` to the clearance, or a width to the shape"},
                   law);
  }
  return missing(evaluation, field, expr,
                 {fmt::format("`{}` is not a clearance", pair.contact), ""}, law);
}

}  // namespace

Value pair_field(World& world, const Pair& pair, const ast::Identifier& field,
                 const ast::Expr& expr, Scope& scope) {
  const auto& fields = pair_fields();
  const auto known = std::ranges::find(fields, field.name, &FieldInfo::name);
  if (known == fields.end()) {
    std::vector<std::string> names;
    for (const FieldInfo& info : fields) names.emplace_back(info.name);
    const auto near = suggest(field.name, names);
    report(world, Code::E0301, field.span, fmt::format("`pair` has no `{}`", field.name),
           near ? fmt::format("did you mean `{}`?", *near) : "");
    return Poison{};
  }
  if (pair.placeholder) return unknown_field(*known, scope);
  if (field.name == "length" || field.name == "clearance")
    return optional_field(world, pair, field.name, expr, scope.law);
  if (field.name[0] == 'R') return radius_field(world, pair, field.name, expr, scope);
  const Pair::Side& side = pair.sides[field.name.back() == '1' ? 0 : 1];
  if (field.name[0] == 'm' && field.name[1] != 'a') return constant_scalar(side.mass, dim::mass);
  return material_field(world, side, field.name, expr, scope.law);
}

}  // namespace mbs::elaborate
