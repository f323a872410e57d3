#include "runtime/forward/forward.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/coordinates/prescribed.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/elements/forces.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/numerics/cholesky.hpp"
#include "runtime/numerics/sine.hpp"
#include "runtime/numerics/twice.hpp"

namespace mbs {

Forward::Forward(const Model& model, const Mode& mode, Workspace& workspace)
    : m_(model),
      mode_(mode),
      w_(workspace),
      l_(layout(model)),
      plan_(model),
      loops_(model, plan_),
      contacts_(model, plan_, mode, workspace),
      input_place_(plan_.place_of[l_.input]),
      damping_place_(plan_.place_of[l_.damping]),
      p_(plan_.coordinates),
      u_(plan_.coordinates),
      a_(plan_.coordinates),
      turns_(plan_.coordinates),
      weights_(model.masses.size()),
      loads_(model.masses.size()),
      number_(model.masses.size(), -1),
      inertia_(plan_.inertia),
      force_(plan_.free.size()),
      y_(l_.size),
      yp_(l_.size) {
  motion_.coefficients.assign(2 * plan_.columns.size() + 1, 0.0);
  motion_.coefficients.back() = 1;
  motion_.bias.resize(l_.motions);
  elsewhere_ = motion_;
  at_elsewhere_.poses.resize(model.masses.size());
  at_elsewhere_.arms.resize(model.points.size());
  forces_look_ = std::ranges::any_of(
      m_.forces, [](const ForceProgram& force) { return !force.value.inputs().empty(); });
  place_arms(m_, w_.impl().at);  // of the ground for good
  const ir::Vec3 gravity = m_.scenario->gravity;
  for (std::size_t i = 0; i < plan_.bodies.size(); ++i) {
    const ForwardBody& b = plan_.bodies[i];
    weights_[b.body] = {b.mass * gravity.x, b.mass * gravity.y, 0};
    number_[b.body] = static_cast<int>(i);
  }
  // One without inertia of its own may be lent some.
  for (ForwardBlock& block : plan_.blocks) block.constant = block.constant && factor_block(block);
  constant_ = std::ranges::all_of(plan_.blocks, &ForwardBlock::constant);
  choose();
}

void Forward::choose() {
  loops_.choose(mode_);
  contacts_.choose();
}

// Its parts are called here alone, and inline: what calls would save and restore was a tenth of it.
MBS_COMPILED_TWICE bool Forward::accelerate(double t, const double* unknowns, double* rates) {
  trouble_ = ForwardTrouble::none;
  if (!take(t, unknowns, rates)) return fail(ForwardTrouble::undefined);
  place_bodies();
  if (!act(t, unknowns, rates)) return fail(ForwardTrouble::undefined);
  project_loads();
  if (loops_.any()) loops_.fill(motion_, w_);
  if (!factor_inertia()) return fail(ForwardTrouble::inertia);
  if (!solve(rates)) return fail(ForwardTrouble::loops);
  rates[input_place_] = input_ + drive_power();
  rates[damping_place_] = lost_;
  return true;
}

// ---- places ----------------------------------------------------------------------

// Coordinates and speeds; of the rates those that are speeds, the others 0, as are forces.
[[gnu::always_inline]] inline bool Forward::take(double t, const double* unknowns, double* rates) {
  const int n = plan_.places();
  for (int k = 0; k < n; ++k) {
    const int i = plan_.free[k];
    p_[i] = unknowns[k];
    u_[i] = rates[k] = unknowns[n + k];
    force_[k] = 0;
  }
  std::fill(rates + n, rates + plan_.count(), 0.0);
  return give(t);
}

// What drives give; the workspace has their values then where they are needed.
[[gnu::always_inline]] inline bool Forward::give(double t) {
  if (m_.drives.empty()) return true;
  const PrescribedCoordinates& prescribed = m_.tree.prescribed;
  const bool follows = !m_.tree.used() || prescribed.follows_drives;
  if (follows && !evaluate_drives(m_, t, &mode_, DriveOrder::acceleration, w_)) return false;
  if (!m_.tree.used()) return true;
  for (const GivenCoordinate& g : prescribed.given) {
    const GivenMotion motion = given_motion(m_, g, t, w_.impl());
    const int i = g.coordinate;
    p_[i] = motion.place, u_[i] = motion.speed, a_[i] = motion.acceleration;
  }
  return true;
}

// What placing reads and writes. Stores of pairs may be to anything, as far as the compiler knows:
// what it is to keep at hand is here.
struct Forward::Placing {
  const double *p, *u;
  const Turn* turns;
  const ForwardSegment* segments;
  double *columns, *bias;
  Pose* poses;
  void add(int column, bool begins, const Pair& part) const {
    Eigen::Map<Pair> to(columns + 2 * static_cast<std::ptrdiff_t>(column));
    to = begins ? part : Pair(to + part);
  }
  void operator()(const ForwardBody& body) const;
};

// Finds of the centre of mass its place, velocity, and acceleration where free coordinates have
// none; and what each coordinate moves it by.
[[gnu::always_inline]] inline void Forward::Placing::operator()(const ForwardBody& b) const {
  Pair place = b.start, speed = Pair::Zero(), free = Pair::Zero();
  const ForwardSegment* s = segments + b.first_segment;
  for (const ForwardSegment* const end = s + b.segments; s != end; ++s) {
    if (s->node < 0) {  // slides along the ground
      place += p[s->slide] * s->along;
      speed += u[s->slide] * s->along;
      add(s->slide_column, s->slide_begins, s->along);
      continue;
    }
    const Pair cosine = turns[s->node].cosine, sine = turns[s->node].sine;
    const double spin = u[s->node];
    Pair centre = s->centre, centre_across = s->centre_across;
    if (s->slide >= 0) {
      const double travel = p[s->slide], slide = u[s->slide];
      const Pair along = cosine * s->along + sine * s->along_across;
      centre += travel * s->along, centre_across += travel * s->along_across;
      speed += slide * along;
      free += 2 * spin * slide * (cosine * s->along_across - sine * s->along);
      add(s->slide_column, s->slide_begins, along);
    }
    const Pair way = cosine * centre + sine * centre_across;
    const Pair way_across = cosine * centre_across - sine * centre;
    place += way;
    speed += spin * way_across;
    free -= spin * spin * way;
    add(s->node_column, s->node_begins, way_across);
  }
  Pose& pose = poses[b.body];
  Eigen::Map<Pair>{& pose.x} = place;
  Eigen::Map<Pair>{& pose.vx} = speed;
  Eigen::Map<Pair>{bias + column_of(b.body)} = free;
  Eigen::Map<Pair> axis(&pose.c);
  if (b.node < 0) {
    pose.angle = b.offset, axis = b.axis, pose.spin = 0;
    return;
  }
  pose.angle = p[b.node] + b.offset, pose.spin = u[b.node];
  axis = turns[b.node].cosine * b.axis + turns[b.node].sine * b.axis_across;
}

[[gnu::always_inline]] inline void Forward::turn(int coordinate) {
  const SineCosine turned = sine_cosine(p_[coordinate]);
  turns_[coordinate].cosine = turned.cosine, turns_[coordinate].sine = turned.sine;
}

[[gnu::always_inline]] inline void Forward::turn() {
  for (const int i : plan_.angles) turn(i);
}

inline Forward::Placing Forward::placing(ForwardMotion& motion, std::vector<Pose>& poses) const {
  return {p_.data(),
          u_.data(),
          turns_.data(),
          plan_.segments.data(),
          motion.coefficients.data(),
          motion.bias.data(),
          poses.data()};
}

[[gnu::always_inline]] inline void Forward::place_bodies() {
  turn();
  Placement& at = w_.impl().at;
  const Placing place = placing(motion_, at.poses);
  for (const ForwardBody& body : plan_.bodies) place(body);
  for (const ForwardPull& pull : plan_.pulls) {
    double* bias = place.bias + column_of(pull.body);
    const double a = a_[pull.coordinate];
    if (pull.column < 0)
      bias[2] = a;
    else
      Eigen::Map<Pair>{bias} += a * Columns(motion_)[pull.column];
  }
  Arm* const arms = at.arms.data();
  for (const ForwardPoint& p : plan_.points) {
    const Pose& pose = place.poses[p.body];
    Eigen::Map<Pair>{&arms[p.point].x} = pose.c * p.place + pose.s * p.place_across;
  }
}

void Forward::note_places(const std::vector<Pose>& poses, double* y) const {
  for (const ForwardBody& b : plan_.bodies) {
    const Pose& pose = poses[b.body];
    double *q = y + l_.q + column_of(b.body), *v = y + l_.v + column_of(b.body);
    q[0] = pose.x, q[1] = pose.y, q[2] = pose.angle;
    v[0] = pose.vx, v[1] = pose.vy, v[2] = pose.spin;
  }
}

Instant Forward::here(double t) {
  note_places(w_.impl().at.poses, y_.data());
  return {t, y_.data(), yp_.data(), &mode_};
}

// Values of drives are those of the workspace, which is elsewhere.
bool Forward::moves_contacts() const {
  return !m_.tree.used() || !m_.tree.prescribed.follows_drives;
}

// Coordinates and their accelerations are asked for no more where they were evaluated last.
bool Forward::take_motion(double t, const double* unknowns) {
  if (!moves_contacts()) return false;
  const int n = plan_.places();
  for (int k = 0; k < n; ++k) p_[plan_.free[k]] = unknowns[k], u_[plan_.free[k]] = unknowns[n + k];
  if (!m_.tree.used()) return true;
  for (const GivenCoordinate& g : m_.tree.prescribed.given) {
    const GivenMotion motion = given_motion(m_, g, t, w_.impl());
    p_[g.coordinate] = motion.place, u_[g.coordinate] = motion.speed;
  }
  return true;
}

bool Forward::motion(double t, const double* unknowns, double* y) {
  if (!take_motion(t, unknowns)) return false;
  turn();
  const Placing place = placing(elsewhere_, at_elsewhere_.poses);
  for (const ForwardBody& body : plan_.bodies) place(body);
  note_places(at_elsewhere_.poses, y);
  for (int i = plan_.motion; i < plan_.integrals; ++i)
    if (plan_.own[i] >= 0) y[plan_.own[i]] = unknowns[i];
  return true;
}

inline void Forward::place_alone(const ForwardBody& body, const Placing& place) {
  int turned = -1;
  for (int i = body.first_segment; i < body.first_segment + body.segments; ++i)
    if (const int node = plan_.segments[i].node; node >= 0) turn(turned = node);
  if (body.node >= 0 && body.node != turned) turn(body.node);
  place(body);
}

std::optional<ContactMotion> Forward::contact_motion_at(double t, const double* unknowns,
                                                        int contact) {
  if (!take_motion(t, unknowns)) return {};
  const ContactModel& c = m_.contacts[contact];
  const Placing place = placing(elsewhere_, at_elsewhere_.poses);
  for (const int body : {c.a, c.b})
    if (number_[body] >= 0) place_alone(plan_.bodies[number_[body]], place);
  for (const int point : {c.pa, c.pb}) {
    const BodyPoint& p = m_.points[point];
    at_elsewhere_.arms[point] = arm_at(at_elsewhere_.poses[p.body], p);
  }
  touch_of(c, at_elsewhere_, touch_elsewhere_);
  return ContactMotion{touch_elsewhere_.gap, touch_elsewhere_.gap_rate};
}

void Forward::show(const double* unknowns, const double* rates, double* y, double* yp) const {
  const Columns columns(motion_);
  for (const ForwardBody& b : plan_.bodies) {
    const Pose& pose = w_.impl().at.poses[b.body];
    const int k = column_of(b.body);
    double *q = y + l_.q + k, *v = y + l_.v + k, *speed = yp + l_.q + k, *a = yp + l_.v + k;
    q[0] = pose.x, q[1] = pose.y, q[2] = pose.angle;
    v[0] = speed[0] = pose.vx, v[1] = speed[1] = pose.vy, v[2] = speed[2] = pose.spin;
    Pair total = columns.bias(b.body);
    for (const ForwardColumn& c : frees(b)) total += a_[c.coordinate] * columns[c.column];
    a[0] = total[0], a[1] = total[1], a[2] = b.node < 0 ? 0 : a_[b.node];
  }
  for (int i = 2 * plan_.places(); i < plan_.count(); ++i) {
    if (plan_.own[i] < 0) continue;
    y[plan_.own[i]] = unknowns[i];
    yp[plan_.own[i]] = rates[i];
  }
}

// ---- what acts -------------------------------------------------------------------

void Forward::push(int body, double fx, double fy, double torque) {
  Load& load = loads_[body];
  load.fx += fx;
  load.fy += fy;
  load.torque += torque;
}

double Forward::push_along(const PairFunction& f, double value) {
  const Placement& at = w_.impl().at;
  Local g;
  gradient(f, at, g);
  push(f.a, value * g[0], value * g[1], value * g[2]);
  push(f.b, value * g[3], value * g[4], value * g[5]);
  return value * rate(f, at);
}

[[gnu::always_inline]] inline bool Forward::act(double t, const double* unknowns, double* rates) {
  std::ranges::copy(weights_, loads_.begin());
  input_ = lost_ = 0;
  for (int i = 2 * plan_.places(); i < plan_.gaps; ++i) y_[plan_.own[i]] = unknowns[i];
  if (!m_.forces.empty() && !applied_forces(t, rates)) return false;
  return springs(t) && contacts_.add_forces(t, unknowns, loads_, rates);
}

bool Forward::applied_forces(double t, double* rates) {
  const Instant now = forces_look_ ? here(t) : Instant{t, y_.data(), yp_.data(), &mode_};
  for (std::size_t i = 0; i < m_.forces.size(); ++i) {
    const int force = static_cast<int>(i);
    if (!force_acts(m_, force, now.mode)) continue;
    if (!evaluate_force(m_, force, now, w_)) return false;
    const std::vector<double>& values = w_.impl().forces[i].outputs;
    if (const int state = m_.forces[i].state; state >= 0)
      rate_of(rates, l_.script + state) = values[0];
    if (!force_has_direction(m_, force, now, w_)) return false;
    for (const ForceElement& element : m_.forces[i].elements)
      input_ += push_along(element.function, element.sign * values[element.output]);
  }
  return true;
}

[[gnu::always_inline]] inline bool Forward::springs(double t) {
  const Placement& at = w_.impl().at;
  for (std::size_t i = 0; i < m_.springs.size(); ++i) {
    const SpringElement& s = m_.springs[i];
    if (!part_acts(&mode_, {ir::Sort::spring, static_cast<int>(i)})) continue;
    if (!spring_has_direction(m_, static_cast<int>(i), t, w_)) return false;
    if (s.square) push_along(*s.square, -s.stiffness);
    push_along(s.function, -line_tension(s, at));
    if (s.damping == 0) continue;
    const double speed = rate(s.function, at);
    lost_ += s.damping * speed * speed;
  }
  return true;
}

// ---- accelerations ---------------------------------------------------------------

bool Forward::factor_block(const ForwardBlock& block) {
  return factor_cholesky(inertia_.data() + block.entries, block.size, least_pivot_);
}

// What never changes has its factors already.
[[gnu::always_inline]] inline bool Forward::factor_inertia() {
  if (constant_ && !loops_.any()) return true;
  double* const all = inertia_.data();
  const double* const of = motion_.coefficients.data();
  for (const ForwardBlock& b : plan_.blocks)
    if (!b.constant)
      std::copy_n(plan_.inertia.data() + b.entries, b.size * b.size, all + b.entries);
  for (const ForwardProduct& p : plan_.products) {
    const double *first = of + 2 * p.first, *second = of + 2 * p.second;
    all[p.to] += p.mass * (first[0] * second[0] + first[1] * second[1]);
  }
  if (loops_.any()) loops_.lend_inertia(inertia_, force_);
  for (const ForwardBlock& b : plan_.blocks)
    if (!b.constant && !factor_block(b)) {
      loose_ = body_moved_by(plan_.free[b.first]);
      return false;
    }
  return true;
}

int Forward::body_moved_by(int coordinate) const {
  for (const ForwardBody& body : plan_.bodies)
    for (int c = body.first_column; c < body.first_column + body.columns; ++c)
      if (plan_.columns[c] == coordinate) return body.body;
  return -1;
}

// B^T (f - m b) of the free coordinates.
[[gnu::always_inline]] inline void Forward::project_loads() {
  const Columns columns(motion_);
  double* const force = force_.data();
  const Load* const loads = loads_.data();
  const ForwardColumn* const frees = plan_.free_columns.data();
  for (const ForwardBody& b : plan_.bodies) {
    if (b.frees == 0) continue;
    const Load& load = loads[b.body];
    const Pair lacks = Eigen::Map<const Pair>(&load.fx) - b.mass * columns.bias(b.body);
    for (const ForwardColumn *c = frees + b.first_free, *end = c + b.frees; c != end; ++c)
      force[c->place] += (columns[c->column] * lacks).sum();
    if (b.node_place >= 0) force[b.node_place] += load.torque;
  }
}

bool Forward::solve_loops(double* rates) {
  if (!loops_.factor(inertia_, least_pivot_)) return false;
  loops_.solve(force_);
  for (std::size_t i = 0; i < loops_.rows().size(); ++i)
    rate_of(rates, l_.lam + loops_.rows()[i]) = loops_.multiplier(i);
  for (const ForwardBlock& b : plan_.blocks)
    if (b.size == 1)
      force_[b.first] /= inertia_[b.entries];
    else
      solve_upper(inertia_.data() + b.entries, b.size, force_.data() + b.first);
  return true;
}

[[gnu::always_inline]] inline bool Forward::solve(double* rates) {
  const double* const factors = inertia_.data();
  double* const force = force_.data();
  const bool loops = loops_.any();
  for (const ForwardBlock& b : plan_.blocks) {
    const double* const l = factors + b.entries;
    if (b.size == 1)
      force[b.first] = loops ? force[b.first] / *l : force[b.first] / *l / *l;
    else
      solve_lower(l, b.size, force + b.first);
    if (b.size > 1 && !loops) solve_upper(l, b.size, force + b.first);
  }
  if (loops && !solve_loops(rates)) return false;
  const int n = plan_.places();
  const int* const free = plan_.free.data();
  double* const a = a_.data();
  for (int k = 0; k < n; ++k) a[free[k]] = rates[n + k] = force[k];
  return true;
}

// The power of a body at its speed by given coordinates; `force_` has the accelerations of the
// others.
[[gnu::always_inline]] inline double Forward::given_power(const ForwardBody& b,
                                                          const Columns& columns) const {
  const Load& load = loads_[b.body];
  const double *const force = force_.data(), *const u = u_.data();
  Pair a = columns.bias(b.body), v = Pair::Zero();
  for (const ForwardColumn& c : frees(b)) a += force[c.place] * columns[c.column];
  for (const ForwardColumn& c : givens(b)) v += u[c.coordinate] * columns[c.column];
  double power = (v * (b.mass * a - Eigen::Map<const Pair>(&load.fx))).sum();
  if (b.node >= 0 && b.node_place < 0) power += u[b.node] * (b.inertia * a_[b.node] - load.torque);
  return power;
}

// What drives put in: those that are rows by their multipliers, those that give a coordinate by
// what its equation of motion lacks.
[[gnu::always_inline]] inline double Forward::drive_power() const {
  if (m_.drives.empty()) return 0;
  double power = 0;
  for (std::size_t i = 0; i < loops_.rows().size(); ++i) {
    const ConstraintRow& row = m_.rows[loops_.rows()[i]];
    if (row.drive >= 0) power -= loops_.multiplier(i) * drive_value(m_, row, w_.impl(), 1);
  }
  const Columns columns(motion_);
  for (const int body : plan_.driven) power += given_power(plan_.bodies[body], columns);
  if (!plan_.driven.empty() && loops_.any())
    for (const GivenCoordinate& g : m_.tree.prescribed.given)
      power += u_[g.coordinate] * loops_.pull_on_given(g.coordinate);
  return power;
}

bool Forward::project(double allowed, double* unknowns) {
  if (!loops_.any()) return false;
  note_places(w_.impl().at.poses, y_.data());
  if (!loops_.correction(allowed, mode_, y_.data() + l_.v, w_, correction_)) return false;
  for (auto* part : {&correction_.places, &correction_.rates})
    for (const ForwardBlock& block : plan_.blocks)
      solve_upper(inertia_.data() + block.entries, block.size, part->data() + block.first);
  for (int k = 0; k < plan_.places(); ++k) {
    unknowns[k] += correction_.places[k];
    unknowns[plan_.places() + k] += correction_.rates[k];
  }
  return true;
}

}  // namespace mbs
