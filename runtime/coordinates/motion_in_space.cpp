#include "runtime/coordinates/motion_in_space.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/model/evaluation.hpp"
#include "runtime/model/rotation.hpp"

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
  return rotation_of(q.w, q.x, q.y, q.z);
}

std::span<const TreeMove> moves_of(const SpatialTree& tree, const TreeHinge& hinge) {
  return std::span(tree.moves).subspan(hinge.first, hinge.count);
}

void copy_kept(const Tree& tree, const double* reduced, double* y) {
  const double* from = reduced + tree.motion();
  for (const int absolute : tree.others) y[absolute] = *from++;
}

// Reduced coordinates, speeds and accelerations; the latter are null where nobody asks.
struct Coordinates {
  const double *p, *u, *a;
};

// Along the moves from the parent to the body: a point with its velocity and acceleration, and the
// axes there. Where nobody asks for accelerations none are worked out.
template <bool accelerated>
struct Walk {
  SpatialTreeState& state;
  Coordinates by;
  Vector3 point, velocity, spin, acceleration, turning;
  Quaternion rotation;
  Matrix3 R;
  bool turned = false;  // R is no more that of `rotation`
  bool turns;           // see HungBody

  Walk(SpatialTreeState& s, const TreeHinge& hinge, const Coordinates& coordinates)
      : state(s), by(coordinates) {
    const HungBody& up = s.bodies[hinge.parent];
    rotation = quaternion_of(up.pose.p);
    R = up.pose.R;
    point = up.pose.r;
    velocity = up.pose.v;
    spin = up.spin;
    if constexpr (accelerated) acceleration = up.acceleration, turning = up.turning;
    turns = up.turns;
    go(R * hinge.start);
  }
  void go(const Vector3& arm) {
    point += arm;
    if (!turns) return;
    const Vector3 round = spin.cross(arm);
    velocity += round;
    if constexpr (accelerated) acceleration += turning.cross(arm) + spin.cross(round);
  }
  void slide(const TreeMove& move, const Vector3& axis, double part) {
    const double speed = part * by.u[move.speed];
    if constexpr (accelerated) {
      acceleration += part * by.a[move.speed] * axis;
      if (turns) acceleration += 2 * speed * spin.cross(axis);
    }
    go(part * by.p[move.place] * axis);
    velocity += speed * axis;
  }
  void turn(const TreeMove& move, const Vector3& axis) {
    const double half = by.p[move.place] / 2, speed = by.u[move.speed];
    rotation = rotation * combined(std::cos(half), move.still, std::sin(half), move.turned);
    if constexpr (accelerated) {
      turning += by.a[move.speed] * axis;
      if (turns) turning += speed * spin.cross(axis);
    }
    spin += speed * axis;
    turned = turns = true;
  }
  void ball(const TreeMove& move) {
    const double* p = by.p + move.place;
    rotation = {p[0], p[1], p[2], p[3]};
    R = matrix_of(rotation);
    turned = false;
    turns = true;
    for (int k = 0; k < 3; ++k) state.axes[move.speed + k] = {R.col(k), point};
    spin = R * Vector3::Map(by.u + move.speed);
    if constexpr (accelerated) turning = R * Vector3::Map(by.a + move.speed);
  }
  [[gnu::always_inline]] void follow(const TreeMove& move) {
    if (move.ball()) return ball(move);
    if (turned) R = matrix_of(rotation), turned = false;
    const Vector3 axis = R * move.axis;
    state.axes[move.speed] = {axis, point};
    if (move.slides()) return slide(move, axis, 1);
    if (move.pitch != 0) slide(move, axis, move.pitch);
    turn(move, axis);
  }
  void end(const TreeHinge& hinge, HungBody& body) {
    if (hinge.apart) rotation = rotation * hinge.fixed;
    if (turned || hinge.apart) R = matrix_of(rotation);
    go(R * hinge.end);
    SpatialPose& pose = body.pose;
    pose.p = parts_of(rotation);
    pose.R = R;
    pose.r = point;
    pose.v = velocity;
    body.turns = turns;
    if (turns) pose.omega = R.transpose() * spin;
    body.spin = spin;
    if constexpr (accelerated) body.acceleration = acceleration, body.turning = turning;
  }
};

