#include "lang/elaborate/shapes/moments.hpp"

#include <cmath>

namespace mbs::elaborate {
namespace {

// Gauss' rule with three points is exact for the quadratic integrands of an edge; an arc has
// pieces of it.
constexpr double gauss_at[] = {-0.7745966692414834, 0, 0.7745966692414834};
constexpr double gauss_weight[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
constexpr int arc_pieces = 32;

}  // namespace

void AreaMoments::add(double px, double py, double h, double ds) {
  area += h * ds / 2;
  x += px * h * ds / 3;
  y += py * h * ds / 3;
  polar += (px * px + py * py) * h * ds / 4;
  xx += px * px * h * ds / 4;
  xy += px * py * h * ds / 4;
}

void AreaMoments::add_edge(const ir::Vec2& from, const ir::Vec2& to) {
  const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
  const double h = (from.x * dy - from.y * dx) / length;
  for (int k = 0; k < 3; ++k) {
    const double at = (1 + gauss_at[k]) / 2;
    add(from.x + at * dx, from.y + at * dy, h, gauss_weight[k] * length);
  }
}

void AreaMoments::add_arc(const ir::Vec2& center, double radius, double from, double turn) {
  for (int i = 0; i < arc_pieces; ++i) {
    for (int k = 0; k < 3; ++k) {
      const double angle = from + turn * (i + (1 + gauss_at[k]) / 2) / arc_pieces;
      const double c = std::cos(angle), s = std::sin(angle);
      add(center.x + radius * c, center.y + radius * s, center.x * c + center.y * s + radius,
          gauss_weight[k] * radius * turn / arc_pieces);
    }
  }
}

}  // namespace mbs::elaborate
