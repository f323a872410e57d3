#include "runtime/forward/tree_motion.hpp"

#include <algorithm>

#include "runtime/model/rotation.hpp"
#include "runtime/numerics/sine.hpp"

namespace mbs {

namespace {

using ir::Quaternion;

Quaternion combined(double a, const Quaternion& p, double b, const Quaternion& q) {
  return {a * p.w + b * q.w, a * p.x + b * q.x, a * p.y + b * q.y, a * p.z + b * q.z};
}

}  // namespace

// ---- at an instant ---------------------------------------------------------------

// The axes behind a turn.
inline Matrix3 turned_by(const AxesAbout& axes, double angle) {
  const SineCosine turned = sine_cosine(angle);
  return axes.at(turned.cosine, turned.sine);
}

// Along the moves from the parent to the body: a point with its velocity and acceleration, and the
// axes there.
struct TreeMotion::Walk {
  const TreeCoordinates& by;
  TreeInstant& out;
  const Matrix3* axes;  // those there: of the parent, or `own`
  Matrix3& own;         // of the body
  Vector3 point, velocity, spin, acceleration, turning;

  const Matrix3& R() const { return *axes; }
  void turn_to(const Matrix3& R) {
    own = R;
    axes = &own;
  }

  template <bool accelerated>
  [[gnu::always_inline]] void go(const Vector3& arm, bool turns, bool faster) {
    point += arm;
    if (!turns) return;
    const Vector3 round = spin.cross(arm);
    velocity += round;
    if constexpr (accelerated) acceleration += spin.cross(round);
    if (accelerated && faster) acceleration += turning.cross(arm);
  }
  template <bool accelerated>
  void slide(const Step& step, const Vector3& axis, double part) {
    const double speed = part * by.u[step.speed];
    if (accelerated && step.given_faster) acceleration += part * by.a[step.speed] * axis;
    if (accelerated && step.turns) acceleration += 2 * speed * spin.cross(axis);
    go<accelerated>(part * by.p[step.place] * axis, step.turns, step.faster);
    velocity += speed * axis;
  }
  template <bool accelerated>
  [[gnu::always_inline]] void turn_steadily(const Step& step) {
    TreeInstant::Turned turned;
    if (step.before >= 0) turned = out.turned[step.before];
    turned.angle += step.sign * by.p[step.place];
    turned.speed += step.sign * by.u[step.speed];
    if constexpr (accelerated) turned.acceleration += step.sign * by.a[step.speed];
    out.turned[step.speed] = turned;
    turn_to(turned_by(step.behind, turned.angle));
    spin = step.sign * turned.speed * step.axis;
    if (accelerated && (step.faster || step.given_faster))
      turning = step.sign * turned.acceleration * step.axis;
  }
  template <bool accelerated>
  [[gnu::always_inline]] void turn(const Step& step, const Vector3& axis) {
    const double speed = by.u[step.speed];
    if constexpr (accelerated) turning += speed * spin.cross(axis);
    if (accelerated && step.given_faster) turning += by.a[step.speed] * axis;
    spin += speed * axis;
    turn_to(R().lazyProduct(turned_by(step.behind, by.p[step.place])));
  }
  // What drives cannot give.
  void ball(const Step& step) {
    const double* p = by.p + step.place;
    turn_to(rotation_of(p[0], p[1], p[2], p[3]));
    for (int k = 0; k < 3; ++k) out.axes[step.speed + k] = {own.col(k), point};
    spin = own * Vector3::Map(by.u + step.speed);
    turning.setZero();
  }
  template <bool accelerated>
  [[gnu::always_inline]] void follow(const Step& step) {
    if (step.kind == TreeMove::Kind::ball) return ball(step);
    const Vector3 axis = step.steady ? step.axis : Vector3(R() * step.axis);
    out.axes[step.speed] = {axis, point};
    if (step.kind == TreeMove::Kind::slide) return slide<accelerated>(step, axis, 1);
    if (step.pitch != 0) slide<accelerated>(step, axis, step.pitch);
    step.steady ? turn_steadily<accelerated>(step) : turn<accelerated>(step, axis);
  }
  // Those of the body, behind all moves.
  [[gnu::always_inline]] void end_axes(const Hinge& hinge) {
    if (hinge.axes == Hinge::Axes::fixed)
      turn_to(hinge.behind);
    else if (hinge.axes == Hinge::Axes::after_before)
      turn_to(R().lazyProduct(hinge.behind));
    else if (axes != &own)
      turn_to(*axes);
  }
  // In the axes of the body.
  [[gnu::always_inline]] Vector3 omega(const End& end) const {
    if (end.ball >= 0) return Vector3::Map(by.u + end.ball);
    if (end.steady >= 0) return out.turned[end.steady].speed * end.axis;
    return end.turns ? Vector3(own.transpose() * spin) : Vector3(0, 0, 0);
  }
};

template <bool accelerated>
void TreeMotion::walk(const TreeCoordinates& by, SpatialPose* poses, TreeInstant& out) const {
  for (const Hinge& hinge : hinges_) {
    const SpatialPose& up = poses[hinge.parent];
    const BodyRates& as = out.rates[hinge.parent];
    SpatialPose& pose = poses[hinge.body];
    Walk at{by, out, &up.R, pose.R, up.r, up.v, as.spin, as.acceleration, as.turning};
    const End &before = ends_[hinge.parent], &end = ends_[hinge.body];
    if (hinge.starts_apart) at.go<accelerated>(up.R * hinge.start, before.turns, before.faster);
    for (int k = hinge.first; k < hinge.first + hinge.count; ++k) at.follow<accelerated>(steps_[k]);
    at.end_axes(hinge);
    if (hinge.ends_apart) at.go<accelerated>(pose.R * hinge.end, end.turns, end.faster);
    pose.r = at.point, pose.v = at.velocity, pose.omega = at.omega(end);
    BodyRates& rates = out.rates[hinge.body];
    rates.spin = at.spin;
    if constexpr (accelerated) rates.acceleration = at.acceleration, rates.turning = at.turning;
  }
}

void TreeMotion::place(const TreeCoordinates& by, SpatialPose* poses, TreeInstant& out) const {
  if (!flat_alone()) return walk<true>(by, poses, out);
  flat_.place(by, out.flat);
  for (const int body : seen_)
    flat_.lift(flat_.bodies[body], out.flat, poses[body], out.rates[body]);
}

void TreeMotion::place_moving(const TreeCoordinates& by, SpatialPose* poses,
                              TreeInstant& out) const {
  flat_alone() ? flat_.place_moving(by, out.flat) : walk<false>(by, poses, out);
}

void TreeMotion::lift_columns(TreeInstant& at) const {
  for (const FlatStep& step : flat_.steps) at.axes[step.speed] = flat_.lift(step, at.flat);
  for (const int body : flat_.order)
    for (int c = first(body); c < end(body); ++c)
      at.moved[c].shift = flat_.in_space(at.flat_moved[c].shift);
}

void TreeMotion::complete(const double* p, SpatialPose* poses, TreeInstant& at) const {
  for (const int body : flat_.order)
    flat_.lift(flat_.bodies[body], at.flat, poses[body], at.rates[body]);
  for (const Hinge& hinge : hinges_) {
    const auto& up = poses[hinge.parent].p;
    Quaternion rotation{up[0], up[1], up[2], up[3]};
    for (int k = hinge.first; k < hinge.first + hinge.count; ++k) {
      const Step& step = steps_[k];
      const double* place = p + step.place;
      if (step.kind == TreeMove::Kind::ball) {
        rotation = {place[0], place[1], place[2], place[3]};
      } else if (step.kind != TreeMove::Kind::slide) {
        const SineCosine half = sine_cosine(*place / 2);
        rotation = rotation * combined(half.cosine, step.still, half.sine, step.turned);
      }
    }
    if (hinge.apart_turns) rotation = rotation * hinge.apart;
    poses[hinge.body].p = {rotation.w, rotation.x, rotation.y, rotation.z};
  }
}

TreeInstant TreeMotion::instant() const {
  TreeInstant at;
  at.rates.resize(ends_.size());
  at.axes.resize(speeds_);
  at.turned.resize(speeds_);
  at.moved = steady_;
  at.flat_moved.resize(columns_.size());
  at.flat.bodies.resize(ends_.size());
  at.flat.moves.resize(speeds_);
  return at;
}

void TreeMotion::see(int body) {
  if (body != 0 && flat_alone() && std::ranges::find(seen_, body) == seen_.end())
    seen_.push_back(body);
}

}  // namespace mbs