void put_accelerations(const HungBody& body, double* v) {
  Vector3::Map(v) = body.acceleration;
  if (body.turns)
    Vector3::Map(v + 3) = body.pose.R.transpose() * body.turning;
  else
    std::fill_n(v + 3, 3, 0.0);
}
void put(const SpatialPose& pose, double* q, double* v) {
  std::copy_n(pose.r.data(), 3, q);
  std::copy_n(pose.p.data(), 4, q + 3);
  std::copy_n(pose.v.data(), 3, v);
  std::copy_n(pose.omega.data(), 3, v + 3);
}

// Into y, unless that is null, and with accelerations into yp.
template <bool accelerated>
void walk_tree(const Model& m, const Coordinates& by, double* y, double* yp, SpatialTreeState& s) {
  const Layout& l = m.layout;
  for (const TreeHinge& hinge : m.tree.space.hinges) {
    Walk<accelerated> walk(s, hinge, by);
    for (const TreeMove& move : moves_of(m.tree.space, hinge)) {
      walk.follow(move);
      if (move.counted < 0) continue;
      if (y) y[l.angle + move.counted] = by.p[move.place];
      if constexpr (accelerated) yp[l.angle + move.counted] = by.u[move.speed];
    }
    HungBody& body = s.bodies[hinge.body];
    walk.end(hinge, body);
    const int place = l.q + l.place_of(hinge.body), motion = l.v + l.motion_of(hinge.body);
    if (y) put(body.pose, y + place, y + motion);
    if constexpr (accelerated) put_accelerations(body, yp + motion);
  }
}

}  // namespace

void put_place_rates(const Layout& l, const SpatialTreeState& s, double* yp) {
  for (int body = 1; body <= l.bodies; ++body) {
    const SpatialPose& pose = s.bodies[body].pose;
    double* q = yp + l.q + l.place_of(body);
    Vector3::Map(q) = pose.v;
    Eigen::Vector4d::Map(q + 3) = quaternion_rates(pose.p.data(), pose.omega);
  }
}

void expand(const Model& m, const double* reduced, double* y, TreeState& state) {
  const Coordinates by{reduced, reduced + m.tree.coordinates, nullptr};
  walk_tree<false>(m, by, y, nullptr, state.space);
  copy_kept(m.tree, reduced, y);
}

void expand_motion(const Model& m, const double* reduced, const double* rates, double* y,
                   double* yp, TreeState& state) {
  const Tree& tree = m.tree;
  const Coordinates by{reduced, reduced + tree.coordinates, rates + tree.coordinates};
  walk_tree<true>(m, by, y, yp, state.space);
  copy_kept(tree, reduced, y);
  copy_kept(tree, rates, yp);
}

void place_bodies(const Model& m, const double* y, const TreeState& state, Placement& at) {
  const Layout& l = m.layout;
  for (int body = 1; body <= l.bodies; ++body) at.bodies[body] = state.space.bodies[body].pose;
  std::copy_n(y + l.angle, l.angles, at.angles.begin());
  place_levers(m, at);
}

void expand_rates(const Model& m, const double* reduced, const double* rates, double* yp,
                  TreeState& state) {
  const int d = m.tree.coordinates;
  walk_tree<true>(m, {reduced, reduced + d, rates + d}, nullptr, yp, state.space);
  put_place_rates(m.layout, state.space, yp);
  copy_kept(m.tree, rates, yp);
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

// B^T of what acts on bodies, by motions: by speed.
void contract_forces(const Model& m, const double* by_motion, double* out, TreeState& state) {
  load_bodies(m.layout, by_motion, state.space);
  transmit(m.tree, state.space, out);
}

}  // namespace

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
