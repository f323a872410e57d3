#include "lang/elaborate/values/space_shapes.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "lang/elaborate/values/hull.hpp"
#include "lang/elaborate/values/polyhedra.hpp"
#include "lang/elaborate/values/shape_measures.hpp"

namespace mbs::elaborate {
namespace {

using std::numbers::pi;

using Solid = SolidMeasures;

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

Solid box_solid(const std::vector<double>& s, double r) {
  const double A = s[0] / 2 - r, B = s[1] / 2 - r, C = s[2] / 2 - r;
  Solid solid;
  solid.volume = 8 * A * B * C + 8 * (A * B + B * C + C * A) * r + 2 * pi * r * r * (A + B + C) +
                 4 * pi * r * r * r / 3;
  solid.xx = rounded_square(A, B, C, r) / solid.volume;
  solid.yy = rounded_square(B, C, A, r) / solid.volume;
  solid.zz = rounded_square(C, A, B, r) / solid.volume;
  return solid;
}

// Discs one upon another: radius rho(z) over `thickness` at the height z.
struct Discs {
  double volume = 0, square = 0, height = 0;
  void add(double rho, double z, double thickness) {
    const double area = pi * rho * rho * thickness;
    volume += area;
    square += area * rho * rho / 4;
    height += area * z * z;
  }
};

// Both rounded ends of a cylinder by Gauss' rule with five points on pieces of the arc: exact to
// rounding.
Solid cylinder_solid(double R, double L, double r) {
  static constexpr double at[] = {0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640,
                                  -0.9061798459386640};
  static constexpr double weight[] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665,
                                      0.2369268850561891, 0.2369268850561891};
  constexpr int pieces = 8;
  const double half = L / 2 - r, core = 2 * half;
  Discs all;
  all.volume = pi * R * R * core;
  all.square = all.volume * R * R / 4;
  all.height = all.volume * core * core / 12;
  for (int i = 0; i < pieces && r > 0; ++i) {
    for (int k = 0; k < 5; ++k) {
      const double angle = (i + (1 + at[k]) / 2) / pieces * pi / 2;
      const double thickness = weight[k] / 2 / pieces * pi / 2 * r * std::cos(angle);
      all.add(R - r + r * std::cos(angle), half + r * std::sin(angle), 2 * thickness);
    }
  }
  Solid solid;
  solid.volume = all.volume;
  solid.xx = solid.yy = all.square / all.volume;
  solid.zz = all.height / all.volume;
  return solid;
}

Solid capsule_solid(double R, double L) {
  const double tube = pi * R * R * L, balls = 4 * pi * R * R * R / 3;
  Solid solid;
  solid.volume = tube + balls;
  solid.xx = solid.yy = (tube * R * R / 4 + balls * R * R / 5) / solid.volume;
  const double ends = L * L / 4 + L * 3 * R / 8 + R * R / 5;
  solid.zz = (tube * L * L / 12 + balls * ends) / solid.volume;
  return solid;
}

// R at z = 0, R2 at z = height.
Solid cone_solid(double R, double height, double R2) {
  const double base = R * R + R * R2 + R2 * R2;
  Solid solid;
  solid.volume = pi * height * base / 3;
  const double z = height * (R * R + 2 * R * R2 + 3 * R2 * R2) / (4 * base);
  solid.centre = {0, 0, z};
  const double fourth =
      std::pow(R, 4) + R * R * R * R2 + R * R * R2 * R2 + R * R2 * R2 * R2 + std::pow(R2, 4);
  solid.xx = solid.yy = 3 * fourth / (20 * base);
  solid.zz = height * height * (R * R + 3 * R * R2 + 6 * R2 * R2) / (10 * base) - z * z;
  return solid;
}

Solid prism_solid(const ShapeValue& shape) {
  const AreaMeasures m = area_measures(shape);
  const double width = *shape.width;
  return {m.area * width, {m.x, m.y, 0}, m.xx, m.yy, width * width / 12, m.xy, 0, 0};
}

Solid ball_solid(double a, double b, double c) {
  return {4 * pi * a * b * c / 3, {}, a * a / 5, b * b / 5, c * c / 5, 0, 0, 0};
}

std::optional<Solid> solid_of(const ShapeValue& shape) {
  const auto& s = shape.sizes;
  switch (shape.kind) {
    case ShapeKind::sphere:
      return ball_solid(s[0], s[0], s[0]);
    case ShapeKind::ellipsoid:
      return ball_solid(s[0], s[1], s[2]);
    case ShapeKind::disc:
    case ShapeKind::cylinder:
      return cylinder_solid(s[0], s[1], shape.rounding);
    case ShapeKind::box:
      return s.size() > 2 ? std::optional(box_solid(s, shape.rounding)) : std::nullopt;
    case ShapeKind::capsule:
      return capsule_solid(s[0], s[1]);
    case ShapeKind::cone:
      return cone_solid(s[0], s[1], s.size() > 2 ? s[2] : 0);
    case ShapeKind::polyhedron:
      return polyhedron_measures(shape.vertices, shape.rounding);
    case ShapeKind::plane:
    case ShapeKind::ring:
    case ShapeKind::socket:
      return std::nullopt;
    default:
      return shape.width ? std::optional(prism_solid(shape)) : std::nullopt;
  }
}

// Of a prism: the balls touch its faces from inside.
// A sheet without a width has each of them once.
std::vector<ir::Vec3> prism_corners(const ShapeValue& shape, double height, double rounding) {
  std::vector<ir::Vec3> corners;
  const double z = height > 0 ? height / 2 - rounding : 0;
  if (z < 0) return corners;
  for (const double side : {-z, z}) {
    for (const ir::Vec2& corner : corner_centers(shape))
      corners.emplace_back(corner.x, corner.y, side);
    if (z == 0) break;
  }
  return corners;
}

std::vector<ir::Vec3> box_corners(const ShapeValue& shape) {
  ShapeValue core = shape;
  for (double& side : core.sizes) side -= 2 * shape.rounding;
  return prism_corners(core, core.sizes[2], 0);
}

// Of its base, and of its top unless that is a point.
std::vector<ir::Vec3> cone_rims(const ShapeValue& shape) {
  if (shape.sizes.size() < 3 || shape.sizes[2] == 0) return {{0, 0, 0}};
  return {{0, 0, 0}, {0, 0, shape.sizes[1]}};
}

// Of a tyre, rounded as far as it is wide, both are one.
std::vector<ir::Vec3> rim_centers(const ShapeValue& shape) {
  const double z = shape.sizes[1] / 2 - shape.rounding;
  if (z == 0) return {{0, 0, 0}};
  return {{0, 0, -z}, {0, 0, z}};
}

}  // namespace

