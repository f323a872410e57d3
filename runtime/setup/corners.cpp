#include "runtime/setup/corners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/contact/bodies_by_corners.hpp"
#include "runtime/contact/kinematics.hpp"
#include "runtime/geometry/convex_touch.hpp"
#include "runtime/geometry/sharp_corner.hpp"

namespace mbs {

namespace {

constexpr double same_place = 1e-6;  // of the larger shape's radius

bool is_corner(const ConvexShape& shape) {
  return shape.kind == ConvexKind::polygon || shape.kind == ConvexKind::circle;
}

// A shape in the world: its axes and its centre.
struct Placed {
  const ConvexShape& shape;
  double c, s, x, y;

  Placed(const ConvexShape& of, const Pose& body, const Arm& centre)
      : shape(of),
        c(body.c * of.c - body.s * of.s),
        s(body.s * of.c + body.c * of.s),
        x(body.x + centre.x),
        y(body.y + centre.y) {}
  ir::Vec2 turned(double px, double py) const { return {c * px - s * py, s * px + c * py}; }
};

// Corners in world axes; the centre of a circle is one.
std::vector<ir::Vec2> corners_of(const Placed& p) {
  if (p.shape.kind == ConvexKind::circle) return {{p.x, p.y}};
  std::vector<ir::Vec2> corners;
  for (const ir::Vec2& corner : p.shape.corners) {
    const ir::Vec2 at = p.turned(corner.x, corner.y);
    corners.push_back({p.x + at.x, p.y + at.y});
  }
  return corners;
}

// Whether a corner alone can stand on one of the edges at a polygon's corner, and not on the other.
bool is_decided(const Placed& corner, const Placed& polygon, std::size_t k) {
  if (corner.shape.spread.empty() || polygon.shape.kind != ConvexKind::polygon) return false;
  const auto& edges = polygon.shape.edges;
  const auto stands_on = [&](const ConvexEdge& e) {
    const ir::Vec2 n = polygon.turned(e.nx, e.ny);
    return least_rise(corner.shape, n.x * corner.c + n.y * corner.s,
                      n.y * corner.c - n.x * corner.s) >= stands;
  };
  return stands_on(edges[k]) != stands_on(edges[(k + edges.size() - 1) % edges.size()]);
}

bool corners_meet(const ConvexPair& pair, const ContactPair& at) {
  if (!is_corner(pair.first) || !is_corner(pair.second)) return false;
  const double near = same_place * std::max(pair.first.bound, pair.second.bound);
  if (pair.first.rounding + pair.second.rounding > near) return false;
  const Placed first(pair.first, at.a, at.ra), second(pair.second, at.b, at.rb);
  const auto ones = corners_of(first), others = corners_of(second);
  for (std::size_t i = 0; i < ones.size(); ++i)
    for (std::size_t k = 0; k < others.size(); ++k)
      if (std::hypot(ones[i].x - others[k].x, ones[i].y - others[k].y) <= near)
        return !is_decided(first, second, k) && !is_decided(second, first, i);
  return false;
}

}  // namespace

void report_corners_on_corners(const Model& model, const Placement& at, Diagnostics& diagnostics) {
  Diagnostic* told = nullptr;
  int count = 0;
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    const ContactModel& c = model.contacts[i];
    if (!c.convex || !corners_meet(*c.convex, pair_of(c, at))) continue;
    if (++count > 1) continue;
    const ir::Contact& contact = model.scenario->contacts[i];
    told = &diagnostics.add(Code::W0504, contact.origin,
                            fmt::format("`{}` starts with a corner on a corner", contact.name));
    told->hint = "make one of the shapes a little smaller, so that each corner meets an edge";
  }
  if (count > 1) told->message += fmt::format(", and {} more", count - 1);
}

void report_unseen_overlaps(const Model& model, const Assembly& start, Diagnostics& diagnostics) {
  if (diagnostics.has_errors()) return;
  const auto& bodies = model.scenario->bodies;
  for (const BodiesByCorners& pair : bodies_by_corners(model)) {
    int direction = 0;
    const double depth = unseen_overlap(model, pair, start.y.data(), direction).depth;
    const bool acts =
        std::ranges::any_of(pair.contacts, [&](int c) { return !start.mode.contacts[c].off; });
    if (!acts || !(depth > 0)) continue;
    const ir::Contact& contact = model.scenario->contacts[pair.contacts.front()];
    Diagnostic& d = diagnostics.add(
        pair.rigid ? Code::E0507 : Code::W0501, contact.origin,
        fmt::format("`{}` and `{}` start {:.4g} mm inside each other", bodies[pair.first.body].name,
                    bodies[pair.second.body].name, depth * 1e3));
    d.notes.push_back(
        "none of their contacts sees it: these are of corners, rims or caps, and other places of "
        "both are inside");
    d.hint = "place them apart";
  }
}

}  // namespace mbs
