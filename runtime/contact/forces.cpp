#include "runtime/contact/forces.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "runtime/contact/bearing.hpp"
#include "runtime/contact/carrying.hpp"
#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/contact/radii.hpp"
#include "runtime/contact/shape_pairs.hpp"
#include "runtime/contact/turns_rigidly.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

LiveContact live_contact(const Model& model, int contact, const Instant& now,
                         const ContactMode& mode, Workspace& w) {
  const ContactModel& c = model.contacts[contact];
  const LawUse& own = c.own;
  LiveContact live{c, law_user(model, contact, w), mode, &mode.flags.values(),
                   now.y + model.layout.z + own.first_state};
  const Turning* turning = c.turning();
  if (turning) {  // it shares with its contact all but what it holds
    live.memory = now.mode->contacts[turning->of];
    live.memory.hold_as(mode);
  }
  const int pressing_one = turning ? turning->of : contact;
  if (live.memory.resting) live.carried = now.y[model.layout.s + pressing_one];
  if (live.memory.pressed) live.pressed = now.yp[model.layout.impulse + pressing_one];
  if (const Bearing* bearing = c.bearing())
    live.pressed = pressing(model, *bearing, w.impl().at, now.yp + model.layout.lam).FN;
  const bool holds = mode.sticking && mode.leader < 0;
  if (slides_any_way(model, c)) {
    live.aims = &mode;
    if (holds)
      std::copy_n(now.yp + model.layout.hold + own.hold, hold_parts(model, c),
                  live.held_by.begin());
  } else if (holds) {
    live.held = now.yp[model.layout.hold + own.hold];
  }
  return live;
}

LiveContact live_pair(int group, const ContactModel& contact, const PairMode& mode, Workspace& w) {
  return {.model = contact,
          .user = group_law_user(group, contact.own.law, w),
          .memory = {.armed = true, .v_impact = mode.v_impact},
          .slow = mode.slow,
          .forgets_turns = true};
}

bool may_act(const Model& model, const ContactModel& contact, const ContactMemory& memory) {
  if (memory.off) return false;
  return memory.armed || model.laws[contact.own.law].acts == ir::Acts::always;
}

double faded_speed(const LiveContact& c, double vt) {
  return c.slow > 0 ? std::hypot(vt, c.slow) : std::abs(vt);
}

LawCall law_call(const LiveContact& c, const Indentation& seen, double t) {
  const Turning* turning = c.model.turning();
  double vt = turning ? turning->share * seen.vt : seen.vt;
  if (c.slow > 0 && !seen.sliding) vt = faded_speed(c, vt);
  LawArguments arguments = law_arguments(c.memory, seen.delta, seen.ddelta, vt, t);
  if (c.forgets_turns) arguments.loading = seen.ddelta >= 0 ? 1.0 : 0.0;
  arguments.FN = c.pressed;
  return {arguments, c.states, c.flags, seen.sliding};
}

Indentation indentation(const LiveContact& c, Workspace& w) {
  ContactGeometry g;
  contact_geometry(c.model, pair_of(c.model, w.impl().at, c.memory.edge), g);
  return {-g.gap, -g.gap_rate, g.vt};
}

bool acts(const Model& model, const LiveContact& c, double delta) {
  if (c.model.bearing()) return c.memory.armed;
  if (c.memory.off) return false;
  return (c.memory.armed && delta > 0) || model.laws[c.user.law].acts == ir::Acts::always;
}

