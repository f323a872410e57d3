#include "lang/elaborate/shapes/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lang/elaborate/shapes/kinds.hpp"
#include "lang/elaborate/shapes/measures.hpp"
#include "lang/elaborate/shapes/outline.hpp"

namespace mbs::elaborate {
namespace {

constexpr int around = 36;

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

Ring outline_ring(const ShapeValue& shape) {
  if (const std::vector<ir::Vec2> corners = corner_centers(shape); !corners.empty()) return corners;
  Ring ring;
  const auto pieces = outline_of({shape, {}, 0});
  const int each = std::max<int>(1, 72 / static_cast<int>(std::max<std::size_t>(1, pieces.size())));
  for (const OutlinePiece& piece : pieces)
    for (int k = 0; k < each; ++k) ring.push_back(piece(static_cast<double>(k) / each).place);
  return ring;
}

}  // namespace

Ring circle_ring(double radius) {
  Ring ring;
  for (int k = 0; k < around; ++k) {
    const double angle = 2 * std::numbers::pi * k / around;
    ring.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return ring;
}

// Its sides are faces where they are few: else they are round.
ir::Solid drawn_prism(const Ring& ring, double low, double high) {
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

ir::Solid drawn_frustum(double R, double height, double R2) {
  ir::Solid solid;
  add(solid, circle_ring(R), 0);
  solid.faces = {downwards(0, around)};
  if (R2 > 0) {
    add(solid, circle_ring(R2), height);
    solid.faces.push_back(upwards(around, around));
  } else {
    solid.points.emplace_back(0, 0, height);
  }
  return solid;
}

ir::Solid drawn_ball(const ShapeValue& shape) {
  return ir::Solid{{}, {{0, 0, 0}}, {}, shape.sizes[0]};
}

ir::Solid drawn_smooth_prism(const ShapeValue& shape) {
  const double half = shape.width.value_or(0) / 2;
  return drawn_prism(outline_ring(shape), -half, half);
}

ir::Solid drawn_outline(const ShapeValue& shape) {
  ir::Solid flat;
  add(flat, outline_ring(shape), 0);
  if (geometry(shape).corners) flat.radius = corner_shape(shape).sizes[0];
  return flat;
}

std::optional<ir::Solid> solid_outline(const ShapeValue& shape) {
  const auto drawn = geometry(shape).drawn;
  return drawn ? std::optional(drawn(shape)) : std::nullopt;
}

std::optional<ir::Solid> flat_outline(const ShapeValue& shape) {
  const auto drawn = geometry(shape).drawn_flat;
  return drawn ? std::optional(drawn(shape)) : std::nullopt;
}

}  // namespace mbs::elaborate
