#include "runtime/contact/round_in_space.hpp"

#include <algorithm>

namespace mbs::round {

namespace {

// Of two concentric balls any normal will do; derivatives stay finite with this floor.
constexpr double least_distance = 1e-12;  // m

constexpr int second_body = 6;  // its first column

// A point at the lever of one body.
MotionRows point_rows(const SpatialPose& body, const Vector3& lever, int first) {
  MotionRows rows = MotionRows::Zero();
  rows.block<3, 3>(0, first).setIdentity();
  rows.block<3, 3>(0, first + 3) = -skew(lever) * body.R;
  return rows;
}
MotionRows first_point(const ContactPair& at) {
  return point_rows(*at.space_a, *at.lever_a, 0);
}
MotionRows second_point(const ContactPair& at) {
  return point_rows(*at.space_b, *at.lever_b, second_body);
}
Vector3 between_points(const ContactPair& at) {
  return (at.space_b->r + *at.lever_b) - (at.space_a->r + *at.lever_a);
}

// The contact point lies, from the centre of a ball, its radius and a part of the gap along the
// normal.
void contact_point(const ContactModel& c, const ContactPair& at, bool second, bool derivatives,
                   SpatialTouch& out) {
  const double part = second ? 1 - c.lever : c.lever, sign = second ? -1 : 1;
  const double h = sign * ((second ? c.radius_b : c.radius_a) + part * out.gap);
  const SpatialPose& base = second ? *at.space_b : *at.space_a;
  out.X = base.r + (second ? *at.lever_b : *at.lever_a) + h * out.n;
  if (!derivatives) return;
  const MotionRows centre = second ? second_point(at) : first_point(at);
  const MotionRows apart = second_point(at) - first_point(at);
  const Eigen::Matrix<double, 1, 12> gap =
      out.n.transpose() * apart + between_points(at).transpose() * out.dn;
  out.dX = centre + sign * part * out.n * gap + h * out.dn;
}

void between_centres(const ContactModel& c, const ContactPair& at, double sign, bool derivatives,
                     SpatialTouch& out) {
  const Vector3 d = between_points(at);
  const double distance = d.norm();
  out.gap = sign == 1 ? distance - c.reach : c.reach - distance;
  out.n = distance > 0 ? Vector3(sign / distance * d) : Vector3::UnitX();
  if (!derivatives) return;
  const Matrix3 across = Matrix3::Identity() - out.n * out.n.transpose();
  out.dn =
      sign / std::max(distance, least_distance) * across * (second_point(at) - first_point(at));
}

void on_plane(const ContactModel& c, const ContactPair& at, bool second, bool derivatives,
              SpatialTouch& out) {
  const SpatialPose& body = second ? *at.space_b : *at.space_a;
  const Vector3 own(c.nx, c.ny, c.nz);
  const double sign = second ? -1 : 1;
  out.n = sign * (body.R * own);
  out.gap = out.n.dot(between_points(at)) - c.reach;
  if (!derivatives) return;
  out.dn.setZero();
  out.dn.block<3, 3>(0, (second ? second_body : 0) + 3) = -sign * body.R * skew(own);
}

}  // namespace

void outside_in_space(const ContactModel& c, const ContactPair& at, bool derivatives,
                      SpatialTouch& out) {
  between_centres(c, at, 1, derivatives, out);
  contact_point(c, at, false, derivatives, out);
}
void inside_in_space(const ContactModel& c, const ContactPair& at, bool derivatives,
                     SpatialTouch& out) {
  between_centres(c, at, -1, derivatives, out);
  contact_point(c, at, c.radius_a > c.radius_b, derivatives, out);
}
void on_first_in_space(const ContactModel& c, const ContactPair& at, bool derivatives,
                       SpatialTouch& out) {
  on_plane(c, at, false, derivatives, out);
  contact_point(c, at, true, derivatives, out);
}
void on_second_in_space(const ContactModel& c, const ContactPair& at, bool derivatives,
                        SpatialTouch& out) {
  on_plane(c, at, true, derivatives, out);
  contact_point(c, at, false, derivatives, out);
}

}  // namespace mbs::round
