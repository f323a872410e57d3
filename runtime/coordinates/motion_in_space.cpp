#include "runtime/coordinates/motion_in_space.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/model/evaluation.hpp"

namespace mbs::spatial {

namespace {

using ir::Quaternion;

Quaternion quaternion_of(const std::array<double, 4>& p) {
  return {p[0], p[1], p[2], p[3]};
}
std::array<double, 4> parts_of(const Quaternion& q) {
  return {q.w, q.x, q.y, q.z};
}
Quaternion combined(double a, const Quaternion& p, double b, const Quaternion& q) {
  return {a * p.w + b * q.w, a * p.x + b * q.x, a * p.y + b * q.y, a * p.z + b * q.z};
}
Matrix3 matrix_of(const Quaternion& q) {
  return rotation_matrix(parts_of(q).data());
}

std::span<const TreeMove> moves_of(const SpatialTree& tree, const TreeHinge& hinge) {
  return std::span(tree.moves).subspan(hinge.first, hinge.count);
}

void copy_kept(const Tree& tree, const double* reduced, double* y) {
  const double* from = reduced + tree.motion();
  for (const int absolute : tree.others) y[absolute] = *from++;
}

// Along the moves from the parent to the body: a point with its velocity, and the axes there.
struct Walk {
  SpatialTreeState& state;
  const double *p, *u;
  Vector3 point, velocity, spin;
  Quaternion rotation;
  Matrix3 R;
  bool turned = false;  // R is no more that of `rotation`

  Walk(SpatialTreeState& s, const TreeHinge& hinge, const double* places, const double* speeds)
      : state(s), p(places), u(speeds) {
    const HungBody& up = s.bodies[hinge.parent];
    const Vector3 arm = up.pose.R * hinge.start;
    point = up.pose.r + arm;
    spin = up.spin;
    velocity = up.pose.v + spin.cross(arm);
    rotation = quaternion_of(up.pose.p);
    R = up.pose.R;
  }
  void slide(const Vector3& axis, double way, double speed) {
    const Vector3 shift = way * axis;
    point += shift;
    velocity += spin.cross(shift) + speed * axis;
  }
  void turn(const TreeMove& move, const Vector3& axis) {
    const double half = p[move.place] / 2;
    rotation = rotation * combined(std::cos(half), move.still, std::sin(half), move.turned);
    turned = true;
    spin += u[move.speed] * axis;
  }
  void ball(const TreeMove& move) {
    rotation = {p[move.place], p[move.place + 1], p[move.place + 2], p[move.place + 3]};
    R = matrix_of(rotation);
    turned = false;
    for (int k = 0; k < 3; ++k) state.axes[move.speed + k] = {R.col(k), point};
    spin = R * Vector3::Map(u + move.speed);
  }
  void follow(const TreeMove& move) {
    if (move.ball()) return ball(move);
    if (turned) R = matrix_of(rotation), turned = false;
    const Vector3 axis = R * move.axis;
    state.axes[move.speed] = {axis, point};
    if (move.slides()) return slide(axis, p[move.place], u[move.speed]);
    if (move.pitch != 0) slide(axis, move.pitch * p[move.place], move.pitch * u[move.speed]);
    turn(move, axis);
  }
  void end(const TreeHinge& hinge, HungBody& body) {
    if (hinge.apart) rotation = rotation * hinge.fixed;
    if (turned || hinge.apart) R = matrix_of(rotation);
    const Vector3 arm = R * hinge.end;
    SpatialPose& pose = body.pose;
    pose.p = parts_of(rotation);
    pose.R = R;
    pose.r = point + arm;
    pose.v = velocity + spin.cross(arm);
    pose.omega = R.transpose() * spin;
    body.spin = spin;
  }
};

void put(const SpatialPose& pose, double* q, double* v) {
  std::copy_n(pose.r.data(), 3, q);
  std::copy_n(pose.p.data(), 4, q + 3);
  std::copy_n(pose.v.data(), 3, v);
  std::copy_n(pose.omega.data(), 3, v + 3);
}

// The same of accelerations.
struct AccelerationWalk {
  const double *p, *u, *a;
  const SpatialTreeState& state;
  Vector3 acceleration, spin, turning;

