#include "lang/elaborate/shapes/kinds.hpp"

namespace mbs::elaborate {

const ShapeGeometry& geometry(const ShapeValue& shape) {
  using namespace shape_kinds;
  // In the order of ShapeKind.
  static constexpr const ShapeGeometry* rows[] = {
      &sphere, &disc, &cylinder, &box,       &plane,   &ellipse, &superellipse, &polygon, &curve,
      &ring,   &arc,  &socket,   &ellipsoid, &capsule, &cone,    &polyhedron,   &hull};
  return *rows[static_cast<int>(shape.kind)];
}

bool is_sharp(const ShapeValue& shape) {
  const auto sharp = geometry(shape).sharp;
  return sharp && sharp(shape);
}

}  // namespace mbs::elaborate
