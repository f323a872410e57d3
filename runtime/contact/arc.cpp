#include "runtime/contact/arc.hpp"

#include <cmath>

#include "runtime/contact/round.hpp"

namespace mbs::arc {

namespace {

enum class Part { face, end, side };

// Seen from the arc: where the circle's centre is, and what of the arc is closest to it. World
// axes.
struct Seen {
  Part part = Part::face;
  double distance = 0;    // of the centre from the arc, m; negative behind its surface
  double nx = 1, ny = 0;  // out of the arc
  double ex = 0, ey = 0;  // the end, from the arc's centre, m
};

// (x, y) of the centre of the circle from that of the arc; (mx, my): the middle of the sector.
Seen look(double R, double half, double x, double y, double mx, double my) {
  const double ahead = x * mx + y * my, across = y * mx - x * my;
  const double side = across < 0 ? -1 : 1;
  const double away = std::hypot(x, y);
  const double beyond = std::atan2(std::abs(across), ahead) - half;  // the edge of the sector, rad
  const double c = std::cos(half), s = side * std::sin(half);
  const double rx = c * mx - s * my, ry = c * my + s * mx;  // along the edge
  const double along = x * rx + y * ry, off = side * (y * rx - x * ry);
  Seen seen{Part::face, R - away, away > 0 ? -x / away : -mx, away > 0 ? -y / away : -my,
            R * rx,     R * ry};
  const bool beside = beyond > 0 ? along >= R : away > R && off > R - away;
  if (beside) {
    seen.part = Part::side;
    seen.distance = off;
    seen.nx = -side * ry;
    seen.ny = side * rx;
  } else if (beyond > 0) {
    seen.part = Part::end;
    const double dx = x - seen.ex, dy = y - seen.ey;
    seen.distance = std::hypot(dx, dy);
    if (seen.distance > 0) seen.nx = dx / seen.distance, seen.ny = dy / seen.distance;
  }
  return seen;
}

// `first`: the arc belongs to the first body.
Seen look(const ContactModel& c, const ContactPair& at, bool first, const ContactGeometry& g) {
  const Pose& body = first ? at.a : at.b;
  const double sign = first ? 1 : -1;
  return look(first ? c.radius_a : c.radius_b, c.arc_half, sign * g.dx, sign * g.dy,
              body.c * c.nx - body.s * c.ny, body.s * c.nx + body.c * c.ny);
}

// `distance`: how long the line is that the normal turns with.
void gap(const ContactModel& c, const ContactPair& at, bool first, ContactGeometry& g) {
  const Seen seen = look(c, at, first, g);
  const double sign = first ? 1 : -1;
  g.nx = sign * seen.nx;
  g.ny = sign * seen.ny;
  g.gap = seen.distance - (first ? c.radius_b : c.radius_a);
  g.distance = seen.part == Part::end ? seen.distance : std::hypot(g.dx, g.dy);
}

void touch(const ContactModel& c, const ContactPair& at, bool first, ContactGeometry& g) {
  gap(c, at, first, g);
  round::contact_point(c, at, first, g);
}

// The normal turns with the line from the arc's centre or its end to that of the circle, or with
// the arc.
Local turn_of_normal(const ContactModel& c, const ContactPair& at, bool first,
                     const ContactGeometry& g) {
  const Seen seen = look(c, at, first, g);
  if (seen.part == Part::side) return first ? Local{0, 0, 1, 0, 0, 0} : Local{0, 0, 0, 0, 0, 1};
  if (seen.part == Part::face) return round::turn_between_centres(at, -1, g);
  ContactPair from_end = at;
  Arm& arm = first ? from_end.ra : from_end.rb;
  arm.x += seen.ex;
  arm.y += seen.ey;
  return round::turn_between_centres(from_end, 1, g);
}

void turn(const ContactModel& c, const ContactPair& at, bool first, const ContactGeometry& g,
          ContactDerivatives& out) {
  out.normal_angle = turn_of_normal(c, at, first, g);
  round::point_derivatives(c, at, first, g, out);
}

}  // namespace

void gap_in_first(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  gap(c, at, true, g);
}
void gap_in_second(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  gap(c, at, false, g);
}
void touch_in_first(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  touch(c, at, true, g);
}
void touch_in_second(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  touch(c, at, false, g);
}
void turn_in_first(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                   ContactDerivatives& out) {
  turn(c, at, true, g, out);
}
void turn_in_second(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                    ContactDerivatives& out) {
  turn(c, at, false, g, out);
}

}  // namespace mbs::arc
