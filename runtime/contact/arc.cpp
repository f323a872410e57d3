#include "runtime/contact/arc.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/contact/round.hpp"

namespace mbs::arc {

namespace {

enum class Part { face, outside, end, side };

// Seen from the arc: where the circle's centre is, and what of the arc is closest to it. World
// axes.
struct Seen {
  Part part = Part::face;
  double distance = 0;    // of the centre from the arc, m; negative behind its surface
  double nx = 1, ny = 0;  // out of the arc
  double ex = 0, ey = 0;  // the end, from the arc's centre, m
};

struct Shape {
  double radius = 0, outer = 0, half = 0;  // m, m, rad
};

// Where an edge along (rx, ry) ends, at this distance from the arc's centre; circle's centre (x,
// y).
void see_end(Seen& seen, double away, double rx, double ry, double x, double y) {
  seen.part = Part::end;
  seen.ex = away * rx;
  seen.ey = away * ry;
  const double dx = x - seen.ex, dy = y - seen.ey;
  seen.distance = std::hypot(dx, dy);
  if (seen.distance > 0) seen.nx = dx / seen.distance, seen.ny = dy / seen.distance;
}

// (x, y) of the centre of the circle from that of the arc; (mx, my): the middle of the sector.
Seen look(const Shape& arc, double x, double y, double mx, double my) {
  const double ahead = x * mx + y * my, across = y * mx - x * my;
  const double side = across < 0 ? -1 : 1;
  const double away = std::hypot(x, y);
  const bool beside = std::atan2(std::abs(across), ahead) > arc.half;  // of the sector
  const double c = std::cos(arc.half), s = side * std::sin(arc.half);
  const double rx = c * mx - s * my, ry = c * my + s * mx;  // along the edge
  const double along = x * rx + y * ry, off = side * (y * rx - x * ry);
  Seen seen;
  if (beside && (along < arc.radius || along > arc.outer)) {
    see_end(seen, along < arc.radius ? arc.radius : arc.outer, rx, ry, x, y);
    return seen;
  }
  const double ux = away > 0 ? x / away : mx, uy = away > 0 ? y / away : my;
  const double face = arc.radius - away, outside = away - arc.outer;
  const bool at_edge = along >= arc.radius && along <= arc.outer;
  if (beside || (at_edge && off > std::max(face, outside)))
    return {Part::side, off, -side * ry, side * rx};
  return face > outside ? Seen{Part::face, face, -ux, -uy} : Seen{Part::outside, outside, ux, uy};
}

// `first`: the arc belongs to the first body.
Seen look(const ContactModel& c, const ContactPair& at, bool first, const ContactGeometry& g) {
  const Pose& body = first ? at.a : at.b;
  const double sign = first ? 1 : -1, radius = first ? c.radius_a : c.radius_b;
  return look({radius, radius + c.thickness, c.arc_half}, sign * g.dx, sign * g.dy,
              body.c * c.nx - body.s * c.ny, body.s * c.nx + body.c * c.ny);
}

// The radius of curvature, m, as laws see it: that of the face wherever else than outside.
double radius_at(Part part, double face, double thickness) {
  return part == Part::outside ? face + thickness : -face;
}

// `distance`: how long the line is that the normal turns with.
void gap(const ContactModel& c, const ContactPair& at, bool first, ContactGeometry& g) {
  const Seen seen = look(c, at, first, g);
  const double sign = first ? 1 : -1;
  g.nx = sign * seen.nx;
  g.ny = sign * seen.ny;
  g.gap = seen.distance - (first ? c.radius_b : c.radius_a);
  g.distance = seen.part == Part::end ? seen.distance : std::hypot(g.dx, g.dy);
  g.radius_1 = first ? radius_at(seen.part, c.radius_a, c.thickness) : c.radius_a;
  g.radius_2 = first ? c.radius_b : radius_at(seen.part, c.radius_b, c.thickness);
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
  if (seen.part != Part::end)
    return round::turn_between_centres(at, seen.part == Part::face ? -1 : 1, g);
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
