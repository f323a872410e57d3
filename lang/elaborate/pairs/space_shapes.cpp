#include "lang/elaborate/pairs/space_shapes.hpp"

#include <fmt/format.h>

#include "lang/elaborate/shapes/kinds.hpp"
#include "lang/elaborate/shapes/solids.hpp"

namespace mbs::elaborate {
namespace {

Touching touching_of(const ShapeValue& shape) {
  return geometry(shape).touching(shape);
}

bool touch(Touching a, Touching b) {
  const auto endless = [](Touching k) { return k == Touching::plane || k == Touching::hollow; };
  return a != Touching::none && b != Touching::none && !(endless(a) && endless(b));
}

// A ball must be smaller than what it is in; whether another body has room is not asked.
bool fits(Reports& reports, Object& contact, const ShapeValue& outer, const ShapeValue& inner) {
  if (touching_of(outer) != Touching::hollow || touching_of(inner) != Touching::ball ||
      inner.sizes[0] < outer.sizes[0])
    return true;
  report(reports, Code::E0411, contact.span,
         fmt::format("the {} must be larger than what is in it", info(outer.kind).name));
  return false;
}

bool check_edge_ends(Reports& reports, const Object& contact) {
  if ((contact.ends.first->edge < 0) == (contact.ends.second->edge < 0)) return true;
  report(reports, Code::E0407, contact.span,
         fmt::format("`{}` joins an edge with something else", contact.title()))
      .hint =
      "edges meet edges alone, `contact e: a.edge to b.edge`; faces meet corners, spheres and "
      "caps, `contact c: a.corner to b`";
  return false;
}

}  // namespace

// A plane that says nothing faces along y, as in a planar script, unless things fall another way.
bool check_faces(World& world, Object& contact, const ShapeValue& shape) {
  const ir::Vec3 gravity = world.scenario->gravity;
  const bool as_in_plane = gravity.x == 0 && gravity.z == 0;
  if (shape.kind != ShapeKind::plane || shape.normal || as_in_plane) return true;
  report(world, Code::E0403, contact.span,
         fmt::format("`{}` meets a `plane` that does not say which way it faces", contact.title()))
      .hint = "give its outward normal: `shape = plane(z)`";
  return false;
}

bool check_shapes_in_space(World& world, Object& contact, const ShapeValue& a,
                           const ShapeValue& b) {
  if (!check_faces(world, contact, a) || !check_faces(world, contact, b)) return false;
  if (!check_edge_ends(world, contact)) return false;
  if (touch(touching_of(a), touching_of(b)))
    return fits(world, contact, a, b) && fits(world, contact, b, a);
  report(world, Code::E0407, contact.span,
         fmt::format("no contact between {} and {} in space yet", with_article(info(a.kind).name),
                     with_article(info(b.kind).name)))
      .hint =
      "there is contact of all bodies with each other, with planes, in sockets and in rings";
  return false;
}

namespace {

// What touches a hollow instead of a whole body.
std::string way_into_hollow(const Object& contact, const ShapeValue& inner, bool first) {
  const Object& end = first ? *contact.ends.first : *contact.ends.second;
  const Object& other = first ? *contact.ends.second : *contact.ends.first;
  const std::string name(corner_name(inner));
  if (!space_corner_centers(inner).empty() && name != "rim")
    return fmt::format("each {0} of it touches for itself: `contact c: {1}.{0} to {2}`", name,
                       end.name, other.name);
  return "rigid contact in sockets and rings is of spheres, ellipsoids, corners and caps: a prism "
         "with "
         "many corners stands for a disc; a law of force takes all shapes; a shaft in its bearing "
         "is a `clearance`";
}

}  // namespace

// A body lies in a hollow by several places at once, a disc by all of its rim. Where it is about
// to, the one that is farthest out goes round without bound, which forces follow and multipliers do
// not.
bool check_rigid_in_hollow(Reports& reports, const Object& contact, const ShapeValue& a,
                           const ShapeValue& b) {
  const bool first = touching_of(b) == Touching::hollow;
  if (!first && touching_of(a) != Touching::hollow) return true;
  const ShapeValue &inner = first ? a : b, &hollow = first ? b : a;
  const Touching how = touching_of(inner);
  if (how == Touching::ball || how == Touching::ellipsoid) return true;
  report(reports, Code::E0407, contact.span,
         fmt::format("no rigid contact of {} in {} in space yet",
                     with_article(info(inner.kind).name), with_article(info(hollow.kind).name)))
      .hint = way_into_hollow(contact, inner, first);
  return false;
}

// A ball alone has one radius everywhere; where a body with edges meets something else than a ball,
// its curvature depends on which of them it is.
void set_radius_in_space(PairSide& side, const ShapeValue& shape, const ShapeValue& other) {
  const auto round = [](const ShapeValue& of) {
    const Touching kind = touching_of(of);
    return kind == Touching::ball || kind == Touching::plane || of.kind == ShapeKind::socket;
  };
  const Touching kind = touching_of(shape), beside = touching_of(other);
  side.radius = geometry(shape).radius(shape);
  side.varies = kind != Touching::plane && !(round(shape) && round(other));
  side.sharp = is_sharp(shape);
  side.edges = (kind == Touching::core && !geometry(shape).prism && beside != Touching::ball) ||
               (kind == Touching::capsule && beside == Touching::plane);
}

}  // namespace mbs::elaborate
