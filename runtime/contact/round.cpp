#include "runtime/contact/round.hpp"

#include <algorithm>
#include <cmath>

namespace mbs::round {

namespace {

// Any normal will do for two concentric circles; derivatives stay finite with this floor.
constexpr double least_distance = 1e-12;  // m

// The normal points from the first body's material to the second's: for a circle inside a hollow
// one against the line of centres (`sign` -1).
void between_centres(const ContactModel& c, double sign, ContactGeometry& g) {
  g.distance = std::sqrt(g.dx * g.dx + g.dy * g.dy);
  g.gap = sign == 1 ? g.distance - c.reach : c.reach - g.distance;
  const bool apart = g.distance > 0;
  g.nx = apart ? sign * g.dx / g.distance : 1;
  g.ny = apart ? sign * g.dy / g.distance : 0;
}

void on_plane(const ContactModel& c, const Pose& body, double sign, ContactGeometry& g) {
  g.nx = sign * (body.c * c.nx - body.s * c.ny);
  g.ny = sign * (body.s * c.nx + body.c * c.ny);
  g.gap = g.nx * g.dx + g.ny * g.dy - c.reach;
}

double part_of_gap(const ContactModel& c, bool second) {
  return second ? 1 - c.lever : c.lever;
}

bool first_is_hollow(const ContactModel& c) {
  return c.radius_a > c.radius_b;
}

}  // namespace

void contact_point(const ContactModel& c, const ContactPair& at, bool second, ContactGeometry& g) {
  const Pose& base = second ? at.b : at.a;
  const Arm& arm = second ? at.rb : at.ra;
  const double beyond = part_of_gap(c, second) * g.gap;
  const double h = second ? -(c.radius_b + beyond) : c.radius_a + beyond;
  g.px = base.x + arm.x + h * g.nx;
  g.py = base.y + arm.y + h * g.ny;
}

Local turn_between_centres(const ContactPair& at, double sign, const ContactGeometry& g) {
  const Arm &ra = at.ra, &rb = at.rb;
  const double scale = sign / std::max(g.distance, least_distance);
  const double tx = -g.ny * scale, ty = g.nx * scale;
  return {-tx, -ty, tx * ra.y - ty * ra.x, tx, ty, ty * rb.x - tx * rb.y};
}

void point_derivatives(const ContactModel& c, const ContactPair& at, bool second,
                       const ContactGeometry& g, ContactDerivatives& out) {
  const Arm& arm = second ? at.rb : at.ra;
  const double sign = second ? -1 : 1;
  const double part = part_of_gap(c, second);
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

void gap_outside(const ContactModel& c, const ContactPair&, ContactGeometry& g) {
  between_centres(c, 1, g);
}
void gap_inside(const ContactModel& c, const ContactPair&, ContactGeometry& g) {
  between_centres(c, -1, g);
}
void gap_on_first(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  on_plane(c, at.a, 1, g);
}
void gap_on_second(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  on_plane(c, at.b, -1, g);
}

void touch_outside(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  gap_outside(c, at, g);
  contact_point(c, at, false, g);
}
void touch_inside(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  gap_inside(c, at, g);
  contact_point(c, at, first_is_hollow(c), g);
}
void touch_on_first(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  gap_on_first(c, at, g);
  contact_point(c, at, true, g);
}
void touch_on_second(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  gap_on_second(c, at, g);
  contact_point(c, at, false, g);
}

void turn_outside(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                  ContactDerivatives& out) {
  out.normal_angle = turn_between_centres(at, 1, g);
  point_derivatives(c, at, false, g, out);
}
void turn_inside(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                 ContactDerivatives& out) {
  out.normal_angle = turn_between_centres(at, -1, g);
  point_derivatives(c, at, first_is_hollow(c), g, out);
}
// The normal turns as the plane's body does.
void turn_on_first(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                   ContactDerivatives& out) {
  out.normal_angle = {0, 0, 1, 0, 0, 0};
  point_derivatives(c, at, true, g, out);
}
void turn_on_second(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                    ContactDerivatives& out) {
  out.normal_angle = {0, 0, 0, 0, 0, 1};
  point_derivatives(c, at, false, g, out);
}

}  // namespace mbs::round