namespace {

// What holds without end holds by so much, N: sums and shares of it have values.
double bound_of(const LawTapes& law, double stick) {
  constexpr double endless = 1e300;
  return law.sticks ? std::clamp(stick, 0.0, endless) : 0;
}

void remember_direction(const LiveContact& c, ContactGeometry& g) {
  g.slow = 0;
  if (c.aims && c.aims->slow > 0) g.slow = c.aims->slow, g.ahead = c.aims->ahead;
}

// Geometry and penetration; true if the force acts.
bool meets(const Model& model, const LiveContact& c, const Placement& at, ContactForce& out) {
  ContactGeometry& g = out.geometry;
  out.in_space = at.spatial();
  if (out.in_space) out.moment.setZero();
  remember_direction(c, g);
  if (out.in_space && c.slow > 0) g.slow = c.slow, g.ahead = {};
  contact_geometry(c.model, pair_of(c.model, at, c.memory.edge), g);
  out.acting = false;
  out.holds = false;
  out.FN = out.FT = out.bound = out.fx = out.fy = out.power = 0;
  out.delta = c.memory.resting ? c.carried : -g.gap;
  out.ddelta = -g.gap_rate;
  if (acts(model, c, out.delta)) return true;
  out.delta = 0;
  return false;
}

void push(ContactForce& out) {
  const ContactGeometry& g = out.geometry;
  if (out.in_space) {
    out.force = out.FN * g.n - out.friction;
    out.fx = out.force[0], out.fy = out.force[1];
    out.power += out.FN * out.ddelta + out.friction.dot(g.slip);
    return;
  }
  out.fx = out.FN * g.nx + out.FT * g.ny;  // FN n - FT t
  out.fy = out.FN * g.ny - out.FT * g.nx;
  out.power = out.FN * out.ddelta + out.FT * g.vt;
}

// By the multipliers along all ways.
void hold_any_way(const LiveContact& c, ContactForce& out) {
  out.friction = held_ways(c.model, out.geometry.n, c.memory.axis).sum(c.held_by.data());
  out.FT = out.friction.norm();
}

// The states of a law of vectors turn with both bodies.
void carry_states(const ir::LawProgram& program, const LiveContact& c, const Placement& at,
                  const ContactGeometry& g, double* rates) {
  const Vector3 spin = carrying_spin(c.model, pair_of(c.model, at), g);
  for (std::size_t i = 0; i < program.states.size(); ++i)
    if (program.states[i].part == 0)
      Eigen::Map<Vector3>(rates + i) += spin.cross(Vector3::Map(c.states + i));
}

// What opposes the sliding in space: along it, as the law of vectors says, or the multipliers.
void rub_in_space(const Model& model, const LiveContact& c, const Placement& at,
                  ContactForce& out) {
  if (out.holds) return hold_any_way(c, out);
  const ir::LawProgram& program = model.scenario->laws[c.user.law];
  out.friction = out.FT * out.geometry.e;
  if (!program.vectors) return;
  double* rates = c.user.tapes.outputs.data() + model.laws[c.user.law].first_rate();
  out.friction = Vector3::Map(rates + program.states.size());
  carry_states(program, c, at, out.geometry, rates);
}

// Friction as if it slid at the speed v; empty if the law fails.
std::optional<double> friction_at(const Model& model, const LiveContact& c, const ContactForce& f,
                                  double v, double t, Workspace& w) {
  if (!evaluate_law(model, c.user, LawTape::value, law_call(c, {f.delta, f.ddelta, v}, t), w))
    return std::nullopt;
  return (c.slow > 0 ? v / faded_speed(c, v) : 1) * c.user.tapes.outputs[1];
}

// Against rolling and spinning, see turning.hpp.
bool resist_turning(const Model& model, const LiveContact& c, double t, Workspace& w,
                    ContactForce& out) {
  const Vector3& n = out.geometry.n;
  const Vector3 spin = relative_spin(pair_of(c.model, w.impl().at));
  const Vector3 rolls = rolling_part(n, spin);
  const double lr = c.model.rolling, ls = c.model.spinning, speed = rolls.norm();
  const auto rolling = friction_at(model, c, out, lr * speed, t, w);
  if (!rolling) return false;
  const auto spinning = friction_at(model, c, out, ls * n.dot(spin), t, w);
  if (!spinning) return false;
  out.moment = ls * *spinning * n;
  if (speed > 0) out.moment += lr * *rolling / speed * rolls;
  out.power = out.moment.dot(spin);
  return true;
}

bool respond(const Compliant&, const Model& model, const LiveContact& c, double t, Workspace& w,
             ContactForce& out) {
  const LawTapes& law = model.laws[c.user.law];
  if (!meets(model, c, w.impl().at, out)) return true;
  if (resists_turning(c.model) && !resist_turning(model, c, t, w, out)) return false;
  if (!evaluate_law(model, c.user, LawTape::value, law_call(c, out.seen(), t), w)) return false;
  const std::vector<double>& value = c.user.tapes.outputs;
  out.acting = true;
  out.FN = value[0];
  out.FT = law.friction ? value[1] : 0;
  if (c.slow > 0 && !out.in_space) out.FT *= out.geometry.vt / faded_speed(c, out.geometry.vt);
  out.bound = bound_of(law, value[2]);
  if (c.memory.sticking) {
    out.holds = c.memory.leader < 0;
    out.FT = c.held;
  }
  if (out.in_space) rub_in_space(model, c, w.impl().at, out);
  out.rates = value.data() + law.first_rate();
  push(out);
  return true;
}

// FN is the multiplier that keeps the gap closed.
bool respond(const Rigid&, const Model& model, const LiveContact& c, double t, Workspace& w,
             ContactForce& out) {
  const LawTapes& law = model.laws[c.user.law];
  meets(model, c, w.impl().at, out);
  out.delta = 0;
  out.acting = c.memory.pressed;
  if (!out.acting) return true;
  if (!evaluate_law(model, c.user, LawTape::value, law_call(c, out.seen(), t), w)) return false;
  const std::vector<double>& value = c.user.tapes.outputs;
  out.FN = c.pressed;
  out.holds = c.memory.sticking;
  out.FT = out.holds ? c.held : law.friction ? value[1] : 0;
  out.bound = bound_of(law, value[2]);
  if (out.in_space) rub_in_space(model, c, w.impl().at, out);
  push(out);
  return true;
}

// A moment alone: of the share of the law's force, at the arm. What a rigid contact holds is held
// as long as its rows are (hold_rows), also while nobody knows yet whether the contact is pressed.
bool respond(const Turning& turning, const Model& model, const LiveContact& c, double t,
             Workspace& w, ContactForce& out) {
  const bool overlaps = meets(model, c, w.impl().at, out);
  out.force.setZero();
  out.rates = nullptr;
  const bool rigid = c.memory.pressed || (c.memory.sticking && turns_rigidly(model, c.model));
  if (!overlaps && !rigid) return true;
  if (rigid) out.delta = 0;  // what rounding leaves of its gap is no depth
  if (!evaluate_law(model, c.user, LawTape::value, law_call(c, out.seen(), t), w)) return false;
  const std::vector<double>& value = c.user.tapes.outputs;
  out.acting = true;
  out.FT = turning.share * value[1];
  out.bound = turning.share * bound_of(model.laws[c.user.law], value[2]);
  out.holds = c.memory.sticking;
  if (out.holds && !turning.spins) {
    hold_any_way(c, out);
  } else {
    if (out.holds) out.FT = c.held;
    out.friction = out.FT * out.geometry.e;
  }
  out.moment = turning.arm * out.friction;
  out.power = out.friction.dot(out.geometry.slip);
  return true;
}

// The reaction itself is no force of it.
bool respond(const Bearing&, const Model& model, const LiveContact& c, double t, Workspace& w,
             ContactForce& out) {
  const LawTapes& law = model.laws[c.user.law];
  ContactGeometry& g = out.geometry;
  out.in_space = out.holds = false;
  out.delta = out.ddelta = out.FN = out.FT = out.bound = out.fx = out.fy = out.power = 0;
  out.rates = nullptr;
  g.gap = g.gap_rate = g.ny = g.px = g.py = 0;
  g.nx = 1;
  g.normal_row = {};
  remember_direction(c, g);
  bearing_geometry(c.model, w.impl().at, g);
  out.acting = c.memory.armed;
  if (!out.acting) return true;
  if (!evaluate_law(model, c.user, LawTape::value, law_call(c, out.seen(), t), w)) return false;
  const std::vector<double>& value = c.user.tapes.outputs;
  out.FN = c.pressed;
  out.holds = c.memory.sticking;
  out.FT = out.holds ? c.held : value[1];
  if (out.holds && slides_any_way(model, c.model)) {
    hold_any_way(c, out);
    const Vector3 along = out.FT > 0 ? Vector3(out.friction / out.FT) : Vector3(Vector3::Zero());
    set_row_along(*c.model.bearing(), w.impl().at, along, g);
  }
  out.bound = bound_of(law, value[2]);
  out.power = out.FT * g.rub;
  out.rates = value.data() + law.first_rate();
  return true;
}

}  // namespace

