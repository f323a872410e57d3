// Contacts that start on two sharp corners at once, where the direction of the force is undecided.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/contact/kinematics.hpp"
#include "runtime/geometry/convex_touch.hpp"
#include "runtime/setup/assembly.hpp"

namespace mbs {

namespace {

constexpr double same_place = 1e-6;  // of the larger shape's radius

bool is_corner(const ConvexShape& shape) {
  return shape.kind == ConvexKind::polygon || shape.kind == ConvexKind::circle;
}

// Corners in world axes; the centre of a circle is one.
std::vector<ir::Vec2> corners_of(const ConvexShape& shape, const Pose& body, const Arm& centre) {
  const double x = body.x + centre.x, y = body.y + centre.y;
  if (shape.kind == ConvexKind::circle) return {{x, y}};
  const double c = body.c * shape.c - body.s * shape.s, s = body.s * shape.c + body.c * shape.s;
  std::vector<ir::Vec2> corners;
  for (const ir::Vec2& p : shape.corners)
    corners.push_back({x + c * p.x - s * p.y, y + s * p.x + c * p.y});
  return corners;
}

bool corners_meet(const ConvexPair& pair, const ContactPair& at) {
  if (!is_corner(pair.first) || !is_corner(pair.second)) return false;
  const double near = same_place * std::max(pair.first.bound, pair.second.bound);
  if (pair.first.rounding + pair.second.rounding > near) return false;
  const auto others = corners_of(pair.second, at.b, at.rb);
  for (const ir::Vec2& p : corners_of(pair.first, at.a, at.ra))
    for (const ir::Vec2& q : others)
      if (std::hypot(p.x - q.x, p.y - q.y) <= near) return true;
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

}  // namespace mbs
