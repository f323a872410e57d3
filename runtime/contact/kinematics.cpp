#include "runtime/contact/kinematics.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/contact/convex.hpp"

namespace mbs {

namespace {

// Of two concentric circles any normal will do; derivatives stay finite with this floor.
constexpr double least_distance = 1e-12;  // m

bool plane(const ContactModel& c) {
  return c.shape == ContactShape::first_plane || c.shape == ContactShape::second_plane;
}

void centre_distance(const ContactPair& at, ContactGeometry& g) {
  g.dx = (at.b.x + at.rb.x) - (at.a.x + at.ra.x);
  g.dy = (at.b.y + at.rb.y) - (at.a.y + at.ra.y);
}

// The normal points from the first body's material to the second's: for a circle inside a hollow
// one against the line of centres.
void normal_and_gap(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  if (plane(c)) {
    const bool first = c.shape == ContactShape::first_plane;
    const Pose& body = first ? at.a : at.b;
    const double sign = first ? 1 : -1;
    g.nx = sign * (body.c * c.nx - body.s * c.ny);
    g.ny = sign * (body.s * c.nx + body.c * c.ny);
    g.gap = g.nx * g.dx + g.ny * g.dy - c.reach;
    return;
  }
  g.distance = std::sqrt(g.dx * g.dx + g.dy * g.dy);
  const double sign = c.shape == ContactShape::outside ? 1 : -1;
  g.gap = sign == 1 ? g.distance - c.reach : c.reach - g.distance;
  const bool apart = g.distance > 0;
  g.nx = apart ? sign * g.dx / g.distance : 1;
  g.ny = apart ? sign * g.dy / g.distance : 0;
}

// The contact point is measured from a convex circle: from the second one if the first is hollow or
// a plane. Then it lies the radius and a part of the gap along the normal.
bool from_second(const ContactModel& c) {
  if (c.shape == ContactShape::first_plane) return true;
  return c.shape == ContactShape::inside && c.radius_a > c.radius_b;
}

double part_of_gap(const ContactModel& c) {
  return from_second(c) ? 1 - c.lever : c.lever;
}

void contact_point(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  const bool second = from_second(c);
  const Pose& base = second ? at.b : at.a;
  const Arm& arm = second ? at.rb : at.ra;
  const double beyond = part_of_gap(c) * g.gap;
  const double h = second ? -(c.radius_b + beyond) : c.radius_a + beyond;
  g.px = base.x + arm.x + h * g.nx;
  g.py = base.y + arm.y + h * g.ny;
}

double along(const Local& row, const Pose& a, const Pose& b) {
  return row[0] * a.vx + row[1] * a.vy + row[2] * a.spin + row[3] * b.vx + row[4] * b.vy +
         row[5] * b.spin;
}

// d (direction of the normal)/dq
void turn_of_normal(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                    Local& out) {
  out = {};
  if (plane(c)) {
    out[c.shape == ContactShape::first_plane ? 2 : 5] = 1;
    return;
  }
  const Arm &ra = at.ra, &rb = at.rb;
  const double scale =
      (c.shape == ContactShape::outside ? 1 : -1) / std::max(g.distance, least_distance);
  const double tx = -g.ny * scale, ty = g.nx * scale;
  out = {-tx, -ty, tx * ra.y - ty * ra.x, tx, ty, ty * rb.x - tx * rb.y};
}

// Derivatives of the normal's angle and of the contact point, of circles and planes.
void round_derivatives(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                       ContactDerivatives& out) {
  turn_of_normal(c, at, g, out.normal_angle);
  const bool second = from_second(c);
  const Arm& arm = second ? at.rb : at.ra;
  const double sign = second ? -1 : 1;
  const double part = part_of_gap(c);
  const double h = sign * ((second ? c.radius_b : c.radius_a) + part * g.gap);
  for (int j = 0; j < 6; ++j) {
    const bool own =
        second ? j >= 3 : j < 3;  // a coordinate of the body the point is measured from
    const double turn = h * out.normal_angle[j], grow = sign * part * g.normal_row[j];
    const int k = j % 3;
    out.point_x[j] = (own ? (k == 0 ? 1 : k == 2 ? -arm.y : 0) : 0) - turn * g.ny + grow * g.nx;
    out.point_y[j] = (own ? (k == 1 ? 1 : k == 2 ? arm.x : 0) : 0) + turn * g.nx + grow * g.ny;
  }
}

}  // namespace

double contact_gap(const ContactModel& c, const ContactPair& at) {
  ContactGeometry g;
  centre_distance(at, g);
  if (c.shape == ContactShape::convex) {
    convex_geometry(c, at, g);
    return g.gap;
  }
  normal_and_gap(c, at, g);
  return g.gap;
}

void contact_geometry(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  centre_distance(at, g);
  if (c.shape == ContactShape::convex) {
    convex_geometry(c, at, g);
  } else {
    normal_and_gap(c, at, g);
    contact_point(c, at, g);
  }
  g.ax = g.px - at.a.x;
  g.ay = g.py - at.a.y;
  g.bx = g.px - at.b.x;
  g.by = g.py - at.b.y;
  const double nx = g.nx, ny = g.ny, tx = -ny, ty = nx;
  g.normal_row = {-nx, -ny, g.ay * nx - g.ax * ny, nx, ny, g.bx * ny - g.by * nx};
  g.tangent_row = {-tx, -ty, g.ay * tx - g.ax * ty, tx, ty, g.bx * ty - g.by * tx};
  g.gap_rate = along(g.normal_row, at.a, at.b);
  g.vt = along(g.tangent_row, at.a, at.b);
}

void contact_derivatives(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                         ContactDerivatives& out) {
  if (c.shape == ContactShape::convex)
    convex_derivatives(g, out);
  else
    round_derivatives(c, at, g, out);
  const Pose &a = at.a, &b = at.b;
  for (int j = 0; j < 6; ++j) {
    // Levers of both bodies, then the relative velocity of the material points.
    const double ax = out.point_x[j] - (j == 0), ay = out.point_y[j] - (j == 1);
    const double bx = out.point_x[j] - (j == 3), by = out.point_y[j] - (j == 4);
    const double ux = -b.spin * by + a.spin * ay, uy = b.spin * bx - a.spin * ax;
    out.gap_rate[j] = out.normal_angle[j] * g.vt + g.nx * ux + g.ny * uy;
    out.vt[j] = -out.normal_angle[j] * g.gap_rate - g.ny * ux + g.nx * uy;
  }
}

}  // namespace mbs
