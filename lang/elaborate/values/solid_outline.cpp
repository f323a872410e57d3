#include "lang/elaborate/values/solid_outline.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lang/elaborate/values/hull.hpp"
#include "lang/elaborate/values/outline.hpp"
#include "lang/elaborate/values/shape_measures.hpp"

namespace mbs::elaborate {
namespace {

using Ring = std::vector<ir::Vec2>;  // counter-clockwise

// Round enough for the eye.
constexpr int around = 36;

Ring circle(double radius) {
  Ring ring;
  for (int k = 0; k < around; ++k) {
    const double angle = 2 * std::numbers::pi * k / around;
    ring.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return ring;
}

void add(ir::Solid& solid, const Ring& ring, double z) {
  for (const ir::Vec2& p : ring) solid.points.emplace_back(p.x, p.y, z);
}

std::vector<int> upwards(int first, int count) {
  std::vector<int> face;
  for (int k = 0; k < count; ++k) face.push_back(first + k);
  return face;
}
std::vector<int> downwards(int first, int count) {
  const std::vector<int> up = upwards(first, count);
  return {up.rbegin(), up.rend()};
}

// Of one ring from z = low to z = high. Its sides are faces where they are few: else they are
// round.
ir::Solid prism(const Ring& ring, double low, double high) {
  ir::Solid solid;
  const int n = static_cast<int>(ring.size());
  add(solid, ring, low);
  add(solid, ring, high);
  solid.faces = {downwards(0, n), upwards(n, n)};
  for (int k = 0; k < n && n <= 12; ++k) {
    const int next = (k + 1) % n;
    solid.faces.push_back({k, next, n + next, n + k});
  }
  return solid;
}

ir::Solid box(const ShapeValue& shape) {
  const double r = shape.rounding, x = shape.sizes[0] / 2 - r, y = shape.sizes[1] / 2 - r;
  const double z = shape.sizes[2] / 2 - r;
  ir::Solid solid = prism({{-x, -y}, {x, -y}, {x, y}, {-x, y}}, -z, z);
  solid.radius = r;
  return solid;
}

ir::Solid cone(double R, double height, double R2) {
  ir::Solid solid;
  add(solid, circle(R), 0);
  solid.faces = {downwards(0, around)};
  if (R2 > 0) {
    add(solid, circle(R2), height);
    solid.faces.push_back(upwards(around, around));
  } else {
    solid.points.emplace_back(0, 0, height);
  }
  return solid;
}

ir::Solid ellipsoid(double a, double b, double c) {
  ir::Solid solid;
  constexpr int rings = 12;
  for (int i = 0; i <= rings; ++i) {
    const double up = std::numbers::pi * i / rings;
    for (const ir::Vec2& p : circle(std::sin(up)))
      solid.points.emplace_back(a * p.x, b * p.y, c * std::cos(up));
  }
  return solid;
}

ir::Solid polyhedron(const std::vector<ir::Vec3>& core, double rounding) {
  ir::Solid solid;
  solid.points = core;
  solid.faces = flat_faces(core);
  solid.radius = rounding;
  return solid;
}

Ring outline_ring(const ShapeValue& shape) {
  if (const std::vector<ir::Vec2> corners = corner_centers(shape); !corners.empty()) return corners;
  Ring ring;
  const auto pieces = outline_of({shape, {}, 0});
  const int each = std::max<int>(1, 72 / static_cast<int>(std::max<std::size_t>(1, pieces.size())));
  for (const OutlinePiece& piece : pieces)
    for (int k = 0; k < each; ++k) ring.push_back(piece(static_cast<double>(k) / each).place);
  return ring;
}

ir::Solid planar_shape(const ShapeValue& shape) {
  const double half = shape.width.value_or(0) / 2;
  const bool rounded = shape.kind == ShapeKind::polygon && !shape.sizes.empty();
  const double r = rounded ? std::min(shape.sizes[0], half) : 0;
  ir::Solid solid = prism(outline_ring(shape), r - half, half - r);
  solid.radius = r;
  return solid;
}

}  // namespace

std::optional<ir::Solid> solid_outline(const ShapeValue& shape) {
  const auto& s = shape.sizes;
  switch (shape.kind) {
    case ShapeKind::sphere:
      return ir::Solid{{}, {{0, 0, 0}}, {}, s[0]};
    case ShapeKind::disc:
    case ShapeKind::cylinder:
      return prism(circle(s[0]), -s[1] / 2, s[1] / 2);
    case ShapeKind::capsule:
      return ir::Solid{{}, {{0, 0, -s[1] / 2}, {0, 0, s[1] / 2}}, {}, s[0]};
    case ShapeKind::cone:
      return cone(s[0], s[1], s.size() > 2 ? s[2] : 0);
    case ShapeKind::ellipsoid:
      return ellipsoid(s[0], s[1], s[2]);
    case ShapeKind::polyhedron:
      return polyhedron(shape.vertices, shape.rounding);
    case ShapeKind::box:
      return s.size() > 2 ? box(shape) : planar_shape(shape);
    case ShapeKind::plane:
    case ShapeKind::ring:
    case ShapeKind::socket:
      return std::nullopt;
    default:
      return planar_shape(shape);
  }
}

std::optional<ir::Solid> flat_outline(const ShapeValue& shape) {
  switch (shape.kind) {
    case ShapeKind::sphere:
    case ShapeKind::disc:
    case ShapeKind::cylinder:
      return ir::Solid{{}, {{0, 0, 0}}, {}, shape.sizes[0]};
    case ShapeKind::box:
    case ShapeKind::polygon:
    case ShapeKind::ellipse:
    case ShapeKind::superellipse:
    case ShapeKind::curve: {
      ir::Solid flat;
      add(flat, outline_ring(shape), 0);
      if (!corner_centers(shape).empty()) flat.radius = corner_shape(shape).sizes[0];
      return flat;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace mbs::elaborate
