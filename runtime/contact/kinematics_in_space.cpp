#include "runtime/contact/kinematics_in_space.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/contact/shape_pairs.hpp"

namespace mbs {

namespace {

void put(Local& row, int first, const Vector3& x) {
  for (int k = 0; k < 3; ++k) row[first + k] = x[k];
}

// Sliding is the part of u in the tangent plane.
void set_slip(const Vector3& u, ContactGeometry& g) {
  g.slip = u - g.n.dot(u) * g.n;
  slide_along(g);
  if (g.length == 0) g.e = tangent_frame(g.n, least_axis(g.n)).t1;
}

// What slides of a contact that resists turning is its turning.
void set_turning(const Turning& turning, const ContactPair& at, ContactGeometry& g) {
  const Vector3 u = turning.arm * relative_spin(at);
  if (turning.spins) {
    g.vt = g.n.dot(u);
    g.slip = g.vt * g.n;
    g.e = g.n;
  } else {
    set_slip(u, g);
  }
  g.tangent_row = moment_row(at, turning.arm * g.e);
}

void slide_about(ContactGeometry& g) {
  g.vt = g.length = std::hypot(g.slip.norm(), g.slow);
  g.e = g.slip / g.length;
}

}  // namespace

bool has_no_way(const ContactGeometry& g) {
  return g.slow > 0 && g.ahead[0] == 0 && g.ahead[1] == 0 && g.ahead[2] == 0;
}

void slide_along(ContactGeometry& g) {
  const Vector3 ahead(g.ahead[0], g.ahead[1], g.ahead[2]);
  if (has_no_way(g)) return slide_about(g);
  const double lacking = std::max(g.slow - ahead.dot(g.slip), 0.0);
  const bool remembers = g.slow > 0;
  const Vector3 x = remembers ? Vector3(g.slip + lacking * ahead) : g.slip;
  const double length = x.norm();
  g.e = length > 0 ? Vector3(x / length) : Vector3(Vector3::Zero());
  g.length = length;
  g.vt = remembers ? length - lacking : length;
}

void meeting_in_space(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  SpatialTouch touch;
  c.shapes->in_space(c, at, false, touch);
  g.gap = touch.gap;
  g.n = touch.n;
  g.X = touch.X;
  g.corner = touch.corner;
  g.edge = touch.edge;
  g.inside = touch.inside;
  g.nx = g.n[0], g.ny = g.n[1], g.nz = g.n[2];
  g.px = g.X[0], g.py = g.X[1], g.pz = g.X[2];
  const SpatialPose &a = *at.space_a, &b = *at.space_b;
  g.arm_a = g.X - a.r;
  g.arm_b = g.X - b.r;
  g.u = b.v + b.spin().cross(g.arm_b) - a.v - a.spin().cross(g.arm_a);
  g.gap_rate = g.n.dot(g.u);
}

void geometry_in_space(const ContactModel& c, const ContactPair& at, ContactGeometry& g) {
  meeting_in_space(c, at, g);
  g.normal_row = force_row(at, g, g.n);
  if (const Turning* turning = c.turning()) {
    set_turning(*turning, at, g);
  } else {
    set_slip(g.u, g);
    g.tangent_row = force_row(at, g, g.e);
  }
  g.rub = g.e.dot(g.slip);
}

Local force_row(const ContactPair& at, const ContactGeometry& g, const Vector3& force) {
  Local row;
  put(row, 0, -force);
  put(row, 3, -(at.space_a->R.transpose() * g.arm_a.cross(force)));
  put(row, 6, force);
  put(row, 9, at.space_b->R.transpose() * g.arm_b.cross(force));
  return row;
}

namespace {

// Change of R^T (arm x force) of one body, whose first column is `first`.
Vector3 turned_moment(const SpatialPose& body, const Vector3& arm, const Vector3& dX,
                      const Vector3& force, int j, int first) {
  Vector3 darm = dX;
  if (j >= first && j < first + 3) darm[j - first] -= 1;
  Vector3 out = body.R.transpose() * darm.cross(force);
  if (j >= first + 3 && j < first + 6)
    out += (body.R.transpose() * arm.cross(force)).cross(Vector3::Unit(j - first - 3));
  return out;
}

}  // namespace

Local force_row_turned(const ContactPair& at, const ContactGeometry& g, const SpatialDerivatives& d,
                       const Vector3& force, int j) {
  Local row{};
  const Vector3 dX = d.dX.col(j);
  put(row, 3, -turned_moment(*at.space_a, g.arm_a, dX, force, j, 0));
  put(row, 9, turned_moment(*at.space_b, g.arm_b, dX, force, j, 6));
  return row;
}

Local moment_row(const ContactPair& at, const Vector3& moment) {
  Local row{};
  put(row, 3, -(at.space_a->R.transpose() * moment));
  put(row, 9, at.space_b->R.transpose() * moment);
  return row;
}

Local moment_row_turned(const ContactPair& at, const Vector3& moment, int j) {
  Local row{};
  const int turn = j % 6 - 3;
  if (turn < 0) return row;
  const bool second = j >= 6;
  const Vector3 own = (second ? *at.space_b : *at.space_a).R.transpose() * moment;
  put(row, second ? 9 : 3, (second ? 1 : -1) * own.cross(Vector3::Unit(turn)));
  return row;
}

bool resists_turning(const ContactModel& c) {
  return c.rolling > 0 || c.spinning > 0;
}

Vector3 relative_spin(const ContactPair& at) {
  return at.space_b->spin() - at.space_a->spin();
}

Eigen::Matrix<double, 12, 1> motion_of(const ContactPair& at) {
  Eigen::Matrix<double, 12, 1> motion;
  motion << at.space_a->v, at.space_a->omega, at.space_b->v, at.space_b->omega;
  return motion;
}

Vector3 rolling_part(const Vector3& n, const Vector3& spin) {
  return spin - n * n.dot(spin);
}

SpinRows spin_rows(const ContactPair& at, double first, double second) {
  SpinRows rows;
  const auto add = [&](const SpatialPose& body, double factor, int column) {
    rows.by_place.block<3, 3>(0, column) = -factor * body.R * skew(body.omega);
    rows.by_motion.block<3, 3>(0, column) = factor * body.R;
  };
  add(*at.space_a, first, 3);
  add(*at.space_b, second, 9);
  return rows;
}

namespace {

// Change with position motion j of spin x arm of one body.
Vector3 turned_speed(const SpatialPose& body, const Vector3& arm, const Vector3& dX, int j,
                     int first) {
  Vector3 darm = dX;
  if (j >= first && j < first + 3) darm[j - first] -= 1;
  Vector3 out = body.spin().cross(darm);
  if (j >= first + 3 && j < first + 6)
    out += (body.R * Vector3::Unit(j - first - 3).cross(body.omega)).cross(arm);
  return out;
}

}  // namespace

void derivatives_in_space(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                          SpatialDerivatives& out) {
  SpatialTouch touch;
  c.shapes->in_space(c, at, true, touch);
  out.dn = touch.dn;
  out.dX = touch.dX;
  const SpatialPose &a = *at.space_a, &b = *at.space_b;
  for (int j = 0; j < 12; ++j) {
    const Vector3 dX = touch.dX.col(j);
    out.u_by_place.col(j) = turned_speed(b, g.arm_b, dX, j, 6) - turned_speed(a, g.arm_a, dX, j, 0);
  }
  out.u_by_motion << -Matrix3::Identity(), skew(g.arm_a) * a.R, Matrix3::Identity(),
      -skew(g.arm_b) * b.R;
}

SlipChange slip_change(const ContactGeometry& g, const Vector3& dn, const Vector3& du) {
  return slip_change(g, du - dn * g.gap_rate - g.n * (dn.dot(g.u) + g.n.dot(du)));
}

SlipChange slip_change(const ContactGeometry& g, const Vector3& dslip) {
  SlipChange out;
  out.slip = dslip;
  const Vector3 ahead(g.ahead[0], g.ahead[1], g.ahead[2]);
  const bool slow = g.slow > 0 && ahead.dot(g.slip) < g.slow;
  const double lost = slow ? ahead.dot(out.slip) : 0;
  const Vector3 dx = out.slip - lost * ahead;
  out.vt = g.e.dot(dx) + lost;
  out.e = g.length > 0 ? Vector3((dx - g.e * g.e.dot(dx)) / g.length) : Vector3::Zero();
  return out;
}

int least_axis(const Vector3& n) {
  int axis = 0;
  n.cwiseAbs().minCoeff(&axis);
  return axis;
}

TangentFrame tangent_frame(const Vector3& n, int axis) {
  const Vector3 t1 = n.cross(Vector3::Unit(axis)).normalized();
  return {t1, n.cross(t1)};
}

TangentFrame tangent_frame_change(const Vector3& n, int axis, const Vector3& dn) {
  const Vector3 across = n.cross(Vector3::Unit(axis));
  const double length = across.norm();
  const Vector3 t1 = across / length, d = dn.cross(Vector3::Unit(axis)) / length;
  const Vector3 dt1 = d - t1 * t1.dot(d);
  return {dt1, dn.cross(t1) + n.cross(dt1)};
}

}  // namespace mbs