  Vector3 of_arm(const Vector3& arm) const {
    return turning.cross(arm) + spin.cross(spin.cross(arm));
  }
  void slide(const Vector3& axis, double way, double speed, double rate) {
    acceleration += of_arm(way * axis) + 2 * speed * spin.cross(axis) + rate * axis;
  }
  void follow(const TreeMove& move, const HungBody& body) {
    if (move.ball()) {
      spin = body.spin;
      turning = body.pose.R * Vector3::Map(a + move.speed);
      return;
    }
    const Vector3& axis = state.axes[move.speed].axis;
    const double way = p[move.place], speed = u[move.speed], rate = a[move.speed];
    if (move.slides()) return slide(axis, way, speed, rate);
    if (move.pitch != 0) slide(axis, move.pitch * way, move.pitch * speed, move.pitch * rate);
    turning += rate * axis + speed * spin.cross(axis);
    spin += speed * axis;
  }
};

}  // namespace

void expand(const Model& m, const double* reduced, double* y, TreeState& state) {
  const Tree& tree = m.tree;
  const Layout& l = m.layout;
  SpatialTreeState& s = state.space;
  for (const TreeHinge& hinge : tree.space.hinges) {
    Walk walk(s, hinge, reduced, reduced + tree.coordinates);
    for (const TreeMove& move : moves_of(tree.space, hinge)) {
      walk.follow(move);
      if (move.counted >= 0) y[l.angle + move.counted] = reduced[move.place];
    }
    HungBody& body = s.bodies[hinge.body];
    walk.end(hinge, body);
    put(body.pose, y + l.q + l.place_of(hinge.body), y + l.v + l.motion_of(hinge.body));
  }
  copy_kept(tree, reduced, y);
}

void place_bodies(const Model& m, const double* y, const TreeState& state, Placement& at) {
  const Layout& l = m.layout;
  for (int body = 1; body <= l.bodies; ++body) at.bodies[body] = state.space.bodies[body].pose;
  std::copy_n(y + l.angle, l.angles, at.angles.begin());
  place_levers(m, at);
}

void expand_rates(const Model& m, const double* reduced, const double* rates, double* yp,
                  TreeState& state) {
  const Tree& tree = m.tree;
  const Layout& l = m.layout;
  SpatialTreeState& s = state.space;
  const double *u = reduced + tree.coordinates, *a = rates + tree.coordinates;
  for (const TreeHinge& hinge : tree.space.hinges) {
    const HungBody& up = s.bodies[hinge.parent];
    HungBody& body = s.bodies[hinge.body];
    AccelerationWalk walk{reduced, u, a, s, up.acceleration, up.spin, up.turning};
    walk.acceleration += walk.of_arm(up.pose.R * hinge.start);
    for (const TreeMove& move : moves_of(tree.space, hinge)) {
      walk.follow(move, body);
      if (move.counted >= 0) yp[l.angle + move.counted] = u[move.speed];
    }
    body.turning = walk.turning;
    body.acceleration = walk.acceleration + walk.of_arm(body.pose.R * hinge.end);
    double* v = yp + l.v + l.motion_of(hinge.body);
    Vector3::Map(v) = body.acceleration;
    Vector3::Map(v + 3) = body.pose.R.transpose() * body.turning;
    double* q = yp + l.q + l.place_of(hinge.body);
    Vector3::Map(q) = body.pose.v;
    Eigen::Vector4d::Map(q + 3) = quaternion_rates(body.pose.p.data(), body.pose.omega);
  }
  copy_kept(tree, rates, yp);
}

void reduce(const Model& m, const double* y, const double* yp, double* reduced, double* rates,
            TreeState& state) {
  const Tree& tree = m.tree;
  const Layout& l = m.layout;
  Placement& at = state.at;
  place(m, y, at);
  double *u = reduced + tree.coordinates, *a = rates + tree.coordinates;
  for (const TreeHinge& hinge : tree.space.hinges) {
    const double* q = y + l.q + l.place_of(hinge.body);
    const double* v = y + l.v + l.motion_of(hinge.body);
    const double* acceleration = yp + l.v + l.motion_of(hinge.body);
    int shift = 0;
    for (const TreeMove& move : moves_of(tree.space, hinge)) {
      if (move.joint >= 0) {
        const PairFunction& f = m.all_coordinates[move.joint][move.coordinate];
        reduced[move.place] = value(f, at);
        u[move.speed] = rate(f, at);
        a[move.speed] = second_rate(f, at, yp + l.v);
        rates[move.place] = u[move.speed];
      } else if (move.ball()) {
        std::copy_n(q + 3, 4, reduced + move.place);
        std::copy_n(v + 3, 3, u + move.speed);
        std::copy_n(acceleration + 3, 3, a + move.speed);
        Eigen::Vector4d::Map(rates + move.place) = quaternion_rates(q + 3, Vector3::Map(v + 3));
      } else {
        reduced[move.place] = q[shift];
        u[move.speed] = rates[move.place] = v[shift];
        a[move.speed] = acceleration[shift++];
      }
    }
  }
  for (std::size_t i = 0; i < tree.others.size(); ++i) {
    reduced[tree.motion() + i] = y[tree.others[i]];
    rates[tree.motion() + i] = yp[tree.others[i]];
  }
}

namespace {

// B^T of loads on all bodies, by speed; the loads are used up.
void transmit(const Tree& tree, SpatialTreeState& s, double* out) {
  const auto& hinges = tree.space.hinges;
  for (auto hinge = hinges.rbegin(); hinge != hinges.rend(); ++hinge) {
    const Vector3 force = s.loads[hinge->body].force;
    Vector3 torque = s.loads[hinge->body].torque, about = s.bodies[hinge->body].pose.r;
    const auto moves = moves_of(tree.space, *hinge);
    for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
      const MovingAxis* axis = &s.axes[move->speed];
      if (move->slides()) {
        out[move->speed] = axis->axis.dot(force);
        continue;
      }
      torque += (about - axis->point).cross(force);
      about = axis->point;
      for (int k = 0; k < move->speeds(); ++k)
        out[move->speed + k] = axis[k].axis.dot(torque) + move->pitch * axis[k].axis.dot(force);
      if (move->ball()) torque.setZero();
    }
    if (hinge->parent == 0) continue;
    Load& up = s.loads[hinge->parent];
    up.force += force;
    up.torque += torque + (about - s.bodies[hinge->parent].pose.r).cross(force);
  }
}

void load_bodies(const Layout& l, const double* by_motion, SpatialTreeState& s) {
  for (int body = 1; body <= l.bodies; ++body) {
    const double* f = by_motion + l.motion_of(body);
    s.loads[body] = {Vector3::Map(f), s.bodies[body].pose.R * Vector3::Map(f + 3)};
  }
}

// Corrections by speed in the measure of coordinates, S B^T G^T M' with S > 0 on the diagonal: so
// the rows G B S B^T G^T of what they correct are definite. Measured inside of B^T, by turns of
// bodies, they are not, and singular somewhere on the way of many a loop.
void measure_turns(const Tree& tree, double turning, double* by_speed) {
  for (const TreeMove& move : tree.space.moves)
    for (int k = 0; k < move.speeds() && !move.slides(); ++k) by_speed[move.speed + k] *= turning;
}

// p' - u + corrections, p' - E (u - corrections)/2 - (1 - p.p) p of a ball.
void kinematics(const Tree& tree, const double* reduced, const double* rates,
                const double* corrections, double* out) {
  const double* u = reduced + tree.coordinates;
  for (const TreeMove& move : tree.space.moves) {
    const double *speed = u + move.speed, *c = corrections + move.speed;
    if (!move.ball()) {
      out[move.place] = rates[move.place] - *speed + *c;
      continue;
    }
    const Vector3 omega = Vector3::Map(speed) - Vector3::Map(c);
    Eigen::Vector4d::Map(out + move.place) =
        Eigen::Vector4d::Map(rates + move.place) - quaternion_rates(reduced + move.place, omega);
  }
}

}  // namespace

void contract_forces(const Model& m, const double* by_motion, double* out, TreeState& state) {
  load_bodies(m.layout, by_motion, state.space);
  transmit(m.tree, state.space, out);
}

void contract(const Model& m, const AbsoluteResidual& whole, const double* reduced,
              const double* rates, double* out, TreeState& state) {
  const auto [r, corrections] = whole;
  const Tree& tree = m.tree;
  SpatialTreeState& s = state.space;
  contract_forces(m, r + m.layout.v, out + tree.coordinates, state);
  if (tree.space.corrects) {
    load_bodies(m.layout, corrections, s);
    transmit(tree, s, s.sums.data());
    measure_turns(tree, m.turning(), s.sums.data());
  }
  kinematics(tree, reduced, rates, s.sums.data(), out);
  double* rest = out + tree.motion();
  for (const int absolute : tree.others) *rest++ = r[absolute];
}

}  // namespace mbs::spatial
