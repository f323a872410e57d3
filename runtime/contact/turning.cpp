#include "runtime/contact/turning.hpp"

#include "runtime/contact/law_partials.hpp"

namespace mbs {

namespace {

// A call with what a contact sees, but sliding at the speed v.
LawCall call_at(const LiveContact& c, const ContactForce& f, double v, double t) {
  return law_call(c, {f.delta, f.ddelta, v}, t);
}

TurningSlope slope_at(const Model& m, const LiveContact& c, const ContactForce& f, double v,
                      double t, Workspace& w) {
  const auto previous = w.failure;
  const bool known = evaluate_law(m, c.user, LawTape::partial, call_at(c, f, v, t), w);
  w.failure = previous;
  if (!known) return {};  // a slope without bound: the Newton iteration copes
  const LawTapes& law = m.laws[c.user.law];
  const Partials p = partials_behind(c.user.tapes.more, law.outputs, c.memory.deeper(f.delta));
  return {c.user.tapes.more[1], p.of(1, {.delta = 1}), p.of(1, {.ddelta = 1}), p.of(1, {.vt = 1})};
}

}  // namespace

TurningSlopes turning_slopes(const Model& m, const LiveContact& c, const ContactForce& f, double t,
                             Workspace& workspace) {
  TurningSlopes s;
  if (!resists_turning(c.model)) return s;
  const ContactPair at = pair_of(c.model, workspace.impl().at);
  const Vector3& n = f.geometry.n;
  s.w = relative_spin(at);
  s.w_rows = spin_rows(at, -1, 1);
  const double rolls = rolling_part(n, s.w).norm();
  s.rolling = slope_at(m, c, f, c.model.rolling * rolls, t, workspace);
  s.spinning = slope_at(m, c, f, c.model.spinning * n.dot(s.w), t, workspace);
  return s;
}

Vector3 moment_change(const ContactModel& contact, const Vector3& n, const TurningSlopes& s,
                      const TurningChange& c) {
  const double lr = contact.rolling, ls = contact.spinning;
  const auto change = [&](const TurningSlope& of, double dv) {
    return of.by_delta * c.delta + of.by_ddelta * c.ddelta + of.by_v * dv;
  };
  const double spins = n.dot(s.w), dspins = c.dn.dot(s.w) + n.dot(c.dw);
  Vector3 dM = ls * (change(s.spinning, ls * dspins) * n + s.spinning.F * c.dn);
  const Vector3 rolls = rolling_part(n, s.w);
  const Vector3 drolls = c.dw - c.dn * spins - n * dspins;
  const double speed = rolls.norm();
  if (speed == 0) return dM + lr * lr * s.rolling.by_v * drolls;
  const Vector3 e = rolls / speed;
  const double dspeed = e.dot(drolls);
  return dM +
         lr * (change(s.rolling, lr * dspeed) * e + s.rolling.F / speed * (drolls - e * dspeed));
}

}  // namespace mbs
