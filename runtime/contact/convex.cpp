#include "runtime/contact/convex.hpp"

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

// Where a boundary is flat the contact point runs along it without bound; derivatives stay finite
// with this many distances of the bodies' centres from the contact.
constexpr double flattest = 1e4;

// By q of both bodies: velocity of a material point of the first (`side` 0) or the second (1).
struct Material {
  Local x{}, y{};
};
Material material(int side, double lever_x, double lever_y) {
  Material m;
  const int first = 3 * side;
  m.x[first] = m.y[first + 1] = 1;
  m.x[first + 2] = -lever_y;
  m.y[first + 2] = lever_x;
  return m;
}

// The angle of the common normal obeys (gap + R1 + R2) dphi = t.(dP2 - dP1) + R1 dangle1 + R2
// dangle2 with the material points P1, P2; with an edge it turns as the edge's body does.
Local turn_of_normal(const ContactGeometry& g, const Material& first, const Material& second) {
  Local turn{};
  if (g.normal_of == NormalOf::first || (g.normal_of == NormalOf::both && std::isinf(g.radius_1))) {
    turn[2] = 1;
    return turn;
  }
  if (g.normal_of == NormalOf::second || std::isinf(g.radius_2)) {
    turn[5] = 1;
    return turn;
  }
  // At a touch of two sharp corners the normal may turn at any rate.
  const double radii = g.gap + g.radius_1 + g.radius_2;
  const bool ring = g.radius_1 < 0 || g.radius_2 < 0;
  const double sum = ring ? std::min(radii, -1e-12) : std::max(radii, 1e-12);
  for (int j = 0; j < 6; ++j)
    turn[j] = (-g.ny * (second.x[j] - first.x[j]) + g.nx * (second.y[j] - first.y[j])) / sum;
  turn[2] += g.radius_1 / sum;
  turn[5] += g.radius_2 / sum;
  return turn;
}

}  // namespace

void convex_geometry(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  const Touch t = find_touch(*c.convex, {at.a.c, at.a.s, at.b.c, at.b.s, g.dx, g.dy, at.edge});
  g.nx = t.nx;
  g.ny = t.ny;
  g.gap = t.gap;
  g.radius_1 = t.radius_1;
  g.radius_2 = t.radius_2;
  g.normal_of = t.normal;
  g.corner = t.corner;
  g.edge = t.edge;
  g.inside = t.inside;
  g.px = (at.a.x + at.ra.x + t.x1 + at.b.x + at.rb.x + t.x2) / 2;
  g.py = (at.a.y + at.ra.y + t.y1 + at.b.y + at.rb.y + t.y2) / 2;
}

// The contact point is half a gap away from the farthest point of either shape. That point moves
// with the material and, as the normal turns against the body, along the boundary.
void convex_derivatives(const ContactModel&, const ContactPair&, const ContactGeometry& g,
                        ContactDerivatives& out) {
  const double half = g.gap / 2;
  const Material first = material(0, g.ax - half * g.nx, g.ay - half * g.ny);
  const Material second = material(1, g.bx + half * g.nx, g.by + half * g.ny);
  out.normal_angle = turn_of_normal(g, first, second);
  const bool of_second =
      g.normal_of == NormalOf::first || (g.normal_of == NormalOf::both && g.radius_2 < g.radius_1);
  const Material& base = of_second ? second : first;
  const double sign = of_second ? -1 : 1;
  const double lever = std::hypot(g.ax, g.ay) + std::hypot(g.bx, g.by);
  const double radius = std::min(of_second ? g.radius_2 : g.radius_1, flattest * lever);
  const int own = of_second ? 5 : 2;
  for (int j = 0; j < 6; ++j) {
    const double turn = out.normal_angle[j];
    const double along = sign * (radius * (turn - (j == own)) + half * turn);
    const double grow = sign * g.normal_row[j] / 2;
    out.point_x[j] = base.x[j] - along * g.ny + grow * g.nx;
    out.point_y[j] = base.y[j] + along * g.nx + grow * g.ny;
  }
}

}  // namespace mbs
