#include "runtime/stepping/step_forces.hpp"

#include "runtime/elements/forces.hpp"
#include "runtime/equations/kkt.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

namespace {

void push_along(const PairFunction& f, double value, const Placement& at,
                std::vector<double>& out) {
  if (value == 0) return;
  Local g;
  gradient(f, at, g);
  for (int k = 0; k < f.locals(); ++k)
    if (f.uses(k)) out[f.column(k)] += value * g[k];
}

// -omega x J omega, in the axes of the body, at the speeds that this very moment makes of those
// before it until the middle of the step: taken at the start it would turn tops the faster the
// longer steps are.
void add_gyration(const Model& m, double half_step, const Placement& at, StepForces& out) {
  if (!m.layout.spatial()) return;
  for (int b = 1; b <= m.layout.bodies; ++b) {
    const MassEntry& mass = m.masses[b];
    const Vector3 J(mass.principal[0], mass.principal[1], mass.principal[2]);
    Vector3 omega = at.bodies[b].omega;
    const Vector3 first = omega.cross(J.cwiseProduct(omega));
    for (int k = 0; k < 3; ++k)
      if (J[k] > 0) omega[k] -= half_step * first[k] / J[k];
    const Vector3 moment = omega.cross(J.cwiseProduct(omega));
    for (int k = 0; k < 3; ++k) out.all[m.layout.motion_of(b) + 3 + k] -= moment[k];
  }
}

bool add_springs(const Model& m, double t, Workspace& w, StepForces& out) {
  const Placement& at = w.impl().at;
  for (std::size_t i = 0; i < m.springs.size(); ++i) {
    const SpringElement& s = m.springs[i];
    if (!spring_has_direction(m, static_cast<int>(i), t, w)) return false;
    if (s.square) push_along(*s.square, -s.stiffness, at, out.all);
    push_along(s.function, -line_tension(s, at), at, out.all);
    if (s.damping != 0) push_along(s.function, -s.damping * rate(s.function, at), at, out.damping);
  }
  return true;
}

bool add_applied(const Model& m, const Instant& now, Workspace& w, StepForces& out) {
  for (std::size_t i = 0; i < m.forces.size(); ++i) {
    const int force = static_cast<int>(i);
    if (!evaluate_force(m, force, now, w)) return false;
    const std::vector<double>& values = w.impl().forces[i].outputs;
    if (const int state = m.forces[i].state; state >= 0) out.rates[state] = values[0];
    if (!force_has_direction(m, force, now, w)) return false;
    for (const ForceElement& e : m.forces[i].elements)
      push_along(e.function, e.sign * values[e.output], w.impl().at, out.applied);
  }
  return true;
}

double inverse_mass(const std::vector<double>& masses, const PairFunction& f, const Placement& at) {
  Local g;
  gradient(f, at, g);
  double sum = 0;
  for (int k = 0; k < f.locals(); ++k)
    if (f.uses(k) && masses[f.column(k)] > 0) sum += g[k] * g[k] / masses[f.column(k)];
  return sum;
}

}  // namespace

bool gather_forces(const Model& m, const Instant& now, double half_step, Workspace& w,
                   StepForces& out) {
  const auto n = static_cast<std::size_t>(m.layout.motions);
  for (auto* part : {&out.all, &out.applied, &out.damping}) part->assign(n, 0);
  out.rates.assign(m.layout.script_states, 0);
  const ir::Vec3 gravity = m.scenario->gravity;
  for (int b = 1; b <= m.layout.bodies; ++b) {
    double* force = out.all.data() + m.layout.motion_of(b);
    force[0] = m.masses[b].mass * gravity.x;
    force[1] = m.masses[b].mass * gravity.y;
    if (m.layout.spatial()) force[2] = m.masses[b].mass * gravity.z;
  }
  add_gyration(m, half_step, w.impl().at, out);
  if (!add_springs(m, now.t, w, out) || !add_applied(m, now, w, out)) return false;
  for (std::size_t i = 0; i < n; ++i) out.all[i] += out.applied[i];
  return true;
}

Stiffest stiffest_spring(const Model& m, Workspace& w) {
  Stiffest found;
  const std::vector<double> masses = mass_diagonal(m);
  for (std::size_t i = 0; i < m.springs.size(); ++i) {
    const double squared =
        m.springs[i].stiffness * inverse_mass(masses, m.springs[i].function, w.impl().at);
    if (squared > found.squared) found = {static_cast<int>(i), squared};
  }
  return found;
}

}  // namespace mbs