std::optional<double> solid_volume(const ShapeValue& shape) {
  const auto solid = solid_of(shape);
  return solid ? std::optional(solid->volume) : std::nullopt;
}

std::optional<ir::InertiaMatrix> space_inertia_per_mass(const ShapeValue& shape) {
  const auto s = solid_of(shape);
  if (!s) return std::nullopt;
  return ir::InertiaMatrix{s->yy + s->zz, s->zz + s->xx, s->xx + s->yy, -s->xy, -s->xz, -s->yz};
}

ir::Vec3 space_center(const ShapeValue& shape) {
  const auto solid = solid_of(shape);
  return solid ? solid->centre : ir::Vec3(shape_center(shape));
}

std::vector<ir::Vec3> space_corner_centers(const ShapeValue& shape) {
  switch (shape.kind) {
    case ShapeKind::box:
      return shape.sizes.size() > 2 ? box_corners(shape) : prism_corners(shape, 0, 0);
    case ShapeKind::polygon:
      return prism_corners(shape, shape.width.value_or(0), shape.sizes[0]);
    case ShapeKind::capsule:
      return {{0, 0, -shape.sizes[1] / 2}, {0, 0, shape.sizes[1] / 2}};
    case ShapeKind::polyhedron:
      return shape.vertices;
    case ShapeKind::cone:
      return cone_rims(shape);
    case ShapeKind::cylinder:
    case ShapeKind::disc:
      return rim_centers(shape);
    default:
      return {};
  }
}

