// Which shapes touch in space, and what laws see of them.
#include <fmt/format.h>

#include <limits>

#include "lang/elaborate/declare/space.hpp"
#include "lang/elaborate/values/shapes.hpp"
#include "lang/elaborate/world/describe.hpp"

namespace mbs::elaborate {
namespace {

// How a shape touches. A tyre is a cylinder with one rim; solids have flat faces.
enum class Touching : std::uint8_t { none, ball, plane, socket, ellipsoid, tyre, capsule, solid };

Touching touching_of(const ShapeValue& shape) {
  switch (shape.kind) {
    case ShapeKind::sphere:
      return Touching::ball;
    case ShapeKind::plane:
      return Touching::plane;
    case ShapeKind::socket:
      return Touching::socket;
    case ShapeKind::ellipsoid:
      return Touching::ellipsoid;
    case ShapeKind::cylinder:
    case ShapeKind::disc:
      return shape.sizes[1] == 2 * shape.rounding ? Touching::tyre : Touching::solid;
    case ShapeKind::capsule:
      return Touching::capsule;
    case ShapeKind::box:
      return Touching::solid;
    default:
      return Touching::none;
  }
}

// They lie on planes with corners, rims or caps.
bool has_parts(Touching kind) {
  return kind == Touching::solid || kind == Touching::capsule;
}

bool touch(Touching a, Touching b) {
  const auto either = [&](Touching kind) { return a == kind || b == kind; };
  if (either(Touching::none)) return false;
  if (either(Touching::socket)) return a != b && either(Touching::ball);
  if (either(Touching::plane)) return a != b && !has_parts(a) && !has_parts(b);
  if (either(Touching::ball)) return true;
  return either(Touching::ellipsoid) && (a == b || either(Touching::capsule));
}

bool fits(World& world, Object& contact, const ShapeValue& outer, const ShapeValue& inner) {
  if (outer.kind != ShapeKind::socket || inner.sizes[0] < outer.sizes[0]) return true;
  report(world, Code::E0411, contact.span, "the socket must be larger than what is in it");
  return false;
}

// A solid lies on a plane with parts of it.
std::string way_out(const Object& contact, const ShapeValue& a, const ShapeValue& b) {
  const bool first = has_parts(touching_of(a));
  const ShapeValue& solid = first ? a : b;
  if (!has_parts(touching_of(solid)) || touching_of(first ? b : a) != Touching::plane)
    return "there is contact of spheres with each other, with planes, ellipsoids, cylinders, "
           "capsules and boxes, and in sockets; of ellipsoids with each other, with capsules and "
           "planes; of corners, caps and rims with planes";
  const Object& end = first ? *contact.ends.first : *contact.ends.second;
  const Object& other = first ? *contact.ends.second : *contact.ends.first;
  const std::string name(corner_name(solid));
  return fmt::format("each {} of it touches: `contact c: {}.{} to {}`", name, end.name, name,
                     other.name);
}

}  // namespace

bool check_faces(World& world, Object& contact, const ShapeValue& shape) {
  if (shape.kind != ShapeKind::plane || shape.normal) return true;
  report(world, Code::E0403, contact.span,
         fmt::format("`{}` meets a `plane` that does not say which way it faces", contact.title()))
      .hint = "give its outward normal: `shape = plane(z)`";
  return false;
}

bool check_shapes_in_space(World& world, Object& contact, const ShapeValue& a,
                           const ShapeValue& b) {
  if (!check_faces(world, contact, a) || !check_faces(world, contact, b)) return false;
  if (touch(touching_of(a), touching_of(b)))
    return fits(world, contact, a, b) && fits(world, contact, b, a);
  report(world, Code::E0407, contact.span,
         fmt::format("no contact between {} and {} in space yet", with_article(info(a.kind).name),
                     with_article(info(b.kind).name)))
      .hint = way_out(contact, a, b);
  return false;
}

void set_radius_in_space(Pair::Side& side, const ShapeValue& shape, const ShapeValue& other) {
  const auto round = [](Touching kind) {
    return kind == Touching::ball || kind == Touching::plane || kind == Touching::socket;
  };
  const Touching kind = touching_of(shape);
  const double R =
      kind == Touching::plane ? std::numeric_limits<double>::infinity() : shape.sizes[0];
  side.radius = kind == Touching::socket ? -R : R;
  const bool edges = kind == Touching::tyre || kind == Touching::solid;
  side.sharp = edges ? shape.rounding == 0 : side.radius == 0;
  side.varies = kind != Touching::plane && !(round(kind) && round(touching_of(other)));
}

}  // namespace mbs::elaborate
