#include "runtime/contact/round_in_space.hpp"

#include <algorithm>

namespace mbs::round {

namespace {

// Any normal will do for two concentric balls; derivatives stay finite with this floor.
constexpr double least_distance = 1e-12;  // m

constexpr int second_body = 6;  // its first column

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

// Derivatives of the speed of a point at the lever of one body.
MotionRows speed_rows(const SpatialPose& body, const Vector3& lever, int first) {
  return turned(body, body.spin().cross(lever), first);
}

// n = sign d/|d|,  n' = sign (d' - n (n.d'))/|d|
MotionRows centres_rate_by_place(const ContactPair& at, double sign) {
  const Vector3 d = between_points(at);
  const double distance = std::max(d.norm(), least_distance);
  const Vector3 n = sign / distance * d;
  const SpatialPose &a = *at.space_a, &b = *at.space_b;
  const Vector3 d_rate = b.v + b.spin().cross(*at.lever_b) - a.v - a.spin().cross(*at.lever_a);
  const Matrix3 across = Matrix3::Identity() - n * n.transpose();
  const MotionRows by_place = second_point(at) - first_point(at);
  const MotionRows dn = sign / distance * across * by_place;
  const MotionRows speed = speed_rows(b, *at.lever_b, second_body) - speed_rows(a, *at.lever_a, 0);
  const Vector3 n_rate = sign / distance * across * d_rate;
  return sign / distance * (across * speed - n.dot(d_rate) * dn - n * (d_rate.transpose() * dn)) -
         sign / distance * n_rate * (n.transpose() * by_place);
}

// n' = omega x n, which turns with the body of the plane.
MotionRows plane_rate_by_place(const ContactModel& c, const ContactPair& at, bool second) {
  const SpatialPose& body = second ? *at.space_b : *at.space_a;
  const Vector3 n = (second ? -1 : 1) * (body.R * Vector3(c.nx, c.ny, c.nz));
  return speed_rows(body, n, second ? second_body : 0);
}

}  // namespace

MotionRows outside_rate_by_place(const ContactModel&, const ContactPair& at) {
  return centres_rate_by_place(at, 1);
}
MotionRows inside_rate_by_place(const ContactModel&, const ContactPair& at) {
  return centres_rate_by_place(at, -1);
}
MotionRows on_first_rate_by_place(const ContactModel& c, const ContactPair& at) {
  return plane_rate_by_place(c, at, false);
}
MotionRows on_second_rate_by_place(const ContactModel& c, const ContactPair& at) {
  return plane_rate_by_place(c, at, true);
}
MotionRows point_rows(const SpatialPose& body, const Vector3& lever, int first) {
  MotionRows rows = turned(body, lever, first);
  rows.block<3, 3>(0, first).setIdentity();
  return rows;
}
MotionRows turned(const SpatialPose& body, const Vector3& direction, int first) {
  MotionRows rows = MotionRows::Zero();
  rows.block<3, 3>(0, first + 3) = -skew(direction) * body.R;
  return rows;
}

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