std::string_view corner_name(const ShapeValue& shape) {
  const bool turned = shape.kind == ShapeKind::cylinder || shape.kind == ShapeKind::disc ||
                      shape.kind == ShapeKind::cone;
  return turned ? "rim" : shape.kind == ShapeKind::capsule ? "cap" : "corner";
}

ShapeValue space_corner_shape(const ShapeValue& shape, int index) {
  if (corner_name(shape) != "rim") return corner_shape(shape);
  ShapeValue rim = shape;
  rim.kind = ShapeKind::cylinder;
  const bool top = shape.kind == ShapeKind::cone && index > 0;
  rim.sizes = {top ? shape.sizes[2] : shape.sizes[0], 2 * shape.rounding};
  return rim;
}

namespace {

// In the order of the vertices.
ir::Polyhedron polyhedron_of(const ShapeValue& shape) {
  return {shape.vertices, flat_faces(shape.vertices), shape.rounding};
}

// What lies over an outline of the plane.
ir::Prism prism_of(const ShapeValue& shape) {
  const ir::Shape planar = *contact_shape(shape);
  ir::Prism prism;
  prism.width = shape.width.value_or(0);
  if (const auto* ellipse = std::get_if<ir::Superellipse>(&planar)) prism.outline = *ellipse;
  if (const auto* polygon = std::get_if<ir::Polygon>(&planar)) prism.outline = *polygon;
  if (const auto* curve = std::get_if<ir::SupportedCurve>(&planar)) prism.outline = *curve;
  return prism;
}

}  // namespace

std::optional<ir::Shape> space_contact_shape(const ShapeValue& shape) {
  const auto& s = shape.sizes;
  const double r = shape.rounding;
  switch (shape.kind) {
    case ShapeKind::sphere:
    case ShapeKind::socket:
    case ShapeKind::plane:
      return contact_shape(shape);
    case ShapeKind::ring:
      return ir::Bore{s[0]};
    case ShapeKind::cone:
      return ir::Frustum{s[0], s.size() > 2 ? s[2] : 0, s[1]};
    case ShapeKind::polyhedron:
      return polyhedron_of(shape);
    case ShapeKind::ellipse:
    case ShapeKind::superellipse:
    case ShapeKind::polygon:
    case ShapeKind::curve:
      return prism_of(shape);
    case ShapeKind::ellipsoid:
      return ir::MinkowskiSum{{s[0], s[1], s[2]}, {}, 0};
    case ShapeKind::cylinder:
    case ShapeKind::disc:
      return ir::MinkowskiSum{{s[0] - r, s[0] - r, 0}, {0, 0, s[1] / 2 - r}, r};
    case ShapeKind::capsule:
      return ir::MinkowskiSum{{}, {0, 0, s[1] / 2}, s[0]};
    case ShapeKind::box:
      return ir::MinkowskiSum{{}, {s[0] / 2 - r, s[1] / 2 - r, s.size() > 2 ? s[2] / 2 - r : 0}, r};
    default:
      return std::nullopt;
  }
}

std::optional<double> shape_volume(const ShapeValue& shape) {
  const auto& s = shape.sizes;
  if (shape.rounding > 0) return solid_volume(shape);
  switch (shape.kind) {
    case ShapeKind::sphere:
      return 4.0 / 3 * pi * s[0] * s[0] * s[0];
    case ShapeKind::disc:
    case ShapeKind::cylinder:
      return pi * s[0] * s[0] * s[1];
    case ShapeKind::box:
      return s.size() == 3 ? std::optional(s[0] * s[1] * s[2]) : std::nullopt;
    case ShapeKind::plane:
    case ShapeKind::ring:
    case ShapeKind::arc:
      return std::nullopt;
    case ShapeKind::socket:
    case ShapeKind::ellipsoid:
    case ShapeKind::capsule:
    case ShapeKind::cone:
    case ShapeKind::polyhedron:
      return solid_volume(shape);
    default:
      return shape.width ? std::optional(area_measures(shape).area * *shape.width) : std::nullopt;
  }
}

}  // namespace mbs::elaborate