bool contact_force(const Model& model, const LiveContact& contact, double t, Workspace& w,
                   ContactForce& out) {
  return std::visit(
      [&](const auto& response) { return respond(response, model, contact, t, w, out); },
      contact.model.response);
}

bool contact_force(const Model& model, int contact, const Instant& now, const ContactMode& mode,
                   Workspace& w, ContactForce& out) {
  return contact_force(model, live_contact(model, contact, now, mode, w), now.t, w, out);
}

double friction_by_FN(const Model& model, const LiveContact& c, const Indentation& seen, double t,
                      Workspace& w) {
  const auto previous = w.failure;
  const bool known = evaluate_law(model, c.user, LawTape::coulomb, law_call(c, seen, t), w);
  w.failure = previous;
  const double slope = known ? c.user.tapes.more[2] : 0;
  return std::isfinite(slope) ? slope : 0;
}

void law_checks(const Model& model, const LiveContact& c, const Indentation& seen, double t,
                Workspace& w, LawChecks& checks) {
  check_law(model, c.user, law_call(c, seen, t), w, checks);
}

// ---- what others ask of a contact ------------------------------------------------

double normal_force(const Model& model, int contact, const Instant& now, const ContactMode& mode,
                    Workspace& w) {
  place_pair(model, model.contacts[contact], now.y, w.impl().at);
  ContactForce force;
  contact_force(model, contact, now, mode, w, force);
  return force.FN;
}

