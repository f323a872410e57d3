#include "runtime/contact/end_face_in_space.hpp"

#include <cmath>

namespace mbs::round {

namespace {

constexpr double crown = 1e-6;  // of the radius
constexpr double flat = 1 - crown * crown;

using Row = Eigen::Matrix<double, 1, 12>;

// The touching place is E + R m - R crown n, m = (n - flat (n.b) b)/g.
struct Touching {
  Vector3 n, b, m;
  double cosine, g;  // n.b; sqrt(1 - flat (n.b)^2), without cancellation
};

Touching touching(const ContactModel& c, const ContactPair& at) {
  Touching t;
  t.n = -(at.space_b->R * Vector3(c.nx, c.ny, c.nz));
  t.b = at.space_a->R * *c.rim_axis;
  t.cosine = t.n.dot(t.b);
  t.g = std::sqrt(t.n.cross(t.b).squaredNorm() + crown * crown * t.cosine * t.cosine);
  t.m = (t.n - flat * t.cosine * t.b) / t.g;
  return t;
}

}  // namespace

void face_on_plane(const ContactModel& c, const ContactPair& at, bool derivatives,
                   SpatialTouch& out) {
  const Touching t = touching(c, at);
  const double R = c.radius_a;
  const Vector3 apart = (at.space_b->r + *at.lever_b) - (at.space_a->r + *at.lever_a);
  out.n = t.n;
  out.gap = t.n.dot(apart) - R * (t.g - crown);
  const Vector3 place = at.space_a->r + *at.lever_a + R * (t.m - crown * t.n);
  out.X = place + c.lever * out.gap * t.n;
  if (!derivatives) return;
  const MotionRows db = turned(*at.space_a, t.b, 0);
  out.dn = turned(*at.space_b, t.n, 6);
  const MotionRows dE = point_rows(*at.space_a, *at.lever_a, 0);
  const MotionRows d_apart = point_rows(*at.space_b, *at.lever_b, 6) - dE;
  const Row cosine = t.b.transpose() * out.dn + t.n.transpose() * db;
  const Row dg = -flat * t.cosine / t.g * cosine;
  const MotionRows dm = (out.dn - flat * (t.b * cosine + t.cosine * db)) / t.g - t.m / t.g * dg;
  const Row gap = t.n.transpose() * d_apart + apart.transpose() * out.dn - R * dg;
  out.dX = dE + R * (dm - crown * out.dn) + c.lever * (t.n * gap + out.gap * out.dn);
}

}  // namespace mbs::round
