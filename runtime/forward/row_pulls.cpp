#include "runtime/forward/row_pulls.hpp"

#include "runtime/joints/joints.hpp"
#include "runtime/model/scalar_function.hpp"

namespace mbs {

namespace {

// A vector that is fixed on a body.
struct Carried {
  Vector3 now, rate, second;
  Carried(const BodyRates& body, const Vector3& v) : now(v) {
    rate = body.spin.cross(v);
    second = body.turning.cross(v) + body.spin.cross(rate);
  }
};

Vector3 axis_on_a(const PairFunction& f, const Placement& at) {
  const Vector3& axis = f.axes->on_a;
  return at.bodies[f.a].R * (f.led < 0 ? axis : Vector3(at.led[f.led] * axis));
}

}  // namespace

RowPull RowPulls::of(const PairFunction& f) {
  switch (f.kind) {
    case FunctionKind::space_world:
      return along(f, f.axes->axis);
    case FunctionKind::space_along:
      return along_turning(f);
    case FunctionKind::space_distance: {
      const Apart& d = apart(f);
      RowPull out = along(f, d.now / f.length);
      out.second_rate += d.rate.squaredNorm() / f.length;
      return out;
    }
    case FunctionKind::space_dot:
      return between_axes(f);
    default:
      return by_derivatives(f);
  }
}

double RowPulls::rate(const PairFunction& f) {
  const RowPull by = of(f);
  return by.force.dot(at_.bodies[f.b].v - at_.bodies[f.a].v) + by.about_a.dot(bodies_[f.a].spin) +
         by.about_b.dot(bodies_[f.b].spin);
}

Vector3 RowPulls::second(const PairFunction& f) const {
  const auto of = [&](int body, int point) -> Vector3 {
    if (body == 0) return Vector3::Zero();
    const BodyRates& by = bodies_[body];
    const Vector3& lever = at_.levers[point];
    return by.acceleration + by.turning.cross(lever) + by.spin.cross(by.spin.cross(lever));
  };
  return of(f.b, f.pb) - of(f.a, f.pa);
}

const RowPulls::Apart& RowPulls::apart(const PairFunction& f) {
  if (apart_.pa == f.pa && apart_.pb == f.pb) return apart_;
  const BodyRates &a = bodies_[f.a], &b = bodies_[f.b];
  const SpatialPose &at_a = at_.bodies[f.a], &at_b = at_.bodies[f.b];
  apart_ = {f.pa, f.pb, at_b.r - at_a.r, at_b.v - at_a.v, b.acceleration - a.acceleration};
  const auto add = [&](const BodyRates& body, const Vector3& lever, double sign) {
    const Carried of(body, lever);
    apart_.now += sign * of.now;
    apart_.rate += sign * of.rate;
    apart_.second += sign * of.second;
  };
  if (f.a != 0)
    add(a, at_.levers[f.pa], -1);
  else
    apart_.now -= at_.levers[f.pa];
  if (f.b != 0)
    add(b, at_.levers[f.pb], 1);
  else
    apart_.now += at_.levers[f.pb];
  return apart_;
}

// An axis that does not turn.
RowPull RowPulls::along(const PairFunction& f, const Vector3& axis) {
  const Vector3 &la = at_.levers[f.pa], &lb = at_.levers[f.pb];
  return {axis, axis.cross(la), lb.cross(axis), axis.dot(apart(f).second)};
}

// One that the first body carries.
RowPull RowPulls::along_turning(const PairFunction& f) {
  const Apart& d = apart(f);
  const Carried u(bodies_[f.a], axis_on_a(f, at_));
  const Vector3 arm = d.now + at_.levers[f.pa];
  return {u.now, u.now.cross(arm), at_.levers[f.pb].cross(u.now),
          u.second.dot(d.now) + 2 * u.rate.dot(d.rate) + u.now.dot(d.second)};
}

RowPull RowPulls::between_axes(const PairFunction& f) const {
  const BodyRates &a = bodies_[f.a], &b = bodies_[f.b];
  const Carried u(a, axis_on_a(f, at_)), w(b, at_.bodies[f.b].R * f.axes->on_b);
  const Vector3 torque = w.now.cross(u.now);
  return {Vector3::Zero(), -torque, torque,
          u.second.dot(w.now) + 2 * u.rate.dot(w.rate) + u.now.dot(w.second), true};
}

RowPull RowPulls::by_derivatives(const PairFunction& f) const {
  const BodyRates &a = bodies_[f.a], &b = bodies_[f.b];
  Local g;
  gradient(f, at_, g);
  const auto part = [&](int k) { return Vector3(Vector3::Map(g.data() + 3 * k)); };
  RowPull out{part(2), at_.bodies[f.a].R * part(1), at_.bodies[f.b].R * part(3)};
  out.second_rate = acceleration_bias(f, at_) + out.force.dot(b.acceleration - a.acceleration) +
                    out.about_a.dot(a.turning) + out.about_b.dot(b.turning);
  return out;
}

}  // namespace mbs
