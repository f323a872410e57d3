// Solids of revolution about z: discs, cylinders, capsules, cones.
#include <cmath>
#include <numbers>

#include "lang/elaborate/shapes/drawing.hpp"
#include "lang/elaborate/shapes/kinds.hpp"
#include "lang/elaborate/shapes/outline.hpp"

namespace mbs::elaborate {
namespace {

using std::numbers::pi;

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
void add_rounded_ends(Discs& all, double R, double half, double r) {
  static constexpr double at[] = {0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640,
                                  -0.9061798459386640};
  static constexpr double weight[] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665,
                                      0.2369268850561891, 0.2369268850561891};
  constexpr int pieces = 8;
  for (int i = 0; i < pieces; ++i) {
    for (int k = 0; k < 5; ++k) {
      const double angle = (i + (1 + at[k]) / 2) / pieces * pi / 2;
      const double thickness = weight[k] / 2 / pieces * pi / 2 * r * std::cos(angle);
      all.add(R - r + r * std::cos(angle), half + r * std::sin(angle), 2 * thickness);
    }
  }
}

std::optional<SolidMeasures> cylinder_solid(const ShapeValue& shape) {
  const double R = shape.sizes[0], r = shape.rounding;
  const double half = shape.sizes[1] / 2 - r, core = 2 * half;
  Discs all;
  all.volume = pi * R * R * core;
  all.square = all.volume * R * R / 4;
  all.height = all.volume * core * core / 12;
  if (r > 0) add_rounded_ends(all, R, half, r);
  SolidMeasures solid;
  solid.volume = all.volume;
  solid.xx = solid.yy = all.square / all.volume;
  solid.zz = all.height / all.volume;
  return solid;
}

std::optional<SolidMeasures> capsule_solid(const ShapeValue& shape) {
  const double R = shape.sizes[0], L = shape.sizes[1];
  const double tube = pi * R * R * L, balls = 4 * pi * R * R * R / 3;
  SolidMeasures solid;
  solid.volume = tube + balls;
  solid.xx = solid.yy = (tube * R * R / 4 + balls * R * R / 5) / solid.volume;
  const double ends = L * L / 4 + L * 3 * R / 8 + R * R / 5;
  solid.zz = (tube * L * L / 12 + balls * ends) / solid.volume;
  return solid;
}

// The radius at a cone's top, 0 unless it is a part of a cone.
double top_radius(const ShapeValue& cone) {
  return cone.sizes.size() > 2 ? cone.sizes[2] : 0;
}

// R at z = 0, R2 at z = height.
std::optional<SolidMeasures> cone_solid(const ShapeValue& shape) {
  const double R = shape.sizes[0], height = shape.sizes[1], R2 = top_radius(shape);
  const double base = R * R + R * R2 + R2 * R2;
  SolidMeasures solid;
  solid.volume = pi * height * base / 3;
  const double z = height * (R * R + 2 * R * R2 + 3 * R2 * R2) / (4 * base);
  solid.centre = {0, 0, z};
  const double fourth =
      std::pow(R, 4) + R * R * R * R2 + R * R * R2 * R2 + R * R2 * R2 * R2 + std::pow(R2, 4);
  solid.xx = solid.yy = 3 * fourth / (20 * base);
  solid.zz = height * height * (R * R + 3 * R * R2 + 6 * R2 * R2) / (10 * base) - z * z;
  return solid;
}

// A tyre, rounded as far as it is wide, has one rim for two.
std::vector<ir::Vec3> cylinder_rims(const ShapeValue& shape) {
  const double z = shape.sizes[1] / 2 - shape.rounding;
  if (z == 0) return {{0, 0, 0}};
  return {{0, 0, -z}, {0, 0, z}};
}

std::vector<ir::Vec3> capsule_caps(const ShapeValue& shape) {
  return {{0, 0, -shape.sizes[1] / 2}, {0, 0, shape.sizes[1] / 2}};
}

// The rim of its base, and that of its top unless that is a point.
std::vector<ir::Vec3> cone_rims(const ShapeValue& shape) {
  if (top_radius(shape) == 0) return {{0, 0, 0}};
  return {{0, 0, 0}, {0, 0, shape.sizes[1]}};
}

Touching cylinder_touching(const ShapeValue& shape) {
  return shape.sizes[1] == 2 * shape.rounding ? Touching::tyre : Touching::core;
}

ir::Shape cylinder_contact(const ShapeValue& shape) {
  const double R = shape.sizes[0], r = shape.rounding;
  return ir::MinkowskiSum{{R - r, R - r, 0}, {0, 0, shape.sizes[1] / 2 - r}, r};
}

ir::Shape capsule_contact(const ShapeValue& shape) {
  return ir::MinkowskiSum{{}, {0, 0, shape.sizes[1] / 2}, shape.sizes[0]};
}

ir::Solid drawn_cylinder(const ShapeValue& shape) {
  const double half = shape.sizes[1] / 2;
  return drawn_prism(circle_ring(shape.sizes[0]), -half, half);
}

ir::Solid drawn_capsule(const ShapeValue& shape) {
  return ir::Solid{{}, capsule_caps(shape), {}, shape.sizes[0]};
}

constexpr ShapeGeometry cylinder_row{
    .kind = ShapeKind::cylinder,
    .radius = first_size,
    .sharp = no_rounding,
    .inertia = [](const ShapeValue& s) { return s.sizes[0] * s.sizes[0] / 2; },
    .outline = circle_outline,
    .outside = outside_circle,
    .touching = cylinder_touching,
    .solid = cylinder_solid,
    .corner_name = "rim",
    .corners_in_space = cylinder_rims,
    .contact_in_space = cylinder_contact,
    .drawn = drawn_cylinder,
    .drawn_flat = drawn_ball,
};

// A cylinder that meets others in the plane of its motion.
constexpr ShapeGeometry disc_row() {
  ShapeGeometry row = cylinder_row;
  row.kind = ShapeKind::disc;
  row.contact = circle_contact;
  return row;
}

}  // namespace

namespace shape_kinds {

constexpr ShapeGeometry cylinder = cylinder_row;
constexpr ShapeGeometry disc = disc_row();

constexpr ShapeGeometry capsule{
    .kind = ShapeKind::capsule,
    .radius = first_size,
    .touching = always<Touching::capsule>,
    .solid = capsule_solid,
    .corner_name = "cap",
    .corners_in_space = capsule_caps,
    .contact_in_space = capsule_contact,
    .drawn = drawn_capsule,
};

constexpr ShapeGeometry cone{
    .kind = ShapeKind::cone,
    .radius = first_size,
    .sharp = [](const ShapeValue&) { return true; },
    .touching = always<Touching::core>,
    .solid = cone_solid,
    .corner_name = "rim",
    .corners_in_space = cone_rims,
    .contact_in_space = [](const ShapeValue& s) -> ir::Shape {
      return ir::Frustum{s.sizes[0], top_radius(s), s.sizes[1]};
    },
    .drawn =
        [](const ShapeValue& s) { return drawn_frustum(s.sizes[0], s.sizes[1], top_radius(s)); },
};

}  // namespace shape_kinds
}  // namespace mbs::elaborate
