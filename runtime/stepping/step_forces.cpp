#include "runtime/stepping/step_forces.hpp"

#include "runtime/elements/forces.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

namespace {

void push_along(const PairFunction& f, double value, const Placement& at,
                std::vector<double>& out) {
  if (value == 0) return;
  Local g;
  gradient(f, at, g);
  for (int k = 0; k < 6; ++k)
    if (const int column = f.column(k); (k < 3 ? f.a : f.b) != 0) out[column] += value * g[k];
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

double inverse_mass(const Model& m, const PairFunction& f, const Placement& at) {
  Local g;
  gradient(f, at, g);
  double sum = 0;
  for (int k = 0; k < 6; ++k) {
    const MassEntry& mass = m.masses[k < 3 ? f.a : f.b];
    const double own = k % 3 == 2 ? mass.inertia : mass.mass;
    if ((k < 3 ? f.a : f.b) != 0 && own > 0) sum += g[k] * g[k] / own;
  }
  return sum;
}

}  // namespace

bool gather_forces(const Model& m, const Instant& now, Workspace& w, StepForces& out) {
  const std::size_t n = 3 * static_cast<std::size_t>(m.layout.bodies);
  for (auto* part : {&out.all, &out.applied, &out.damping}) part->assign(n, 0);
  out.rates.assign(m.layout.script_states, 0);
  const ir::Vec2 gravity = m.scenario->gravity;
  for (int b = 1; b <= m.layout.bodies; ++b) {
    out.all[column_of(b)] = m.masses[b].mass * gravity.x;
    out.all[column_of(b) + 1] = m.masses[b].mass * gravity.y;
  }
  if (!add_springs(m, now.t, w, out) || !add_applied(m, now, w, out)) return false;
  for (std::size_t i = 0; i < n; ++i) out.all[i] += out.applied[i];
  return true;
}

Stiffest stiffest_spring(const Model& m, Workspace& w) {
  Stiffest found;
  for (std::size_t i = 0; i < m.springs.size(); ++i) {
    const double squared =
        m.springs[i].stiffness * inverse_mass(m, m.springs[i].function, w.impl().at);
    if (squared > found.squared) found = {static_cast<int>(i), squared};
  }
  return found;
}

}  // namespace mbs
