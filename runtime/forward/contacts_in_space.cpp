#include "runtime/forward/contacts_in_space.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/contact/forces.hpp"
#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/contact/rim_in_space.hpp"
#include "runtime/contact/shape_pairs.hpp"

namespace mbs {

namespace {

constexpr double upright = 1e-12;  // sine, to which a journal may lean in the plane

}  // namespace

ForwardContactsInSpace::ForwardContactsInSpace(const Model& model, const StepUnknowns& plan,
                                               const FlatMotion& plane, const Mode& mode,
                                               Workspace& workspace)
    : m_(model),
      plane_(plane),
      mode_(mode),
      w_(workspace),
      laws_(model, plan, mode, workspace),
      place_(model.layout.touching, -1),
      own_(model.contacts.size()),
      flat_(model.contacts.size()),
      loads_(model.masses.size()),
      flat_loads_(model.masses.size()) {
  for (int c = 0; c < model.layout.touching; ++c) own_[c] = suits(c), find_flat(c);
  touches_.reserve(place_.size());
}

// None of them can stick: see Accelerations.
bool ForwardContactsInSpace::suits(int contact) const {
  const ContactModel& c = m_.contacts[contact];
  return std::holds_alternative<Compliant>(c.response) && !resists_turning(c) &&
         !m_.scenario->laws[c.own.law].vectors;
}

void ForwardContactsInSpace::choose() {
  touches_.clear();
  for (int c = 0; c < m_.layout.touching; ++c) {
    place_[c] = -1;
    if (!own_[c] || !may_act(m_, m_.contacts[c], mode_.contacts[c])) continue;
    place_[c] = static_cast<int>(touches_.size());
    Touch& touch = touches_.emplace_back();
    laws_.take(c, touch);
    touch.flat = flat_[c].lies;
  }
  find_loaded();
}

// The ground's load is never read.
void ForwardContactsInSpace::find_loaded() {
  std::ranges::fill(flat_loads_, FlatLoad{});
  loaded_.clear();
  for (const Touch& touch : touches_)
    for (const int body : {touch.model->a, touch.model->b})
      if (body != 0 && std::ranges::find(loaded_, body) == loaded_.end()) loaded_.push_back(body);
}

std::vector<int> ForwardContactsInSpace::left_to_the_residual(const StepUnknowns& plan) const {
  const Layout& l = m_.layout;
  std::vector<char> here(l.size, 0);
  for (int c = 0; c < l.touching; ++c) {
    if (!own_[c]) continue;
    for (const int first : {l.s, l.work, l.impulse}) here[first + c] = 1;
    const LawUse& law = m_.contacts[c].own;
    std::fill_n(here.begin() + l.z + law.first_state, law.states, 1);
  }
  std::vector<int> left;
  for (int i = plan.motion; i < plan.count(); ++i)
    if (const int own = plan.own[i]; own >= l.s && own < l.angle && !here[own]) left.push_back(i);
  return left;
}

bool ForwardContactsInSpace::all() const {
  return std::ranges::all_of(own_, [](char own) { return own != 0; });
}

bool ForwardContactsInSpace::any_in_space() const {
  return std::ranges::any_of(touches_, [](const Touch& touch) { return !touch.flat; });
}

bool ForwardContactsInSpace::take_forces(double t, const double* unknowns,
                                         std::span<const BodyRates> moving, const FlatInstant& flat,
                                         double* momenta, double* rates) {
  bool pulls = false;
  for (const int body : loaded_) loads_[body] = {}, flat_loads_[body] = {};
  for (Touch& touch : touches_) {
    const ContactMode& mode = mode_.contacts[touch.contact];
    touch.known = laws_.on(touch);
    if (!touch.known) continue;
    if (touch.flat)
      meet_flat(touch, flat), slide_flat(touch, mode);
    else
      meet(touch, moving), slide(touch, mode);
    const ContactGeometry& g = touch.geometry;
    rates[laws_.gap(touch)] = -g.gap_rate;
    touch.delta = mode.resting ? unknowns[laws_.gap(touch)] : -g.gap;
    touch.acting = touch.delta > 0 || touch.always;
    if (!touch.acting) continue;
    if (!laws_.evaluate(touch, -g.gap_rate, g.vt, t, unknowns)) return false;
    laws_.write(touch, touch.flat ? push_flat(touch) : push(touch), rates);
    pulls |= !touch.flat;
  }
  if (pulls) take_loads(momenta);
  return true;
}

// Where, and how fast its two material points part.
inline void ForwardContactsInSpace::meet(Touch& touch, std::span<const BodyRates> bodies) {
  const ContactModel& c = *touch.model;
  const Placement& at = w_.impl().at;
  ContactPair& pair = touch.pair;
  pair.space_a = &at.bodies[c.a], pair.space_b = &at.bodies[c.b];
  pair.lever_a = &at.levers[c.pa], pair.lever_b = &at.levers[c.pb];
  pair.edge = mode_.contacts[touch.contact].edge;
  touch.shape.corner = touch.shape.edge = -1;
  c.shapes->in_space(c, pair, false, touch.shape);
  ContactGeometry& g = touch.geometry;
  const SpatialPose &a = *pair.space_a, &b = *pair.space_b;
  g.gap = touch.shape.gap, g.n = touch.shape.n;
  g.arm_a = touch.shape.X - a.r, g.arm_b = touch.shape.X - b.r;
  g.u = b.v - a.v;
  if (c.a != 0) g.u -= bodies[c.a].spin.cross(g.arm_a);
  if (c.b != 0) g.u += bodies[c.b].spin.cross(g.arm_b);
  g.gap_rate = g.n.dot(g.u);
}

inline void ForwardContactsInSpace::slide(Touch& touch, const ContactMode& mode) {
  ContactGeometry& g = touch.geometry;
  g.slip = g.u - g.n * g.gap_rate;
  g.slow = mode.slow;
  if (g.slow > 0) {
    g.ahead = mode.ahead;
    slide_along(g);
  } else {
    g.length = g.vt = g.slip.norm();
    if (!touch.law->friction) return;
    if (g.length > 0) g.e = g.slip / g.length;
  }
  if (g.length == 0) g.e = tangent_frame(g.n, least_axis(g.n)).t1;
}

inline double ForwardContactsInSpace::push(const Touch& touch) {
  const ContactGeometry& g = touch.geometry;
  Vector3 force = touch.FN * g.n;
  double power = -touch.FN * g.gap_rate;
  if (touch.law->friction) {
    force -= touch.FT * g.e;
    power += touch.FT * g.e.dot(g.slip);
  }
  Load &a = loads_[touch.model->a], &b = loads_[touch.model->b];
  a.force -= force, a.torque -= g.arm_a.cross(force);
  b.force += force, b.torque += g.arm_b.cross(force);
  return power;
}

inline void ForwardContactsInSpace::take_loads(double* momenta) {
  const Placement& at = w_.impl().at;
  for (const int body : loaded_) {
    double* of = momenta + m_.layout.motion_of(body);
    Vector3::Map(of) -= loads_[body].force;
    Vector3::Map(of + 3) -= at.bodies[body].R.transpose() * loads_[body].torque;
  }
}

// ---- in the plane ----------------------------------------------------------------

void ForwardContactsInSpace::find_flat(int contact) {
  const ContactModel& c = m_.contacts[contact];
  const FlatBody &a = plane_.bodies[c.a], &b = plane_.bodies[c.b];
  if (!a.flat || !b.flat || !c.rim_axis || c.shapes->in_space != round::rim_in_bore) return;
  const Vector3 bore(c.nx, c.ny, c.nz);
  if (a.normal.cross(*c.rim_axis).norm() > upright || b.normal.cross(bore).norm() > upright) return;
  Flat& flat = flat_[contact];
  const auto lever = [&](const FlatBody& body, int point) {
    return Vector3(body.axes.at(1, 0) * place_in_body(m_.points[point]));
  };
  const Vector3 first = lever(a, c.pa), axis = b.axes.at(1, 0) * bore;
  flat = {true, plane_.way_of(first), plane_.way_of(lever(b, c.pb)), a.height + plane_.n.dot(first),
          plane_.in_plane(axis.cross(axis.unitOrthogonal()))};
}

// As round::rim_in_bore where nothing leans.
inline void ForwardContactsInSpace::meet_flat(Touch& touch, const FlatInstant& at) {
  const ContactModel& c = *touch.model;
  const Flat& flat = flat_[touch.contact];
  const FlatInstant::Body &a = at.bodies[c.a], &b = at.bodies[c.b];
  const FlatInstant::Move &by_a = plane_.turned(at, plane_.bodies[c.a]),
                          &by_b = plane_.turned(at, plane_.bodies[c.b]);
  const Pair lever = lying(flat.lever_a, by_a), apart = a.place - b.place;
  const Pair d = apart + lever - lying(flat.lever_b, by_b);
  const double distance = std::sqrt(dot(d, d));
  ContactGeometry& g = touch.geometry;
  touch.n = distance > 0 ? Pair(d / distance) : flat.any;
  g.gap = c.reach - distance;
  touch.arm_a = lever + (c.radius_a + c.lever * g.gap) * touch.n;
  touch.arm_b = touch.arm_a + apart;
  touch.X = a.place + touch.arm_a;
  const Pair u =
      (b.speed + by_b.speed * across(touch.arm_b)) - (a.speed + by_a.speed * across(touch.arm_a));
  g.gap_rate = dot(touch.n, u);
  touch.slip = u - g.gap_rate * touch.n;
}

inline void ForwardContactsInSpace::slide_flat(Touch& touch, const ContactMode& mode) {
  ContactGeometry& g = touch.geometry;
  g.slow = mode.slow;
  if (g.slow > 0) {
    g.ahead = mode.ahead;
    g.slip = plane_.in_space(touch.slip);
    slide_along(g);
    touch.e = plane_.in_plane(g.e);
    return;
  }
  const Pair along = across(touch.n);
  const double speed = dot(along, touch.slip);
  g.vt = std::abs(speed);
  touch.e = speed < 0 ? Pair(-along) : along;
}

inline double ForwardContactsInSpace::push_flat(const Touch& touch) {
  Pair force = touch.FN * touch.n;
  double power = -touch.FN * touch.geometry.gap_rate;
  if (touch.law->friction) {
    force -= touch.FT * touch.e;
    power += touch.FT * dot(touch.e, touch.slip);
  }
  FlatLoad &a = flat_loads_[touch.model->a], &b = flat_loads_[touch.model->b];
  a.force -= force, a.torque -= dot(across(touch.arm_a), force);
  b.force += force, b.torque += dot(across(touch.arm_b), force);
  return power;
}

// ---- as others see it --------------------------------------------------------------

void ForwardContactsInSpace::lift(const Touch& touch, ContactState& out) const {
  const bool flat = touch.flat;
  const Vector3 n = flat ? plane_.in_space(touch.n) : touch.geometry.n;
  const Vector3 X =
      flat ? plane_.in_space(touch.X) + flat_[touch.contact].height * plane_.n : touch.shape.X;
  out.normal_x = n[0], out.normal_y = n[1], out.normal_z = n[2];
  out.point_x = X[0], out.point_y = X[1], out.point_z = X[2];
}

std::optional<ContactState> ForwardContactsInSpace::state(int contact) const {
  const int index = place_[contact];
  if (index < 0 || !touches_[index].known) return {};
  const Touch& touch = touches_[index];
  const ContactGeometry& g = touch.geometry;
  const ContactMode& mode = mode_.contacts[contact];
  ContactState out;
  out.gap = g.gap, out.gap_rate = g.gap_rate;
  out.ddelta = mode.armed ? -g.gap_rate : 0;
  out.vt = has_no_way(g) ? g.slip.norm() : g.vt;
  lift(touch, out);
  out.corner = touch.shape.corner;
  if (!touch.acting) return out;
  out.delta = touch.delta, out.FN = touch.FN;
  out.FT = has_no_way(g) ? touch.FT * g.e.norm() : touch.FT;
  if (touch.law->sticks) out.bound = std::max(touch.law->value.output(*touch.tape, 2), 0.0);
  return out;
}

}  // namespace mbs
