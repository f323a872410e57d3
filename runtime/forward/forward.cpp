#include "runtime/forward/forward.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/elements/drives.hpp"
#include "runtime/elements/forces.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/numerics/cholesky.hpp"

namespace mbs {

namespace {

double at_or_zero(const double* p, int i) {
  return i < 0 ? 0 : p[i];
}

}  // namespace

Forward::Forward(const Model& model, const Mode& mode, Workspace& workspace)
    : m_(model),
      mode_(mode),
      w_(workspace),
      l_(layout(model)),
      plan_(model),
      loops_(model, plan_),
      touching_(model.contacts.size(), 0.0),
      cosine_(plan_.coordinates, 1.0),
      sine_(plan_.coordinates, 0.0),
      loads_(model.masses.size()),
      inertia_(plan_.inertia.size()),
      force_(plan_.free.size()),
      y_(l_.size),
      yp_(l_.size) {
  motion_.coefficients.assign(2 * plan_.columns.size() + 1, 0.0);
  motion_.coefficients.back() = 1;
  motion_.bias.resize(l_.motions);
  choose();
}

void Forward::choose() {
  loops_.choose(mode_);
  acting_.clear();
  for (int c = 0; c < l_.touching; ++c)
    if (may_act(m_, m_.contacts[c], mode_.contacts[c])) acting_.push_back(c);
}

bool Forward::evaluate(double t, const double* reduced, double* rates) {
  const int d = plan_.coordinates;
  trouble_ = ForwardTrouble::none;
  for (const int i : plan_.free) rates[i] = reduced[d + i];
  std::fill(rates + 2 * d, rates + plan_.size, 0.0);
  place(reduced, rates);
  if (!act(t, rates)) return fail(ForwardTrouble::undefined);
  project_loads();
  sum_inertia();
  if (loops_.any()) {
    loops_.fill(motion_, w_);
    loops_.lend_inertia(inertia_, force_);
  }
  if (!factor_inertia()) return fail(ForwardTrouble::inertia);
  if (!solve(rates)) return fail(ForwardTrouble::loops);
  rate_of(rates, l_.input) = input_ + drive_power(reduced, rates);
  rate_of(rates, l_.damping) = lost_;
  return true;
}

// ---- places ----------------------------------------------------------------------

// Of the centre of mass: place, velocity, acceleration where free coordinates have none.
struct Forward::Moved {
  double x = 0, y = 0, vx = 0, vy = 0, ax = 0, ay = 0;
};

void Forward::place(const double* reduced, const double* rates) {
  for (const int i : plan_.angles) {
    const double angle = reduced[i], c = std::cos(angle), s = std::sin(angle);
    cosine_[i] = c;
    sine_[i] = s;
  }
  std::fill(motion_.coefficients.begin(), motion_.coefficients.end() - 1, 0.0);
  for (const ForwardBody& body : plan_.bodies) place_body(body, reduced, rates);
  Placement& at = w_.impl().at;
  for (const int i : plan_.points) at.arms[i] = arm_at(at.poses[m_.points[i].body], m_.points[i]);
  const double* other = reduced + 2 * plan_.coordinates;
  for (const int absolute : plan_.others) y_[absolute] = *other++;
}

Forward::Moved Forward::follow(const ForwardBody& body, const double* reduced,
                               const double* rates) {
  const int d = plan_.coordinates;
  Moved out;
  for (int i = body.first_segment; i < body.first_segment + body.segments; ++i) {
    const ForwardSegment& s = plan_.segments[i];
    const double travel = s.slide < 0 ? 0 : reduced[s.slide];
    const double x = s.cx + travel * s.ux, y = s.cy + travel * s.uy;
    const double c = s.node < 0 ? 1 : cosine_[s.node], w = s.node < 0 ? 0 : sine_[s.node];
    const double ax = c * x - w * y, ay = w * x + c * y;
    out.x += ax, out.y += ay;
    double spin = 0;
    if (s.node >= 0) {
      spin = reduced[d + s.node];
      const double turning = plan_.place[s.node] < 0 ? rates[d + s.node] : 0;
      out.vx -= spin * ay, out.vy += spin * ax;
      out.ax -= turning * ay + spin * spin * ax, out.ay += turning * ax - spin * spin * ay;
      column(s.node_column, 0) -= ay, column(s.node_column, 1) += ax;
    }
    if (s.slide < 0) continue;
    const double dx = c * s.ux - w * s.uy, dy = w * s.ux + c * s.uy;
    const double slide = reduced[d + s.slide], twist = 2 * spin * slide;
    const double sliding = plan_.place[s.slide] < 0 ? rates[d + s.slide] : 0;
    out.vx += slide * dx, out.vy += slide * dy;
    out.ax += sliding * dx - twist * dy, out.ay += sliding * dy + twist * dx;
    column(s.slide_column, 0) += dx, column(s.slide_column, 1) += dy;
  }
  return out;
}

void Forward::place_body(const ForwardBody& b, const double* reduced, const double* rates) {
  const int d = plan_.coordinates, k = column_of(b.body);
  const Moved now = follow(b, reduced, rates);
  const double c = b.node < 0 ? 1 : cosine_[b.node], s = b.node < 0 ? 0 : sine_[b.node];
  const double angle = at_or_zero(reduced, b.node) + b.offset;
  const double spin = at_or_zero(reduced + d, b.node);
  const bool turned = b.node >= 0 && plan_.place[b.node] < 0;
  w_.impl().at.poses[b.body] = {
      now.x,  now.y,  angle, c * b.cosine - s * b.sine, s * b.cosine + c * b.sine,
      now.vx, now.vy, spin};
  double *q = y_.data() + l_.q + k, *v = y_.data() + l_.v + k, *bias = motion_.bias.data() + k;
  q[0] = now.x, q[1] = now.y, q[2] = angle;
  v[0] = now.vx, v[1] = now.vy, v[2] = spin;
  bias[0] = now.ax, bias[1] = now.ay, bias[2] = turned ? rates[d + b.node] : 0;
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

bool Forward::act(double t, double* rates) {
  const ir::Vec3 gravity = m_.scenario->gravity;
  for (const ForwardBody& b : plan_.bodies)
    loads_[b.body] = {b.mass * gravity.x, b.mass * gravity.y, 0};
  input_ = lost_ = 0;
  const Instant now{t, y_.data(), yp_.data(), &mode_};
  return applied_forces(now, rates) && springs(t) && contacts(now, rates);
}

bool Forward::applied_forces(const Instant& now, double* rates) {
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

bool Forward::springs(double t) {
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

// A closed contact goes on as if it just touched where a stage has parted its bodies: what happens
// when it opens is decided there, and until then a force that jumps must not do so within a step.
bool Forward::force_of(int contact, const Instant& now, ContactForce& out) {
  LiveContact live = live_contact(m_, contact, now, mode_.contacts[contact], w_);
  if (!contact_force(m_, live, now.t, w_, out)) return false;
  if (out.acting || !live.memory.armed) return true;
  live.memory.resting = true;  // at this penetration
  live.carried = touching_[contact];
  return contact_force(m_, live, now.t, w_, out);
}

bool Forward::contacts(const Instant& now, double* rates) {
  ContactForce& f = contact_;
  for (const int i : acting_) {
    const ContactModel& c = m_.contacts[i];
    const ContactMode& mode = mode_.contacts[i];
    if (!may_act(m_, c, mode)) continue;  // it has opened since
    if (!force_of(i, now, f)) return false;
    const ContactGeometry& g = f.geometry;
    rate_of(rates, l_.s + i) = -g.gap_rate;
    if (!f.acting) continue;
    push(c.a, -f.fx, -f.fy, -(g.ax * f.fy - g.ay * f.fx));
    push(c.b, f.fx, f.fy, g.bx * f.fy - g.by * f.fx);
    rate_of(rates, l_.work + i) = f.power;
    rate_of(rates, l_.impulse + i) = f.FN;
    for (int k = 0; k < c.own.states; ++k)
      rate_of(rates, l_.z + c.own.first_state + k) = f.rates[k];
  }
  return true;
}

// ---- accelerations ---------------------------------------------------------------

void Forward::sum_inertia() {
  inertia_ = plan_.inertia;
  for (const ForwardProduct& p : plan_.products)
    inertia_[p.to] += p.mass * (column(p.first, 0) * column(p.second, 0) +
                                column(p.first, 1) * column(p.second, 1));
}

bool Forward::factor_inertia() {
  for (const ForwardBlock& block : plan_.blocks)
    if (!factor_cholesky(inertia_.data() + block.entries, block.size)) {
      const int coordinate = plan_.free[block.first];
      for (const ForwardBody& body : plan_.bodies)
        for (int c = body.first_column; c < body.first_column + body.columns; ++c)
          if (plan_.columns[c] == coordinate) loose_ = body.body;
      return false;
    }
  return true;
}

// B^T (f - m b) of the free coordinates.
void Forward::project_loads() {
  std::ranges::fill(force_, 0.0);
  for (const ForwardBody& b : plan_.bodies) {
    const double* bias = motion_.bias.data() + column_of(b.body);
    const Load& load = loads_[b.body];
    const double fx = load.fx - b.mass * bias[0], fy = load.fy - b.mass * bias[1];
    for (int c = b.first_column; c < b.first_column + b.columns; ++c) {
      const int place = plan_.place[plan_.columns[c]];
      if (place >= 0) force_[place] += column(c, 0) * fx + column(c, 1) * fy;
    }
    if (b.node >= 0 && plan_.place[b.node] >= 0) force_[plan_.place[b.node]] += load.torque;
  }
}

bool Forward::solve(double* rates) {
  for (const ForwardBlock& block : plan_.blocks)
    solve_lower(inertia_.data() + block.entries, block.size, force_.data() + block.first);
  if (loops_.any()) {
    if (!loops_.factor(inertia_)) return false;
    loops_.solve(force_);
    for (std::size_t i = 0; i < loops_.rows().size(); ++i)
      rate_of(rates, l_.lam + loops_.rows()[i]) = loops_.multiplier(i);
  }
  double* a = rates + plan_.coordinates;
  for (const ForwardBlock& block : plan_.blocks) {
    solve_upper(inertia_.data() + block.entries, block.size, force_.data() + block.first);
    for (int i = block.first; i < block.first + block.size; ++i) a[plan_.free[i]] = force_[i];
  }
  return true;
}

// What drives put in: those that are rows by their multipliers, those that give a coordinate by
// what its equation of motion lacks.
double Forward::drive_power(const double* reduced, const double* rates) const {
  double power = 0;
  for (std::size_t i = 0; i < loops_.rows().size(); ++i) {
    const ConstraintRow& row = m_.rows[loops_.rows()[i]];
    if (row.drive >= 0) power -= loops_.multiplier(i) * drive_value(m_, row, w_.impl(), 1);
  }
  for (const ForwardBody& body : plan_.bodies)
    if (body.driven) power += given_power(body, reduced, rates);
  for (const GivenCoordinate& g : m_.tree.prescribed.given)
    if (loops_.any())
      power += reduced[plan_.coordinates + g.coordinate] * loops_.pull_on_given(g.coordinate);
  return power;
}

// Of a body, along its given coordinates.
double Forward::given_power(const ForwardBody& b, const double* reduced,
                            const double* rates) const {
  const double *u = reduced + plan_.coordinates, *a = rates + plan_.coordinates;
  const double* bias = motion_.bias.data() + column_of(b.body);
  const double* of = motion_.coefficients.data();
  double x = bias[0], y = bias[1];
  for (int c = b.first_column; c < b.first_column + b.columns; ++c) {
    const int k = plan_.columns[c];
    if (plan_.place[k] >= 0) x += of[2 * c] * a[k], y += of[2 * c + 1] * a[k];
  }
  const Load& load = loads_[b.body];
  const double lack_x = b.mass * x - load.fx, lack_y = b.mass * y - load.fy;
  double power = 0;
  for (int c = b.first_column; c < b.first_column + b.columns; ++c) {
    const int k = plan_.columns[c];
    if (plan_.place[k] >= 0) continue;
    power += u[k] * (of[2 * c] * lack_x + of[2 * c + 1] * lack_y);
    if (k == b.node) power += u[k] * (b.inertia * a[k] - load.torque);
  }
  return power;
}

bool Forward::project(double allowed, double* reduced) {
  if (!loops_.any() || !loops_.correction(allowed, mode_, y_.data() + l_.v, w_, correction_))
    return false;
  for (auto* part : {&correction_.places, &correction_.rates})
    for (const ForwardBlock& block : plan_.blocks)
      solve_upper(inertia_.data() + block.entries, block.size, part->data() + block.first);
  for (std::size_t i = 0; i < plan_.free.size(); ++i) {
    reduced[plan_.free[i]] += correction_.places[i];
    reduced[plan_.coordinates + plan_.free[i]] += correction_.rates[i];
  }
  return true;
}

}  // namespace mbs
