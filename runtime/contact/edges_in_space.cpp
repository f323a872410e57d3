#include "runtime/contact/edges_in_space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/contact/crossing_in_space.hpp"
#include "runtime/contact/normal_rate.hpp"
#include "runtime/contact/smooth_in_space.hpp"
#include "runtime/geometry/sharp_corner.hpp"

namespace mbs::edges {

namespace {

using Row = Eigen::Matrix<double, 1, 12>;
using round::point_rows;

constexpr int of_first = 0, of_second = 6;
// Edges that are closer to parallel than this, rad, do not cross: their corners stand on faces.
constexpr double least_sine = 1e-6;

constexpr double deepest = 0.5;  // overlap, of how far a body goes behind its edge

// An edge in the world.
struct Line {
  const SpatialPose& body;
  Vector3 along;       // of length 1
  double half;         // m
  Vector3 centre_arm;  // from the body's centre of mass to its middle
  Vector3 side[2];
  double depth;  // m: how far its body goes behind it, about

  Line(const Solid& edge, const SpatialPose& pose, const Vector3& lever)
      : body(pose), half(edge.half.norm()), centre_arm(lever) {
    const Matrix3 axes = pose.R * edge.axes;
    along = axes * edge.half / half;
    for (int k = 0; k < 2; ++k) side[k] = axes * edge.spread[k].normalized();
    depth = std::min(edge.spread[0].norm(), edge.spread[1].norm());
  }
  Vector3 centre() const { return body.r + centre_arm; }
  Vector3 arm(double x) const { return centre_arm + x * along; }
  // Sine of the angle by which its body rises over the plane with the outward normal n.
  double rises(const Vector3& n) const { return std::max(n.dot(side[0]), n.dot(side[1])); }
  // Whether that way, square to it, leads into its body, or out of it by no more than this sine.
  bool leads_in(const Vector3& way, double out) const {
    const double c = side[0].dot(side[1]), x = way.dot(side[0]), y = way.dot(side[1]);
    return std::min(x - c * y, y - c * x) >= -out * (1 - c * c);
  }
};

struct Touching {
  Line a, b;
  double s = 0, t = 0;  // of the nearest places, along both from their middles, m
  Vector3 n = Vector3::UnitX();
  double gap = 0, inside = 0;
  bool stands_there = false;

  Touching(const ContactModel& c, const ContactPair& at)
      : a(solids_of(c).one, *at.space_a, *at.lever_a),
        b(solids_of(c).other, *at.space_b, *at.lever_b) {
    const double size = std::min(a.half, b.half);
    stands_there = cross() && (at.edge >= 0 || meets(size));
    if (stands_there)
      inside += corner_leaves * size;
    else
      go_apart(size);
  }

  // Finds where both lines are nearest to each other; false where they are parallel.
  bool cross() {
    const Vector3 across = a.along.cross(b.along), d = b.centre() - a.centre();
    const double square = across.squaredNorm(), cosine = a.along.dot(b.along);
    if (square < least_sine * least_sine) return false;
    s = (a.along.dot(d) - cosine * b.along.dot(d)) / square;
    t = cosine * s - b.along.dot(d);
    n = across / std::sqrt(square);
    if (rises(-n) < rises(n)) n = -n;
    gap = n.dot(d);
    inside = std::min(a.half - std::abs(s), b.half - std::abs(t));
    return true;
  }
  // How far bodies rise over the plane with that normal, out of the first and into the second.
  double rises(const Vector3& to) const { return std::max(a.rises(to), b.rises(-to)); }
  bool meets(double size) const {
    return rises(n) <= -stands && inside >= corner_touches * size && (gap >= 0 || overlap());
  }
  // As far as it is this pair by which they overlap: not the far sides of both. Nearest places that
  // lie in the other body say so; where they nearly do the way out past the end of an edge must not
  // be shorter, for then others meet there.
  bool overlap() const {
    const double nearly = -gap <= inside ? -2 * stands : 0;
    return gap >= -deepest * std::min(a.depth, b.depth) && a.leads_in(-n, nearly) &&
           b.leads_in(n, nearly);
  }
  // Nearest places of both as they are, for others are nearer, or hold them.
  void go_apart(double size) {
    stands_there = false;
    s = std::clamp(s, -a.half, a.half);
    t = std::clamp(t, -b.half, b.half);
    const Vector3 way = b.centre() + t * b.along - a.centre() - s * a.along;
    const double distance = way.norm();
    if (distance > 0) n = way / distance;
    gap = std::max(distance, corner_leaves * size);
    inside = std::numeric_limits<double>::infinity();
  }
};

CrossingChange change_of(const Touching& p, const MotionRows& past) {
  if (p.stands_there)
    return crossing_change(p.a.body, p.b.body, {p.a.along, p.b.along, p.n, p.gap}, past);
  CrossingChange c;  // of places that stay
  c.n = (Matrix3::Identity() - p.n * p.n.transpose()) * past / p.gap;
  return c;
}

MotionRows past_of(const Touching& p) {
  return point_rows(p.b.body, p.b.arm(p.t), of_second) -
         point_rows(p.a.body, p.a.arm(p.s), of_first);
}

}  // namespace

void touch(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out) {
  const Touching p(c, at);
  out.gap = p.gap;
  out.n = p.n;
  out.X = p.a.body.r + p.a.arm(p.s) + c.lever * p.gap * p.n;
  if (p.stands_there) out.edge = 0;
  out.inside = p.inside;
  if (!derivatives) return;
  const MotionRows past = past_of(p);
  const CrossingChange change = change_of(p, past);
  const Row gap = p.n.transpose() * past;
  out.dn = change.n;
  out.dX = point_rows(p.a.body, p.a.arm(p.s), of_first) + p.a.along * change.s +
           c.lever * (p.n * gap + p.gap * change.n);
}

MotionRows rate_by_place(const ContactModel& c, const ContactPair& at) {
  const double size = solids_of(c).one.bound + solids_of(c).other.bound;
  return rate_by_differences(at, size, [&](const ContactPair& moved) {
    const Touching p(c, moved);
    return change_of(p, past_of(p)).n;
  });
}

// They have none.
EqualRadii radii(const ContactModel&, const ContactPair&) {
  return {};
}

}  // namespace mbs::edges