namespace {

// Calls use(ContactPair). Only the two bodies of a contact: root functions are asked for often.
template <class Use>
auto with_pair(const Model& model, const ContactModel& c, const double* y, int edge,
               const Use& use) {
  if (model.layout.spatial()) {
    const SpatialPose a = spatial_pose_at(model, c.a, y), b = spatial_pose_at(model, c.b, y);
    const Vector3 ra = a.R * place_in_body(model.points[c.pa]),
                  rb = b.R * place_in_body(model.points[c.pb]);
    return use(ContactPair{{}, {}, {}, {}, &a, &b, &ra, &rb, edge});
  }
  const Pose a = pose_at(model, c.a, y), b = pose_at(model, c.b, y);
  const Arm ra = arm_at(a, model.points[c.pa]), rb = arm_at(b, model.points[c.pb]);
  return use(ContactPair{a, b, ra, rb, nullptr, nullptr, nullptr, nullptr, edge});
}

// What is asked of contacts that are apart: gap, its rate, how far from the end of an edge.
ContactGeometry meeting(const ContactModel& c, const ContactPair& at) {
  ContactGeometry g;
  if (at.space_a)
    meeting_in_space(c, at, g);
  else
    contact_geometry(c, at, g);
  return g;
}

ContactGeometry meeting_at(const Model& model, int contact, const double* y, int edge) {
  const ContactModel& c = model.contacts[contact];
  return with_pair(model, c, y, edge, [&](const ContactPair& at) { return meeting(c, at); });
}

double clearance_of(const ContactModel& contact) {
  return contact.shapes->one_inside ? std::max(0.0, contact.reach) : 0;
}

// Inside a ring the centres are c - gap apart.
double smooth(const ContactModel& contact, double gap) {
  const double c = clearance_of(contact);
  return c > 0 ? gap * (1 - gap / (2 * c)) : gap;
}

Vector3 centre_velocity(const ContactPair& at) {
  if (at.space_a)
    return at.space_b->v + at.space_b->spin().cross(*at.lever_b) - at.space_a->v -
           at.space_a->spin().cross(*at.lever_a);
  const auto x = [](const Pose& body, const Arm& r) { return body.vx - body.spin * r.y; };
  const auto y = [](const Pose& body, const Arm& r) { return body.vy + body.spin * r.x; };
  return {x(at.b, at.rb) - x(at.a, at.ra), y(at.b, at.rb) - y(at.a, at.ra), 0};
}

}  // namespace

double smooth_gap(const Model& model, int contact, const double* y, int edge) {
  return smooth(model.contacts[contact], meeting_at(model, contact, y, edge).gap);
}

ContactMotion contact_motion(const Model& model, int contact, const ContactState& state) {
  return {smooth(model.contacts[contact], state.gap), state.gap_rate};
}

