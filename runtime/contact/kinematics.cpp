#include "runtime/contact/kinematics.hpp"

#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/contact/shape_pairs.hpp"

namespace mbs {

namespace {

void centre_distance(const ContactPair& at, ContactGeometry& g) {
  g.dx = (at.b.x + at.rb.x) - (at.a.x + at.ra.x);
  g.dy = (at.b.y + at.rb.y) - (at.a.y + at.ra.y);
}

double along(const Local& row, const Pose& a, const Pose& b) {
  return row[0] * a.vx + row[1] * a.vy + row[2] * a.spin + row[3] * b.vx + row[4] * b.vy +
         row[5] * b.spin;
}

}  // namespace

double contact_gap(const ContactModel& c, const ContactPair& at) {
  ContactGeometry g;
  if (at.space_a) {
    SpatialTouch touch;
    c.shapes->in_space(c, at, false, touch);
    return touch.gap;
  }
  centre_distance(at, g);
  c.shapes->gap(c, at, g);
  return g.gap;
}

void touch_geometry(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  centre_distance(at, g);
  c.shapes->touch(c, at, g);
  g.ax = g.px - at.a.x;
  g.ay = g.py - at.a.y;
  g.bx = g.px - at.b.x;
  g.by = g.py - at.b.y;
}

void contact_geometry(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  if (at.space_a) return geometry_in_space(c, at, g);
  touch_geometry(c, at, g);
  const double nx = g.nx, ny = g.ny, tx = -ny, ty = nx;
  g.normal_row = {-nx, -ny, g.ay * nx - g.ax * ny, nx, ny, g.bx * ny - g.by * nx};
  g.tangent_row = {-tx, -ty, g.ay * tx - g.ax * ty, tx, ty, g.bx * ty - g.by * tx};
  g.gap_rate = along(g.normal_row, at.a, at.b);
  g.vt = along(g.tangent_row, at.a, at.b);
}

void contact_derivatives(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                         ContactDerivatives& out) {
  c.shapes->derivatives(c, at, g, out);
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
