#include "runtime/forward/forward.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/coordinates/prescribed.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/elements/forces.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/numerics/cholesky.hpp"
#include "runtime/numerics/sine.hpp"

namespace mbs {

Forward::Forward(const Model& model, const Mode& mode, Workspace& workspace)
    : m_(model),
      mode_(mode),
      w_(workspace),
      l_(layout(model)),
      plan_(model),
      loops_(model, plan_),
      contacts_(model, plan_, mode, workspace),
      p_(plan_.coordinates),
      u_(plan_.coordinates),
      a_(plan_.coordinates),
      cosine_(plan_.coordinates, 1.0),
      sine_(plan_.coordinates, 0.0),
      weights_(model.masses.size()),
      loads_(model.masses.size()),
      inertia_(plan_.inertia),
      force_(plan_.free.size()),
      y_(l_.size),
      yp_(l_.size) {
  motion_.coefficients.assign(2 * plan_.columns.size() + 1, 0.0);
  motion_.coefficients.back() = 1;
  motion_.bias.resize(l_.motions);
  place_arms(m_, w_.impl().at);  // of the ground for good
  const ir::Vec3 gravity = m_.scenario->gravity;
  for (const ForwardBody& b : plan_.bodies)
    weights_[b.body] = {b.mass * gravity.x, b.mass * gravity.y, 0};
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
bool Forward::evaluate(double t, const double* unknowns, double* rates) {
  trouble_ = ForwardTrouble::none;
  if (!take(t, unknowns, rates)) return fail(ForwardTrouble::undefined);
  place_bodies();
  if (!act(t, unknowns, rates)) return fail(ForwardTrouble::undefined);
  project_loads();
  if (loops_.any()) loops_.fill(motion_, w_);
  if (!factor_inertia()) return fail(ForwardTrouble::inertia);
  if (!solve(rates)) return fail(ForwardTrouble::loops);
  rate_of(rates, l_.input) = input_ + drive_power();
  rate_of(rates, l_.damping) = lost_;
  return true;
}

// ---- places ----------------------------------------------------------------------

// Coordinates and speeds; of the rates those that are speeds, the others 0.
inline bool Forward::take(double t, const double* unknowns, double* rates) {
  const int n = plan_.places();
  for (int k = 0; k < n; ++k) {
    const int i = plan_.free[k];
    p_[i] = unknowns[k];
    u_[i] = rates[k] = unknowns[n + k];
  }
  std::fill(rates + n, rates + plan_.count(), 0.0);
  return give(t);
}

// What drives give; the workspace has their values then where they are needed.
inline bool Forward::give(double t) {
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

inline void Forward::place_bodies() {
  for (const int i : plan_.angles) {
    const SineCosine turned = sine_cosine(p_[i]);
    cosine_[i] = turned.cosine, sine_[i] = turned.sine;
  }
  for (const ForwardBody& body : plan_.bodies) place_body(body);
  for (const ForwardPull& pull : plan_.pulls) {
    double* bias = motion_.bias.data() + column_of(pull.body);
    const double a = a_[pull.coordinate];
    if (pull.column < 0) {
      bias[2] = a;
      continue;
    }
    const double* column = motion_.coefficients.data() + 2 * pull.column;
    bias[0] += a * column[0], bias[1] += a * column[1];
  }
  Placement& at = w_.impl().at;
  for (const int i : plan_.points) at.arms[i] = arm_at(at.poses[m_.points[i].body], m_.points[i]);
}

// Finds of the centre of mass its place, velocity, and acceleration where free coordinates have
// none; and what each coordinate moves it by.
inline void Forward::place_body(const ForwardBody& b) {
  double x = b.x, y = b.y, vx = 0, vy = 0, ax = 0, ay = 0;
  double* const columns = motion_.coefficients.data();
  const auto add = [&](int column, bool begins, double cx, double cy) {
    double* to = columns + 2 * column;
    if (begins)
      to[0] = cx, to[1] = cy;
    else
      to[0] += cx, to[1] += cy;
  };
  const ForwardSegment* s = plan_.segments.data() + b.first_segment;
  for (const ForwardSegment* const end = s + b.segments; s != end; ++s) {
    if (s->node < 0) {  // slides along the ground
      const double travel = p_[s->slide], slide = u_[s->slide];
      x += travel * s->ux, y += travel * s->uy;
      vx += slide * s->ux, vy += slide * s->uy;
      add(s->slide_column, s->slide_begins, s->ux, s->uy);
      continue;
    }
    const double c = cosine_[s->node], w = sine_[s->node], spin = u_[s->node];
    double px = s->cx, py = s->cy;
    if (s->slide >= 0) {
      const double dx = c * s->ux - w * s->uy, dy = w * s->ux + c * s->uy;
      const double slide = u_[s->slide], twist = 2 * spin * slide;
      px += p_[s->slide] * s->ux, py += p_[s->slide] * s->uy;
      vx += slide * dx, vy += slide * dy;
      ax -= twist * dy, ay += twist * dx;
      add(s->slide_column, s->slide_begins, dx, dy);
    }
    const double qx = c * px - w * py, qy = w * px + c * py, squared = spin * spin;
    x += qx, y += qy;
    vx -= spin * qy, vy += spin * qx;
    ax -= squared * qx, ay -= squared * qy;
    add(s->node_column, s->node_begins, -qy, qx);
  }
  Pose& pose = w_.impl().at.poses[b.body];
  pose.x = x, pose.y = y, pose.vx = vx, pose.vy = vy;
  double* bias = motion_.bias.data() + column_of(b.body);
  bias[0] = ax, bias[1] = ay;
  if (b.node < 0) {
    pose.angle = b.offset, pose.c = b.cosine, pose.s = b.sine, pose.spin = 0;
    return;
  }
  const double c = cosine_[b.node], w = sine_[b.node];
  pose.angle = p_[b.node] + b.offset, pose.spin = u_[b.node];
  pose.c = c * b.cosine - w * b.sine, pose.s = w * b.cosine + c * b.sine;
}

void Forward::note_places() {
  for (const ForwardBody& b : plan_.bodies) {
    const Pose& pose = w_.impl().at.poses[b.body];
    double *q = y_.data() + l_.q + column_of(b.body), *v = y_.data() + l_.v + column_of(b.body);
    q[0] = pose.x, q[1] = pose.y, q[2] = pose.angle;
    v[0] = pose.vx, v[1] = pose.vy, v[2] = pose.spin;
  }
}

Instant Forward::here(double t) {
  note_places();
  return {t, y_.data(), yp_.data(), &mode_};
}

void Forward::show(const double* unknowns, const double* rates, double* y, double* yp) const {
  for (const ForwardBody& b : plan_.bodies) {
    const Pose& pose = w_.impl().at.poses[b.body];
    const int k = column_of(b.body);
    double *q = y + l_.q + k, *v = y + l_.v + k, *speed = yp + l_.q + k, *a = yp + l_.v + k;
    q[0] = pose.x, q[1] = pose.y, q[2] = pose.angle;
    v[0] = speed[0] = pose.vx, v[1] = speed[1] = pose.vy, v[2] = speed[2] = pose.spin;
    const double *bias = motion_.bias.data() + k, *of = motion_.coefficients.data();
    a[0] = bias[0], a[1] = bias[1], a[2] = b.node < 0 ? 0 : a_[b.node];
    for (int c = b.first_column; c < b.first_column + b.columns; ++c) {
      if (plan_.column_place[c] < 0) continue;
      const double along = a_[plan_.columns[c]];
      a[0] += of[2 * c] * along, a[1] += of[2 * c + 1] * along;
    }
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

inline bool Forward::act(double t, const double* unknowns, double* rates) {
  std::ranges::copy(weights_, loads_.begin());
  input_ = lost_ = 0;
  for (int i = 2 * plan_.places(); i < plan_.gaps; ++i) y_[plan_.own[i]] = unknowns[i];
  if (!m_.forces.empty() && !applied_forces(t, rates)) return false;
  return springs(t) && contacts_.add_forces(t, unknowns, loads_, rates);
}

bool Forward::applied_forces(double t, double* rates) {
  const Instant now = here(t);
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

inline bool Forward::springs(double t) {
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
  return factor_cholesky(inertia_.data() + block.entries, block.size);
}

// What never changes has its factors already.
inline bool Forward::factor_inertia() {
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
inline void Forward::project_loads() {
  std::ranges::fill(force_, 0.0);
  const double* const of = motion_.coefficients.data();
  for (const ForwardBody& b : plan_.bodies) {
    const double* bias = motion_.bias.data() + column_of(b.body);
    const Load& load = loads_[b.body];
    const double fx = load.fx - b.mass * bias[0], fy = load.fy - b.mass * bias[1];
    for (int c = b.first_column; c < b.first_column + b.columns; ++c) {
      const int place = plan_.column_place[c];
      if (place >= 0) force_[place] += of[2 * c] * fx + of[2 * c + 1] * fy;
    }
    if (b.node_place >= 0) force_[b.node_place] += load.torque;
  }
}

inline bool Forward::solve(double* rates) {
  const double* const factors = inertia_.data();
  for (const ForwardBlock& b : plan_.blocks)
    if (b.size == 1)
      force_[b.first] /= factors[b.entries];
    else
      solve_lower(factors + b.entries, b.size, force_.data() + b.first);
  if (loops_.any()) {
    if (!loops_.factor(inertia_)) return false;
    loops_.solve(force_);
    for (std::size_t i = 0; i < loops_.rows().size(); ++i)
      rate_of(rates, l_.lam + loops_.rows()[i]) = loops_.multiplier(i);
  }
  for (const ForwardBlock& b : plan_.blocks)
    if (b.size == 1)
      force_[b.first] /= factors[b.entries];
    else
      solve_upper(factors + b.entries, b.size, force_.data() + b.first);
  const int n = plan_.places();
  for (int k = 0; k < n; ++k) a_[plan_.free[k]] = rates[n + k] = force_[k];
  return true;
}

// What drives put in: those that are rows by their multipliers, those that give a coordinate by
// what its equation of motion lacks.
inline double Forward::drive_power() const {
  if (m_.drives.empty()) return 0;
  double power = 0;
  for (std::size_t i = 0; i < loops_.rows().size(); ++i) {
    const ConstraintRow& row = m_.rows[loops_.rows()[i]];
    if (row.drive >= 0) power -= loops_.multiplier(i) * drive_value(m_, row, w_.impl(), 1);
  }
  for (const int body : plan_.driven) power += given_power(plan_.bodies[body]);
  if (!plan_.driven.empty() && loops_.any())
    for (const GivenCoordinate& g : m_.tree.prescribed.given)
      power += u_[g.coordinate] * loops_.pull_on_given(g.coordinate);
  return power;
}

// The power of a body at its speed by given coordinates; `force_` has the accelerations of the
// others.
inline double Forward::given_power(const ForwardBody& b) const {
  const double* bias = motion_.bias.data() + column_of(b.body);
  const double* of = motion_.coefficients.data() + 2 * b.first_column;
  const Load& load = loads_[b.body];
  double x = bias[0], y = bias[1], vx = 0, vy = 0;
  for (int c = 0; c < b.columns; ++c) {
    const int k = b.first_column + c, place = plan_.column_place[k];
    if (place >= 0)
      x += of[2 * c] * force_[place], y += of[2 * c + 1] * force_[place];
    else
      vx += of[2 * c] * u_[plan_.columns[k]], vy += of[2 * c + 1] * u_[plan_.columns[k]];
  }
  double power = vx * (b.mass * x - load.fx) + vy * (b.mass * y - load.fy);
  if (b.node >= 0 && b.node_place < 0) power += u_[b.node] * (b.inertia * a_[b.node] - load.torque);
  return power;
}

bool Forward::project(double allowed, double* unknowns) {
  if (!loops_.any()) return false;
  note_places();
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
