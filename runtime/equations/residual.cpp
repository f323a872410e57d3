// r = F(t, y, y').
#include "runtime/equations/residual.hpp"

#include <algorithm>

#include "runtime/contact/bearing.hpp"
#include "runtime/contact/forces.hpp"
#include "runtime/contact/group.hpp"
#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/contact/seen.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/elements/forces.hpp"
#include "runtime/equations/balanced_load.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/joints/joints.hpp"

namespace mbs {

namespace {

enum class Rows { all, of_loops, gradients, none };

struct Evaluation {
  const Model& model;
  const Instant& now;
  double* r;
  Workspace& w;
  const Layout& l;
  Rows rows;  // of constraints: those that the tree leaves alone, or none but their gradients
  SeenContacts* seen = nullptr;
  const std::vector<char>* elsewhere = nullptr;  // by contact: who has it evaluated already

  bool tree_alone() const { return rows == Rows::of_loops; }
};

// A generalised force on a body in the plane; the momentum rows hold -Q.
void push(Evaluation& e, int body, double fx, double fy, double torque) {
  if (body == 0) return;
  double* r = e.r + e.l.v + column_of(body);
  r[0] -= fx;
  r[1] -= fy;
  r[2] -= torque;
}

// The force `value` along a row of motions of two bodies in space.
void push_row(Evaluation& e, int a, int b, double value, const Local& row) {
  for (int k = 0; k < 6; ++k) {
    if (a != 0) e.r[e.l.v + e.l.motion_of(a) + k] -= value * row[k];
    if (b != 0) e.r[e.l.v + e.l.motion_of(b) + k] -= value * row[6 + k];
  }
}

// A force on a body in space, at this arm from its centre of mass.
void push_at(Evaluation& e, int body, const Vector3& arm, const Vector3& force) {
  if (body == 0) return;
  const Vector3 torque = e.w.impl().at.bodies[body].R.transpose() * arm.cross(force);
  double* r = e.r + e.l.v + e.l.motion_of(body);
  for (int k = 0; k < 3; ++k) r[k] -= force[k], r[3 + k] -= torque[k];
}

// Adds value * grad(function) to the forces; returns its work rate.
double push_along(Evaluation& e, const PairFunction& f, double value) {
  const Placement& at = e.w.impl().at;
  Local g;
  gradient(f, at, g);
  if (f.spatial()) {
    push_row(e, f.a, f.b, value, g);
    return value * rate(f, at);
  }
  push(e, f.a, value * g[0], value * g[1], value * g[2]);
  push(e, f.b, value * g[3], value * g[4], value * g[5]);
  return value * rate(f, at);
}

// m (a - g), J omega' + omega x J omega.
void bodies_in_space(Evaluation& e) {
  const Model& m = e.model;
  const Vector3 gravity = vector_of(m.scenario->gravity);
  for (int b = 1; b <= e.l.bodies; ++b) {
    const MassEntry& mass = m.masses[b];
    const Vector3& omega = e.w.impl().at.bodies[b].omega;
    const auto& J = mass.principal;
    const double x = J[0] * omega[0], y = J[1] * omega[1], z = J[2] * omega[2];
    const double* a = e.now.yp + e.l.v + e.l.motion_of(b);
    double* r = e.r + e.l.v + e.l.motion_of(b);
    r[0] = mass.mass * (a[0] - gravity[0]);
    r[1] = mass.mass * (a[1] - gravity[1]);
    r[2] = mass.mass * (a[2] - gravity[2]);
    r[3] = J[0] * a[3] + (omega[1] * z - omega[2] * y);
    r[4] = J[1] * a[4] + (omega[2] * x - omega[0] * z);
    r[5] = J[2] * a[5] + (omega[0] * y - omega[1] * x);
  }
  std::ranges::fill(e.w.impl().corrections, 0.0);
}

// r' = v - c, p' = E (omega - c)/2 + (1 - p.p) p/s for the corrections c of the motions.
void kinematics_in_space(Evaluation& e) {
  for (int b = 1; b <= e.l.bodies; ++b) {
    const double *q = e.now.y + e.l.q + e.l.place_of(b), *qp = e.now.yp + e.l.q + e.l.place_of(b);
    const double* v = e.now.y + e.l.v + e.l.motion_of(b);
    const double* c = e.w.impl().corrections.data() + e.l.motion_of(b);
    double* r = e.r + e.l.q + e.l.place_of(b);
    for (int k = 0; k < 3; ++k) r[k] = qp[k] - v[k] + c[k];
    const double share = e.model.turning();
    const Vector3 omega(v[3] - share * c[3], v[4] - share * c[4], v[5] - share * c[5]);
    const Eigen::Vector4d rates = quaternion_rates(q + 3, omega);
    for (int k = 0; k < 4; ++k) r[3 + k] = qp[3 + k] - rates[k];
  }
}

void bodies(Evaluation& e) {
  const Model& m = e.model;
  if (e.l.spatial()) return bodies_in_space(e);
  const ir::Vec2 gravity = m.scenario->gravity;
  for (int b = 1; b <= e.l.bodies; ++b) {
    const int c = column_of(b);
    const MassEntry mass = m.masses[b];
    for (int k = 0; k < 3; ++k)
      e.r[e.l.q + c + k] = e.now.yp[e.l.q + c + k] - e.now.y[e.l.v + c + k];
    const double* a = e.now.yp + e.l.v + c;
    double* r = e.r + e.l.v + c;
    r[0] = mass.mass * (a[0] - gravity.x);
    r[1] = mass.mass * (a[1] - gravity.y);
    r[2] = mass.inertia * a[2];
  }
}

// What corrects a motion, a column of v, to keep a constraint on places: see Model::turning.
void correct(Evaluation& e, int motion, double value) {
  if (e.l.spatial())
    e.w.impl().corrections[motion] += value;
  else
    e.r[e.l.q + motion] +=
        value * (e.rows == Rows::all && e.l.turns(motion) ? e.model.turning() : 1);
}

void constraints(Evaluation& e) {
  const Model& m = e.model;
  Workspace::Impl& w = e.w.impl();
  for (std::size_t k = 0; k < m.rows.size(); ++k) {
    const ConstraintRow& row = m.rows[k];
    if (row.tree && e.rows == Rows::of_loops) continue;
    fill_row(row, w.at, w.g.data() + row.first_entry);
    if (e.rows == Rows::gradients) continue;
    if (!row_acts(e.now.mode, k)) {
      e.r[e.l.lam + k] = e.now.yp[e.l.lam + k];
      if (row.position) e.r[e.l.mu + k] = e.now.yp[e.l.mu + k];
      continue;
    }
    const double lambda = e.now.yp[e.l.lam + k];
    const double mu = row.position ? e.now.yp[e.l.mu + k] : 0;
    double speed = 0;
    for (int i = row.first_entry; i < row.first_entry + row.entry_count; ++i) {
      const int c = m.entries[i].column;
      correct(e, c, w.g[i] * mu);
      e.r[e.l.v + c] += w.g[i] * lambda;
      speed += w.g[i] * e.now.y[e.l.v + c];
    }
    e.r[e.l.lam + k] = speed - drive_value(m, row, w, 1);
    if (row.position) e.r[e.l.mu + k] = row_error(m, k, e.now.mode, w);
  }
}

bool applied_forces(Evaluation& e, double& power) {
  const Model& m = e.model;
  for (std::size_t i = 0; i < m.forces.size(); ++i) {
    const int force = static_cast<int>(i);
    if (!force_acts(m, force, e.now.mode)) continue;
    if (!evaluate_force(m, force, e.now, e.w)) return false;
    if (const int state = m.forces[i].state; state >= 0)
      e.r[e.l.script + state] = e.now.yp[e.l.script + state] - e.w.impl().forces[i].outputs[0];
    if (!force_has_direction(m, force, e.now, e.w)) return false;
    for (const ForceElement& element : m.forces[i].elements)
      power += push_along(e, element.function,
                          element.sign * e.w.impl().forces[i].outputs[element.output]);
  }
  return true;
}

bool springs(Evaluation& e, double& lost) {
  const Placement& at = e.w.impl().at;
  for (std::size_t i = 0; i < e.model.springs.size(); ++i) {
    const SpringElement& s = e.model.springs[i];
    if (!part_acts(e.now.mode, {ir::Sort::spring, static_cast<int>(i)})) continue;
    if (!spring_has_direction(e.model, static_cast<int>(i), e.now.t, e.w)) return false;
    if (s.square) push_along(e, *s.square, -s.stiffness);
    push_along(e, s.function, -line_tension(s, at));
    if (s.damping == 0) continue;
    const double speed = rate(s.function, at);
    lost += s.damping * speed * speed;
  }
  return true;
}

double drive_power(const Evaluation& e) {
  const bool others = e.rows == Rows::gradients || e.rows == Rows::none;  // have the multipliers
  if (others || e.model.drives.empty()) return 0;
  double power = 0;
  for (std::size_t k = 0; k < e.model.rows.size(); ++k) {
    const ConstraintRow& row = e.model.rows[k];
    const double lambda = e.now.yp[e.l.lam + k];
    if (row.drive < 0 || lambda == 0) continue;  // given coordinates may not have their values here
    power -= lambda * drive_value(e.model, row, e.w.impl(), 1);
  }
  return power;
}

void push_apart(Evaluation& e, const ContactModel& c, const ContactForce& f) {
  const ContactGeometry& g = f.geometry;
  if (e.l.spatial()) {
    if (!c.turning()) push_at(e, c.a, g.arm_a, -f.force), push_at(e, c.b, g.arm_b, f.force);
    if (c.turning() || resists_turning(c))
      push_row(e, c.a, c.b, -1, moment_row(pair_of(c, e.w.impl().at), f.moment));
    return;
  }
  push(e, c.a, -f.fx, -f.fy, -(g.ax * f.fy - g.ay * f.fx));
  push(e, c.b, f.fx, f.fy, g.bx * f.fy - g.by * f.fx);
}

// FT against the coordinate of a joint.
void push_back(Evaluation& e, const ContactModel& c, const ContactForce& f) {
  const Local& row = f.geometry.tangent_row;
  if (e.l.spatial()) return push_row(e, c.a, c.b, -f.FT, row);
  push(e, c.a, -f.FT * row[0], -f.FT * row[1], -f.FT * row[2]);
  push(e, c.b, -f.FT * row[3], -f.FT * row[4], -f.FT * row[5]);
}

// Along all ways that hold it.
void hold_any_way(Evaluation& e, const ContactModel& c, const ContactMode& mode,
                  const ContactForce& f, double* hold) {
  const HeldWays held = held_ways(c, f.geometry.n, mode.axis);
  const double* by = e.now.yp + e.l.hold + c.own.hold;
  const double creep = c.own.creep * mode.softness;
  const bool alone = c.turning() || c.bearing();
  const Vector3 u =
      alone ? f.geometry.slip : sliding_of_patch(e.model, f.geometry, mode.patch, *e.now.mode, e.w);
  for (int k = 0; k < held.count; ++k) hold[k] = held.ways[k].dot(u) - creep * by[k];
}

// What it takes of a load that others could hold without it.
double spare_load(const Evaluation& e, int i, const ContactForce& f) {
  const ContactMode& mode = e.now.mode->contacts[i];
  const auto load = balanced_load(e.model, *e.now.mode, i, f.geometry, e.w);
  if (!load) return mode.share_N;
  double sum = 0;
  for (int k = 0; k < load->count; ++k)
    sum += load->parts[k] * e.now.yp[e.l.impulse + load->contacts[k]];
  return sum;
}

// A rigid contact that is closed: gap and gap rate are constraints, FN = J' and s' their
// multipliers.
bool pressed(Evaluation& e, int i) {
  const ContactModel& c = e.model.contacts[i];
  const ContactMode& mode = e.now.mode->contacts[i];
  ContactForce f;
  if (!contact_force(e.model, i, e.now, mode, e.w, f)) return false;
  const double* yp = e.now.yp;
  const double correction = yp[e.l.s + i];
  const int each = e.l.per_motion;
  for (int k = 0; k < 2 * each; ++k) {
    const int body = k < each ? c.a : c.b;
    if (body != 0)
      correct(e, e.l.motion_of(body) + k % each, f.geometry.normal_row[k] * correction);
  }
  e.r[e.l.s + i] = mode.spare_N ? correction : f.geometry.gap;
  e.r[e.l.impulse + i] = mode.spare_N ? f.FN - spare_load(e, i, f) : f.geometry.gap_rate;
  if (f.holds && f.in_space)
    hold_any_way(e, c, mode, f, e.r + e.l.hold + c.own.hold);
  else if (f.holds)
    e.r[e.l.hold + c.own.hold] =
        mode.spare_T ? f.FT - mode.share_T : f.geometry.vt - c.own.creep * f.FT;
  push_apart(e, c, f);
  e.r[e.l.work + i] -= f.power;
  return true;
}

bool contact(Evaluation& e, int i) {
  const ContactModel& c = e.model.contacts[i];
  const LawUse& own = c.own;
  const ContactMode& mode = e.now.mode->contacts[i];
  const double* yp = e.now.yp;
  const int z = e.l.z + own.first_state;
  double *s = e.r + e.l.s + i, *work = e.r + e.l.work + i, *impulse = e.r + e.l.impulse + i;
  double* hold = own.hold < 0 ? nullptr : e.r + e.l.hold + own.hold;
  *s = yp[e.l.s + i];
  for (int k = 0; hold && k < hold_parts(e.model, c); ++k) hold[k] = yp[e.l.hold + own.hold + k];
  *work = yp[e.l.work + i];
  *impulse = yp[e.l.impulse + i];
  for (int k = 0; k < own.states; ++k) e.r[z + k] = yp[z + k];
  if (e.seen) (*e.seen)[i].reset();
  if (!may_act(e.model, c, mode)) return true;
  if (mode.pressed) return pressed(e, i);
  ContactForce f;
  if (!contact_force(e.model, i, e.now, mode, e.w, f)) return false;
  if (e.seen) (*e.seen)[i] = state_of(f, mode);
  if (!c.turning()) *s += f.geometry.gap_rate;
  if (!f.acting) return true;
  if (f.holds && slides_any_way(e.model, c))
    hold_any_way(e, c, mode, f, hold);
  else if (f.holds)
    *hold = f.geometry.vt - own.creep * mode.softness * f.FT;
  if (c.bearing())
    push_back(e, c, f);
  else
    push_apart(e, c, f);
  e.r[e.l.work + working(c, i)] -= f.power;
  *impulse -= f.FN;
  for (int k = 0; k < own.states; ++k) e.r[z + k] -= f.rates[k];
  return true;
}

bool group(Evaluation& e, int i) {
  double& work = e.r[e.l.group + i];
  work = e.now.yp[e.l.group + i];
  const GroupModel& g = e.model.groups[i];
  for (const PairMode& pair : e.now.mode->groups[i].pairs) {
    const ContactModel c = pair_model(g, pair.first, pair.second);
    ContactForce f;
    if (!contact_force(e.model, live_pair(i, c, pair, e.w), e.now.t, e.w, f)) return false;
    if (!f.acting) continue;
    push_apart(e, c, f);
    work -= f.power;
  }
  return true;
}

void count_angles(Evaluation& e) {
  for (int i = 0; i < e.l.angles; ++i) {
    const int unknown = e.l.angle + i;
    if (e.tree_alone() && e.model.tree.kept[unknown] < 0) continue;
    e.r[unknown] = e.now.yp[unknown] - rate(e.model.counted_angles[i], e.w.impl().at);
  }
}

bool evaluate(Evaluation e) {
  if (e.rows != Rows::none) bodies(e), constraints(e);
  double input = drive_power(e), lost = 0;
  if (!applied_forces(e, input) || !springs(e, lost)) return false;
  e.r[e.l.input] = e.now.yp[e.l.input] - input;
  e.r[e.l.damping] = e.now.yp[e.l.damping] - lost;
  for (int i = 0; i < e.l.contacts; ++i)
    if (!(e.elsewhere && (*e.elsewhere)[i]) && !contact(e, i)) return false;
  for (int i = 0; i < e.l.groups; ++i)
    if (!group(e, i)) return false;
  if (e.l.spatial() && e.rows == Rows::all) kinematics_in_space(e);
  if (e.rows != Rows::none) count_angles(e);
  return true;
}

}  // namespace

bool residual(const Model& m, const Instant& now, double* r, Workspace& w) {
  if (!evaluate_drives(m, now.t, now.mode, DriveOrder::rate, w)) return false;
  place(m, now.y, w.impl().at);
  return residual_placed(m, now, r, w);
}

bool residual_placed(const Model& m, const Instant& now, double* r, Workspace& w) {
  return evaluate({m, now, r, w, m.layout, Rows::all});
}

bool forces_placed(const Model& m, const Instant& now, double* r, Workspace& w,
                   SeenContacts& seen) {
  return evaluate({m, now, r, w, m.layout, Rows::gradients, &seen});
}

bool add_forces_placed(const Model& m, const Instant& now, double* r, Workspace& w,
                       SeenContacts& seen, const std::vector<char>& elsewhere) {
  return evaluate({m, now, r, w, m.layout, Rows::none, &seen, &elsewhere});
}

bool residual_of_loops(const Model& m, const Instant& now, double* r, Workspace& w) {
  return evaluate({m, now, r, w, m.layout, Rows::of_loops});
}

}  // namespace mbs
