// Spheres, sockets and ellipsoids.
#include <cmath>
#include <numbers>

#include "lang/elaborate/shapes/drawing.hpp"
#include "lang/elaborate/shapes/kinds.hpp"
#include "lang/elaborate/shapes/outline.hpp"

namespace mbs::elaborate {
namespace {

using std::numbers::pi;

SolidMeasures ellipsoid_solid(double a, double b, double c) {
  return {4.0 / 3 * pi * a * b * c, {}, a * a / 5, b * b / 5, c * c / 5, 0, 0, 0};
}

ir::Solid drawn_ellipsoid(const ShapeValue& shape) {
  const auto& s = shape.sizes;
  ir::Solid solid;
  constexpr int rings = 12;
  for (int i = 0; i <= rings; ++i) {
    const double up = pi * i / rings;
    for (const ir::Vec2& p : circle_ring(std::sin(up)))
      solid.points.emplace_back(s[0] * p.x, s[1] * p.y, s[2] * std::cos(up));
  }
  return solid;
}

ir::Shape hollow_circle(const ShapeValue& shape) {
  return ir::Circle{shape.sizes[0], true};
}

}  // namespace

namespace shape_kinds {

constexpr ShapeGeometry sphere{
    .kind = ShapeKind::sphere,
    .radius = first_size,
    .sharp = [](const ShapeValue& s) { return s.sizes[0] == 0; },
    .inertia = [](const ShapeValue& s) { return 2.0 / 5 * s.sizes[0] * s.sizes[0]; },
    .outline = circle_outline,
    .outside = outside_circle,
    .contact = circle_contact,
    .touching = always<Touching::ball>,
    .solid = [](const ShapeValue& s) -> std::optional<SolidMeasures> {
      return ellipsoid_solid(s.sizes[0], s.sizes[0], s.sizes[0]);
    },
    .contact_in_space = circle_contact,
    .drawn = drawn_ball,
    .drawn_flat = drawn_ball,
};

constexpr ShapeGeometry socket{
    .kind = ShapeKind::socket,
    .radius = [](const ShapeValue& s) { return -s.sizes[0]; },
    .outline = circle_outline,
    .outside = outside_circle,
    .contact = hollow_circle,
    .touching = always<Touching::hollow>,
    .contact_in_space = hollow_circle,
};

constexpr ShapeGeometry ellipsoid{
    .kind = ShapeKind::ellipsoid,
    .radius = first_size,
    .touching = always<Touching::ellipsoid>,
    .solid = [](const ShapeValue& s) -> std::optional<SolidMeasures> {
      return ellipsoid_solid(s.sizes[0], s.sizes[1], s.sizes[2]);
    },
    .contact_in_space = [](const ShapeValue& s) -> ir::Shape {
      return ir::MinkowskiSum{{s.sizes[0], s.sizes[1], s.sizes[2]}, {}, 0};
    },
    .drawn = drawn_ellipsoid,
};

}  // namespace shape_kinds
}  // namespace mbs::elaborate