ContactMotion contact_motion(const Model& model, int contact, const double* y, int edge) {
  const ContactGeometry g = meeting_at(model, contact, y, edge);
  return {smooth(model.contacts[contact], g.gap), g.gap_rate};
}

ContactMotion contact_motion(const Model& model, int contact, const Placement& at) {
  const ContactModel& c = model.contacts[contact];
  const ContactGeometry g = meeting(c, pair_of(c, at));
  return {smooth(c, g.gap), g.gap_rate};
}

Vector3 centre_velocity(const Model& model, int contact, const double* y) {
  return with_pair(model, model.contacts[contact], y, -1,
                   [](const ContactPair& at) { return centre_velocity(at); });
}

Vector3 centre_velocity(const Model& model, int contact, const Placement& at) {
  return centre_velocity(pair_of(model.contacts[contact], at));
}

double clearance_of(const Model& model, int contact) {
  return clearance_of(model.contacts[contact]);
}

double turning_speed(const Model& model, int contact, const double* y) {
  const ContactModel& c = model.contacts[contact];
  if (!c.shapes->curvature_varies) return 0;
  double speed = 0;
  const Layout& l = model.layout;
  for (const int body : {c.a, c.b}) {
    if (body <= 0) continue;
    const double* v = y + l.v + (l.spatial() ? l.motion_of(body) : column_of(body));
    speed += l.spatial() ? Vector3::Map(v + 3).norm() : std::abs(v[2]);
  }
  return speed;
}

std::vector<int> contact_unknowns(const Model& model, int contact) {
  const ContactModel& c = model.contacts[contact];
  const Layout& l = model.layout;
  std::vector<int> all = {l.s + contact};
  for (const int body : {c.a, c.b})
    for (int k = 0; body > 0 && k < l.per_place; ++k) {
      all.push_back(l.q + l.place_of(body) + k);
      if (k < l.per_motion) all.push_back(l.v + l.motion_of(body) + k);
    }
  const LawUse& own = c.own;
  for (int k = 0; k < own.states; ++k) all.push_back(l.z + own.first_state + k);
  for (int k = 0; own.hold >= 0 && k < hold_parts(model, c); ++k)
    all.push_back(l.hold + own.hold + k);
  return all;
}

double gap_rate(const Model& model, int contact, const double* y, int edge) {
  return meeting_at(model, contact, y, edge).gap_rate;
}

double left_of_edge(const Model& model, int contact, const double* y, int edge) {
  return meeting_at(model, contact, y, edge).inside;
}

double contact_gap(const Model& model, int contact, const double* y) {
  return meeting_at(model, contact, y, -1).gap;
}

void latch_radii(const Model& model, int contact, const double* y, ContactMemory& memory) {
  const ContactModel& c = model.contacts[contact];
  if (!c.shapes->curvature_varies) return;
  const EqualRadii radii =
      with_pair(model, c, y, -1, [&](const ContactPair& at) { return contact_radii(c, at); });
  memory.curve(radii.first, radii.second);
}

namespace {

ContactGeometry sliding_geometry(const Model& model, int contact, const double* y, Workspace& w,
                                 int edge) {
  const ContactModel& c = model.contacts[contact];
  ContactGeometry g;
  if (!c.bearing()) {
    with_pair(model, c, y, edge, [&](const ContactPair& at) { contact_geometry(c, at, g); });
    return g;
  }
  place_pair(model, c, y, w.impl().at);
  bearing_geometry(c, w.impl().at, g);
  return g;
}

}  // namespace

Vector3 sliding_velocity(const Model& model, int contact, const double* y, Workspace& w, int edge) {
  return sliding_geometry(model, contact, y, w, edge).slip;
}

double sliding_speed(const Model& model, int contact, const double* y, Workspace& w, int edge) {
  return sliding_geometry(model, contact, y, w, edge).vt;
}

void begin_states(const Model& model, int contact, double* y) {
  const LawUse& own = model.contacts[contact].own;
  if (model.laws[own.law].state_life == ir::StateLife::run) return;
  const auto& states = model.scenario->laws[own.law].states;
  for (int k = 0; k < own.states; ++k) y[model.layout.z + own.first_state + k] = states[k].initial;
}

}  // namespace mbs
