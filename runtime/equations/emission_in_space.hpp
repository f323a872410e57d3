// Private to runtime: entries of the Jacobian that bodies in space alone have, see
// jacobian_emission.hpp.
#pragma once

#include "runtime/equations/emission_point.hpp"

namespace mbs::emission {

// p' = E omega/2 + (1 - p.p) p
template <class Sink>
void emit_quaternion(const JacobianPoint& p, int body, Sink& sink) {
  const Layout& l = p.l();
  const SpatialPose& pose = p.at().bodies[body];
  const auto [by_q, by_omega] = quaternion_derivatives(pose.p.data(), pose.omega, p.cj);
  const int row = l.q + l.place_of(body) + 3, column = l.v + l.motion_of(body) + 3;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) sink(row + i, row + j, by_q(i, j));
    for (int j = 0; j < 3; ++j) sink(row + i, column + j, by_omega(i, j));
  }
}

// J omega' + omega x J omega
template <class Sink>
void emit_gyration(const JacobianPoint& p, int body, Sink& sink) {
  const auto& principal = p.m.masses[body].principal;
  const Vector3 J(principal[0], principal[1], principal[2]);
  const Vector3& omega = p.at().bodies[body].omega;
  Matrix3 by_omega = skew(omega) * J.asDiagonal();
  by_omega -= skew(J.cwiseProduct(omega));
  by_omega.diagonal() += p.cj * J;
  const int at = p.l().v + p.l().motion_of(body) + 3;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sink(at + i, at + j, by_omega(i, j));
}

// a' - rate; it does not matter how the rate changes with places.
template <class Sink>
void emit_angles(const JacobianPoint& p, Sink& sink) {
  const Layout& l = p.l();
  for (int i = 0; i < l.angles; ++i) {
    const PairFunction& f = p.m.counted_angles[i];
    Local g;
    gradient(f, p.at(), g);
    sink(l.angle + i, l.angle + i, p.cj);
    f.for_each_used([&](int k) { sink(l.angle + i, l.v + f.column(k), -g[k]); });
  }
}

template <class Sink>
void emit_bodies_in_space(const JacobianPoint& p, Sink& sink) {
  const Layout& l = p.l();
  for (int b = 1; b <= l.bodies; ++b) {
    const int q = l.q + l.place_of(b), v = l.v + l.motion_of(b);
    for (int k = 0; k < 3; ++k) {
      sink(q + k, q + k, p.cj);
      sink(q + k, v + k, -1);
      sink(v + k, v + k, p.cj * p.m.masses[b].mass);
    }
    emit_quaternion(p, b, sink);
    emit_gyration(p, b, sink);
  }
}

// d(what a force sees)/d(unknowns): at most three columns in the plane. In space two bodies have
// twelve motions; each of the six turns is seen by four parts of a quaternion.
struct OriginDerivative {
  static constexpr int most = 12 + 6 + 6 * 4;
  int columns[most];
  double values[most];
  int count;
  void operator()(int, int column, double value) {  // as a sink
    columns[count] = column;
    values[count++] = value;
  }
};
// The turn's part by places, and that of omega.
inline void add_turns(const JacobianPoint& p, int body, const Vector3& by_turn,
                      const Vector3& by_omega, OriginDerivative& out) {
  const int motion = p.l().motion_of(body) + 3;
  for (int k = 0; k < 3; ++k) {
    by_place(p, 0, motion + k, by_turn[k], out);
    out(0, p.l().v + motion + k, by_omega[k]);
  }
}

// The derivative of a part of the unit quaternion of a scenario's body, or of its rate.
inline OriginDerivative quaternion_derivative(const JacobianPoint& p, const ForcePartial& d) {
  OriginDerivative out{{}, {}, 0};
  const SpatialPose& pose = p.at().bodies[d.body];
  const ir::Quaternion c = inverse(p.m.principal[d.body]);  // from the right
  Eigen::Matrix4d right;
  right << c.w, -c.x, -c.y, -c.z, c.x, c.w, c.z, -c.y, c.y, -c.z, c.w, c.x, c.z, c.y, -c.x, c.w;
  Eigen::Vector4d unit = Eigen::Vector4d::Map(pose.p.data());
  const double length = unit.norm();
  unit /= length;
  Eigen::Matrix4d by_p = (Eigen::Matrix4d::Identity() - unit * unit.transpose()) / length;
  if (d.order == 1) {
    Eigen::Matrix4d turning = Eigen::Matrix4d::Zero();
    turning.block<1, 3>(0, 1) = -0.5 * pose.omega.transpose();
    turning.block<3, 1>(1, 0) = 0.5 * pose.omega;
    turning.block<3, 3>(1, 1) = -0.5 * skew(pose.omega);
    by_p = (turning * by_p).eval();
  }
  const int part = d.coordinate - 3, motion = p.l().motion_of(d.body) + 3;
  const Eigen::RowVector3d by_turn = right.row(part) * by_p * 0.5 * quaternion_map(pose.p.data());
  for (int k = 0; k < 3; ++k) by_place(p, 0, motion + k, by_turn[k], out);
  if (d.order == 0) return out;
  const Eigen::RowVector3d by_omega = right.row(part) * 0.5 * quaternion_map(unit.data());
  for (int k = 0; k < 3; ++k) out(0, p.l().v + motion + k, by_omega[k]);
  return out;
}

inline OriginDerivative coordinate_derivative(const JacobianPoint& p, const ForcePartial& d) {
  OriginDerivative out{{}, {}, 0};
  const PairFunction& f = p.m.all_coordinates[d.body][d.coordinate];
  Local g;
  gradient(f, p.at(), g);
  Local by_places = g;
  if (d.order == 1) {
    LocalHessian h{};
    hessian(f, p.at(), h);
    by_places = curvature(f, h, local_velocity(f, p.at()));
  }
  for (int i = 0; i < f.locals(); ++i) {
    if (!f.uses(i) || f.column(i) < 0) continue;
    if (d.order == 0 || f.bends(i)) by_place(p, 0, f.column(i), by_places[i], out);
    if (d.order == 1) out(0, p.l().v + f.column(i), g[i]);
  }
  return out;
}

inline OriginDerivative derivative_in_space(const JacobianPoint& p, const ForcePartial& d) {
  if (d.kind == SlotKind::joint_coordinate) return coordinate_derivative(p, d);
  const SpatialPose& pose = p.at().bodies[d.body];
  OriginDerivative out{{}, {}, 0};
  if (d.kind == SlotKind::body_spin) {
    const Vector3 e = pose.R.row(d.coordinate).transpose();
    add_turns(p, d.body, pose.omega.cross(e), e, out);
    return out;
  }
  if (d.coordinate >= 3) return quaternion_derivative(p, d);
  const Vector3 e = pose.R.row(d.coordinate).transpose();
  const Vector3 s = place_in_body(p.m.points[p.m.origin_point[d.body]]);
  const int shift = p.l().motion_of(d.body) + d.coordinate;
  if (d.order == 0) {
    by_place(p, 0, shift, 1, out);
    for (int k = 0; k < 3; ++k) by_place(p, 0, p.l().motion_of(d.body) + 3 + k, s.cross(e)[k], out);
    return out;
  }
  out(0, p.l().v + shift, 1);
  add_turns(p, d.body, pose.omega.cross(s).cross(e), s.cross(e), out);
  return out;
}

}  // namespace mbs::emission
