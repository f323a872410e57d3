// Energies of a state. Their sum, kinetic + potential + contact + damping, changes by `input`
// alone.
#include "runtime/elements/energy.hpp"

#include "runtime/elements/forces.hpp"

namespace mbs {

namespace {

double kinetic(const Model& m, const Placement& at) {
  double sum = 0;
  for (std::size_t b = 1; b < at.bodies.size(); ++b) {
    const SpatialPose& p = at.bodies[b];
    const auto& J = m.masses[b].principal;
    sum += m.masses[b].mass * p.v.squaredNorm();
    for (int k = 0; k < 3; ++k) sum += J[k] * p.omega[k] * p.omega[k];
  }
  for (std::size_t b = 1; b < at.poses.size(); ++b) {
    const Pose& p = at.poses[b];
    sum += m.masses[b].mass * (p.vx * p.vx + p.vy * p.vy) + m.masses[b].inertia * p.spin * p.spin;
  }
  return sum / 2;
}

double potential(const Model& m, const Placement& at, const Mode* mode) {
  const ir::Vec3& gravity = m.scenario->gravity;
  double sum = 0;
  for (std::size_t b = 1; b < at.bodies.size(); ++b)
    sum -= m.masses[b].mass * vector_of(gravity).dot(at.bodies[b].r);
  for (std::size_t b = 1; b < at.poses.size(); ++b)
    sum -= m.masses[b].mass * (gravity.x * at.poses[b].x + gravity.y * at.poses[b].y);
  for (std::size_t i = 0; i < m.springs.size(); ++i)
    if (part_acts(mode, {ir::Sort::spring, static_cast<int>(i)}))
      sum += stored_energy(m.springs[i], at);
  return sum;
}

}  // namespace

Energies energies(const Model& m, const double* y, Workspace& w, const Mode* mode) {
  place(m, y, w.impl().at);
  return energies_placed(m, y, w, mode);
}

Energies energies_placed(const Model& m, const double* y, Workspace& w, const Mode* mode) {
  Energies e;
  e.kinetic = kinetic(m, w.impl().at);
  e.potential = potential(m, w.impl().at, mode);
  for (int i = 0; i < m.layout.contacts; ++i) e.contact += y[m.layout.work + i];
  for (int i = 0; i < m.layout.groups; ++i) e.contact += y[m.layout.group + i];
  e.input = y[m.layout.input];
  e.damping = y[m.layout.damping];
  return e;
}

}  // namespace mbs
