// Energies of a state. Their sum, kinetic + potential + contact + damping, changes by `input`
// alone.
#include "runtime/elements/energy.hpp"

#include "runtime/elements/forces.hpp"

namespace mbs {

namespace {

double kinetic(const Model& m, const Placement& at) {
  double sum = 0;
  for (std::size_t b = 1; b < at.poses.size(); ++b) {
    const Pose& p = at.poses[b];
    sum += m.masses[b].mass * (p.vx * p.vx + p.vy * p.vy) + m.masses[b].inertia * p.spin * p.spin;
  }
  return sum / 2;
}

double potential(const Model& m, const Placement& at) {
  const ir::Vec2 gravity = m.scenario->gravity;
  double sum = 0;
  for (std::size_t b = 1; b < at.poses.size(); ++b)
    sum -= m.masses[b].mass * (gravity.x * at.poses[b].x + gravity.y * at.poses[b].y);
  for (const SpringElement& s : m.springs) {
    const double stretch = value(s.function, at) - s.rest;
    sum += s.stiffness * stretch * stretch / 2;
  }
  return sum;
}

}  // namespace

Energies energies(const Model& m, double, const double* y, Workspace& w) {
  place(m, y, w.impl().at);
  return energies_placed(m, y, w);
}

Energies energies_placed(const Model& m, const double* y, Workspace& w) {
  Energies e;
  e.kinetic = kinetic(m, w.impl().at);
  e.potential = potential(m, w.impl().at);
  for (int i = 0; i < m.layout.contacts; ++i) e.contact += y[m.layout.work + i];
  for (int i = 0; i < m.layout.groups; ++i) e.contact += y[m.layout.group + i];
  e.input = y[m.layout.input];
  e.damping = y[m.layout.damping];
  return e;
}

}  // namespace mbs
