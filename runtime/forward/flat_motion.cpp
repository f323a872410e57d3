#include "runtime/forward/flat_motion.hpp"

#include "runtime/numerics/sine.hpp"

namespace mbs {

namespace {

// On the way from the parent to a body.
template <bool accelerated>
struct Walk {
  const TreeCoordinates& by;
  FlatInstant::Move* moves;
  FlatInstant::Body at;
  const FlatInstant::Move* turned;
  bool turns;

  [[gnu::always_inline]] void go(const Pair& way) {
    at.place += way;
    if (!turns) return;
    const Pair round = across(way);
    at.speed += turned->speed * round;
    if constexpr (accelerated)
      at.acceleration += turned->acceleration * round - turned->speed * turned->speed * way;
  }
  [[gnu::always_inline]] void go(const FlatWay& way) {
    if (way.any) go(lying(way, *turned));
  }
  [[gnu::always_inline]] void slide(const FlatStep& step) {
    const Pair along = lying(step.along, *turned);
    const double speed = by.u[step.speed];
    moves[step.speed].at = along;
    if (accelerated && turns) at.acceleration += 2 * turned->speed * speed * across(along);
    if constexpr (accelerated) at.acceleration += by.a[step.speed] * along;
    go(Pair(by.p[step.place] * along));
    at.speed += speed * along;
  }
  [[gnu::always_inline]] void turn(const FlatStep& step) {
    FlatInstant::Move& now = moves[step.speed];
    now.at = at.place;
    now.angle = turned->angle + step.sign * by.p[step.place];
    now.speed = turned->speed + step.sign * by.u[step.speed];
    if constexpr (accelerated)
      now.acceleration = turned->acceleration + step.sign * by.a[step.speed];
    const SineCosine of = sine_cosine(now.angle);
    now.cosine = of.cosine, now.sine = of.sine;
    turned = &now, turns = true;
  }
};

}  // namespace

AxesAbout AxesAbout::make(const Vector3& n, const Matrix3& R) {
  const Matrix3 still = n * (n.transpose() * R);
  return {still, R - still, skew(n) * R};
}

FlatWay FlatMotion::way_of(const Vector3& v) const {
  const Pair way = in_plane(v);
  return {way[0] != 0 || way[1] != 0, way, across(way)};
}

template <bool accelerated>
void FlatMotion::walk(const TreeCoordinates& by, FlatInstant& out) const {
  for (const int body : order) {
    const FlatBody& b = bodies[body];
    const FlatBody& up = bodies[b.parent];
    Walk<accelerated> walk{by, out.moves.data(), out.bodies[b.parent], &turned(out, up),
                           up.node >= 0};
    walk.go(b.start);
    for (int k = b.first; k < b.first + b.count; ++k)
      steps[k].slides ? walk.slide(steps[k]) : walk.turn(steps[k]);
    walk.go(b.end);
    out.bodies[body] = walk.at;
  }
}

void FlatMotion::place(const TreeCoordinates& by, FlatInstant& out) const {
  walk<true>(by, out);
}

void FlatMotion::place_moving(const TreeCoordinates& by, FlatInstant& out) const {
  walk<false>(by, out);
}

void FlatMotion::lift(const FlatBody& of, const FlatInstant& at, SpatialPose& pose,
                      BodyRates& rates) const {
  const FlatInstant::Body& body = at.bodies[of.body];
  const FlatInstant::Move& by = turned(at, of);
  pose.r = in_space(body.place) + of.height * n;
  pose.v = in_space(body.speed);
  pose.R = of.axes.at(by.cosine, by.sine);
  pose.omega = by.speed * of.normal;
  rates.spin = by.speed * n;
  rates.acceleration = in_space(body.acceleration);
  rates.turning = by.acceleration * n;
}

// The height of a point on an axis along n is no matter.
MovingAxis FlatMotion::lift(const FlatStep& step, const FlatInstant& at) const {
  const Vector3 way = in_space(at.moves[step.speed].at);
  return step.slides ? MovingAxis{way, Vector3::Zero()} : MovingAxis{step.sign * n, way};
}

}  // namespace mbs
