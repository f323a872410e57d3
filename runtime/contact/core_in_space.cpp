#include "runtime/contact/core_in_space.hpp"

#include <Eigen/Dense>
#include <algorithm>

#include "runtime/geometry/core_distance.hpp"
#include "runtime/geometry/solid_touch.hpp"

namespace mbs::core {

namespace {

using Row = Eigen::Matrix<double, 1, 12>;

struct Ball {
  const Solid& solid;  // the other
  const SpatialPose &ball, &body;
  const Vector3& lever;  // of the ball's centre
  int column, body_column;
  double radius, part;  // part: of the gap, from the ball to where the forces act
  double sign;          // n = sign * g
  Matrix3 axes;
  Vector3 arm;  // from the body's centre of mass to the ball's centre
  Vector3 own;  // the ball's centre in the axes of the shape
  CoreDistance from;
  Vector3 g;  // from the body towards the ball
  double gap;
  bool on_face;  // a sharp point, whose normal stays with the face however near its end is

  Ball(const ContactModel& c, const ContactPair& at, bool first)
      : solid(first ? solids_of(c).other : solids_of(c).one),
        ball(first ? *at.space_a : *at.space_b),
        body(first ? *at.space_b : *at.space_a),
        lever(first ? *at.lever_a : *at.lever_b),
        column(first ? 0 : 6),
        body_column(first ? 6 : 0),
        radius(first ? solids_of(c).one.rounding : solids_of(c).other.rounding),
        part(first ? c.lever : 1 - c.lever),
        sign(first ? -1 : 1),
        axes(body.R * solid.axes) {
    const Vector3 centre = ball.r + lever;
    arm = centre - body.r;
    own = axes.transpose() * (arm - (first ? *at.lever_b : *at.lever_a));
    const Solid& small = first ? solids_of(c).one : solids_of(c).other;
    from = radius == 0
               ? point_distance(solid, own, small, axes.transpose() * ball.R * small.axes, at.edge)
               : core_distance(solid, own);
    on_face = from.face >= 0;
    g = axes * from.n;
    gap = from.distance - solid.rounding - radius;
  }
  Matrix3 bend() const { return axes * from.bend * axes.transpose(); }
  // The motion of the ball's centre, as seen from the material of the body there.
  MotionRows past() const {
    return round::point_rows(ball, lever, column) - round::point_rows(body, arm, body_column);
  }
  MotionRows normal_change() const { return bend() * past() + round::turned(body, g, body_column); }
};

void touch(const Ball& p, bool derivatives, SpatialTouch& out) {
  const double depth = p.radius + p.part * p.gap;
  out.gap = p.gap;
  out.n = p.sign * p.g;
  out.X = p.ball.r + p.lever - depth * p.g;
  out.edge = p.from.face;
  out.inside = p.from.inside;
  if (!derivatives) return;
  const MotionRows dg = p.normal_change();
  const Row gap = p.g.transpose() * p.past();
  out.dn = p.sign * dg;
  out.dX = round::point_rows(p.ball, p.lever, p.column) - p.part * p.g * gap - depth * dg;
}

// g' = H (speed of the centre past the body) + omega x g, H the second derivatives.
MotionRows rate(const Ball& p) {
  const Vector3 omega = p.body.spin();
  const Vector3 past_rate = p.ball.v + p.ball.spin().cross(p.lever) - p.body.v - omega.cross(p.arm);
  const Matrix3 H = p.bend();
  const MotionRows past = p.past(), dg = p.normal_change();
  const MotionRows centre = round::point_rows(p.ball, p.lever, p.column);
  MotionRows out;
  for (int j = 0; j < 12; ++j) {
    const int turn = j - p.body_column - 3, ball_turn = j - p.column - 3, shift = j - p.body_column;
    const Vector3 by = turn >= 0 && turn < 3 ? Vector3(p.body.R.col(turn)) : Vector3::Zero();
    const Vector3 ball_by =
        ball_turn >= 0 && ball_turn < 3 ? Vector3(p.ball.R.col(ball_turn)) : Vector3::Zero();
    Vector3 arm = centre.col(j);
    if (shift >= 0 && shift < 3) arm[shift] -= 1;
    Matrix3 dH = skew(by) * H - H * skew(by);
    if (!p.on_face)
      dH += p.axes * core_bend_change(p.solid, p.own, p.axes.transpose() * past.col(j)) *
            p.axes.transpose();
    const Vector3 speed = ball_by.cross(p.ball.spin().cross(p.lever)) -
                          by.cross(omega).cross(p.arm) - omega.cross(arm);
    out.col(j) =
        p.sign * (dH * past_rate + H * speed + by.cross(omega).cross(p.g) + omega.cross(dg.col(j)));
  }
  return out;
}

// From radii of curvature of surfaces at that distance to those of the body: shorter by it.
Eigen::Matrix2d curvatures(const Ball& p, const Eigen::Matrix<double, 3, 2>& T) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> parts(T.transpose() * p.bend() * T);
  Eigen::Vector2d k = parts.eigenvalues();
  for (double& each : k) {
    const double width = 1 / each - p.from.distance + p.solid.rounding;
    each = each > 0 ? 1 / std::max(width, 1e-12) : 0;
  }
  return parts.eigenvectors() * k.asDiagonal() * parts.eigenvectors().transpose();
}

EqualRadii radii(const Ball& p, bool first) {
  const Eigen::Matrix2d ball = Eigen::Matrix2d::Identity() / p.radius,
                        body = curvatures(p, across(p.g));
  return first ? equal_radii(ball, body) : equal_radii(body, ball);
}

}  // namespace

void ball_first(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out) {
  touch(Ball(c, at, true), derivatives, out);
}
void ball_second(const ContactModel& c, const ContactPair& at, bool derivatives,
                 SpatialTouch& out) {
  touch(Ball(c, at, false), derivatives, out);
}
MotionRows rate_of_ball_first(const ContactModel& c, const ContactPair& at) {
  return rate(Ball(c, at, true));
}
MotionRows rate_of_ball_second(const ContactModel& c, const ContactPair& at) {
  return rate(Ball(c, at, false));
}
EqualRadii radii_of_ball_first(const ContactModel& c, const ContactPair& at) {
  return radii(Ball(c, at, true), true);
}
EqualRadii radii_of_ball_second(const ContactModel& c, const ContactPair& at) {
  return radii(Ball(c, at, false), false);
}

}  // namespace mbs::core
