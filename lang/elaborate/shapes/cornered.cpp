// Boxes, polygons and polyhedra.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "lang/elaborate/shapes/drawing.hpp"
#include "lang/elaborate/shapes/hull.hpp"
#include "lang/elaborate/shapes/kinds.hpp"
#include "lang/elaborate/shapes/outline.hpp"
#include "lang/elaborate/shapes/prism.hpp"

namespace mbs::elaborate {
namespace {

using std::numbers::pi;

double rounding(const ShapeValue& shape) {
  return shape.rounding;
}

// ---- boxes -----------------------------------------------------------------------------

bool has_depth(const ShapeValue& box) {
  return box.sizes.size() > 2;
}

// x^2 over a box of the half sides A, B, C that is rounded outwards by r: the core, slabs on its
// faces, quarters of cylinders along its edges, eighths of a ball at its corners.
double rounded_square(double A, double B, double C, double r) {
  const double near = A * A, beyond = (std::pow(A + r, 3) - A * A * A) / 3;
  const double core = 8 * A * B * C * near / 3;
  const double slabs = 8 * B * C * beyond + 8 * (A * C + A * B) * r * near / 3;
  const double along = pi * r * r * 2 * A * near / 3;
  const double around =
      2 * (B + C) * (pi * r * r * near + 8 * A * r * r * r / 3 + pi * std::pow(r, 4) / 4);
  const double corners =
      4 * pi * r * r * r * near / 3 + pi * A * std::pow(r, 4) + 4 * pi * std::pow(r, 5) / 15;
  return core + slabs + along + around + corners;
}

std::optional<SolidMeasures> box_solid(const ShapeValue& shape) {
  if (!has_depth(shape)) return std::nullopt;
  const auto& s = shape.sizes;
  const double r = shape.rounding, A = s[0] / 2 - r, B = s[1] / 2 - r, C = s[2] / 2 - r;
  SolidMeasures solid;
  solid.volume = 8 * A * B * C + 8 * (A * B + B * C + C * A) * r + 2 * pi * r * r * (A + B + C) +
                 4 * pi * r * r * r / 3;
  solid.xx = rounded_square(A, B, C, r) / solid.volume;
  solid.yy = rounded_square(B, C, A, r) / solid.volume;
  solid.zz = rounded_square(C, A, B, r) / solid.volume;
  return solid;
}

std::vector<ir::Vec2> rectangle(double a, double b) {
  return {{-a / 2, -b / 2}, {a / 2, -b / 2}, {a / 2, b / 2}, {-a / 2, b / 2}};
}

std::vector<ir::Vec2> box_corners(const ShapeValue& shape) {
  return rectangle(shape.sizes[0], shape.sizes[1]);
}

std::vector<ir::Vec3> box_corners_in_space(const ShapeValue& shape) {
  const auto& s = shape.sizes;
  const double taken = 2 * shape.rounding;
  return prism_corners(rectangle(s[0] - taken, s[1] - taken), has_depth(shape) ? s[2] - taken : 0,
                       0);
}

ir::Shape box_contact(const ShapeValue& shape) {
  return ir::Polygon{box_corners(shape), 0};
}

ir::Shape box_contact_in_space(const ShapeValue& shape) {
  const auto& s = shape.sizes;
  const double r = shape.rounding;
  return ir::MinkowskiSum{{}, {s[0] / 2 - r, s[1] / 2 - r, has_depth(shape) ? s[2] / 2 - r : 0}, r};
}

ir::Solid drawn_box(const ShapeValue& shape) {
  const auto& s = shape.sizes;
  const double r = shape.rounding, x = s[0] / 2 - r, y = s[1] / 2 - r;
  const double z = has_depth(shape) ? s[2] / 2 - r : 0;
  ir::Solid solid = drawn_prism(rectangle(2 * x, 2 * y), -z, z);
  solid.radius = r;
  return solid;
}

// ---- polygons --------------------------------------------------------------------------

// Which way the edge goes that begins at a corner, rad.
double heading(const std::vector<ir::Vec2>& v, std::size_t from) {
  const ir::Vec2 &a = v[from % v.size()], &b = v[(from + 1) % v.size()];
  return std::atan2(b.y - a.y, b.x - a.x);
}

AreaMoments polygon_moments(const ShapeValue& shape) {
  AreaMoments m;
  const auto& v = shape.corners;
  const std::size_t n = v.size();
  const double r = shape.sizes[0];
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t next = (i + 1) % n;
    const double here = heading(v, i);
    const double turn = std::remainder(heading(v, next) - here, 2 * pi);
    const double turn_before = std::remainder(here - heading(v, i + n - 1), 2 * pi);
    const double c = std::cos(here), s = std::sin(here);
    const double cut_from = r * std::tan(turn_before / 2), cut_to = r * std::tan(turn / 2);
    const ir::Vec2 from{v[i].x + cut_from * c, v[i].y + cut_from * s};
    const ir::Vec2 to{v[next].x - cut_to * c, v[next].y - cut_to * s};
    m.add_edge(from, to);
    m.add_arc({to.x - r * s, to.y + r * c}, r, here - pi / 2, turn);
  }
  return m;
}

// Inwards along the bisector of each corner, until both edges are one rounding away.
std::vector<ir::Vec2> polygon_corners(const ShapeValue& shape) {
  std::vector<ir::Vec2> centers;
  const auto& v = shape.corners;
  const std::size_t n = v.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double in = heading(v, i + n - 1), turn = std::remainder(heading(v, i) - in, 2 * pi);
    const double away = shape.sizes[0] / std::cos(turn / 2), angle = in + turn / 2 + pi / 2;
    centers.push_back({v[i].x + away * std::cos(angle), v[i].y + away * std::sin(angle)});
  }
  return centers;
}

std::vector<ir::Vec3> polygon_corners_in_space(const ShapeValue& shape) {
  return prism_corners(polygon_corners(shape), shape.width.value_or(0), shape.sizes[0]);
}

ir::Solid drawn_polygon(const ShapeValue& shape) {
  const double half = shape.width.value_or(0) / 2, r = std::min(shape.sizes[0], half);
  ir::Solid solid = drawn_prism(polygon_corners(shape), r - half, half - r);
  solid.radius = r;
  return solid;
}

// ---- polyhedra -------------------------------------------------------------------------

std::optional<SolidMeasures> polyhedron_solid(const ShapeValue& shape) {
  return polyhedron_measures(shape.vertices, shape.rounding);
}

std::vector<ir::Vec3> vertices(const ShapeValue& shape) {
  return shape.vertices;
}

// In the order of the vertices.
ir::Shape polyhedron_contact(const ShapeValue& shape) {
  return ir::Polyhedron{shape.vertices, flat_faces(shape.vertices), shape.rounding};
}

ir::Solid drawn_polyhedron(const ShapeValue& shape) {
  ir::Solid solid;
  solid.points = shape.vertices;
  solid.faces = flat_faces(shape.vertices);
  solid.radius = shape.rounding;
  return solid;
}

}  // namespace

namespace shape_kinds {

constexpr ShapeGeometry box{
    .kind = ShapeKind::box,
    .radius = rounding,
    .sharp = no_rounding,
    .inertia =
        [](const ShapeValue& s) {
          return (s.sizes[0] * s.sizes[0] + s.sizes[1] * s.sizes[1]) / 12;
        },
    .corners = box_corners,
    .outline = cornered_outline,
    .contact = box_contact,
    .touching = always<Touching::core>,
    .solid = box_solid,
    .corners_in_space = box_corners_in_space,
    .contact_in_space = box_contact_in_space,
    .drawn = drawn_box,
    .drawn_flat = drawn_outline,
};

constexpr ShapeGeometry polygon{
    .kind = ShapeKind::polygon,
    .radius = first_size,
    .sharp = [](const ShapeValue& s) { return s.sizes[0] == 0; },
    .moments = polygon_moments,
    .inertia = prism_inertia,
    .corners = polygon_corners,
    .outline = cornered_outline,
    .contact = [](const ShapeValue& s) -> ir::Shape {
      return ir::Polygon{s.corners, s.sizes[0]};
    },
    .touching = always<Touching::core>,
    .prism = true,
    .solid = prism_solid,
    .corners_in_space = polygon_corners_in_space,
    .contact_in_space = prism_contact,
    .drawn = drawn_polygon,
    .drawn_flat = drawn_outline,
};

constexpr ShapeGeometry polyhedron{
    .kind = ShapeKind::polyhedron,
    .radius = rounding,
    .sharp = no_rounding,
    .touching = always<Touching::core>,
    .solid = polyhedron_solid,
    .corners_in_space = vertices,
    .contact_in_space = polyhedron_contact,
    .drawn = drawn_polyhedron,
};

constexpr ShapeGeometry of_kind(ShapeKind kind, ShapeGeometry like) {
  like.kind = kind;
  return like;
}
constexpr ShapeGeometry hull = of_kind(ShapeKind::hull, polyhedron);

}  // namespace shape_kinds
}  // namespace mbs::elaborate
