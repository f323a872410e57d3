// Private to runtime: one routine per part of the equations that emits (row, column, value) of
// dF/dy + cj dF/dy' in a fixed order, in absolute unknowns. A recorder makes a sparsity pattern of
// that order once, a writer adds the values afterwards. Applied forces count through places and
// speeds of bodies; what else they see, accelerations or reactions, is left to Newton's iteration.
#pragma once

#include <iterator>

#include "runtime/elements/drives.hpp"
#include "runtime/elements/forces.hpp"
#include "runtime/equations/emission_in_space.hpp"
#include "runtime/equations/emission_of_contacts.hpp"
#include "runtime/model/idle_rows.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs::emission {

template <class Sink>
void emit_bodies(const JacobianPoint& p, Sink& sink) {
  const Layout& l = p.l();
  if (l.spatial()) return emit_bodies_in_space(p, sink);
  for (int b = 1; b <= l.bodies; ++b)
    for (int k = 0; k < 3; ++k) {
      const int c = column_of(b) + k;
      sink(l.q + c, l.q + c, p.cj);
      sink(l.q + c, l.v + c, -1);
      sink(l.v + c, l.v + c, p.cj * (k < 2 ? p.m.masses[b].mass : p.m.masses[b].inertia));
    }
}

// The rows of unknowns that are there for their rates.
template <class Sink>
void emit_rates(const JacobianPoint& p, Sink& sink) {
  const Layout& l = p.l();
  const int rates[] = {l.s,       l.s + l.contacts,    l.z,       l.z + l.states,
                       l.work,    l.work + l.contacts, l.impulse, l.impulse + l.contacts,
                       l.group,   l.group + l.groups,  l.input,   l.input + 1,
                       l.damping, l.damping + 1};
  for (std::size_t i = 0; i < std::size(rates); i += 2)
    for (int k = rates[i]; k < rates[i + 1]; ++k) sink(k, k, p.cj);
  if (l.angles > 0) emit_angles(p, sink);
}

// Takes the place of a sink for a part that may not act, whose entries are 0 then.
template <class Sink>
struct Muted {
  Sink& sink;
  bool acts;
  void operator()(int row, int column, double value) { sink(row, column, acts ? value : 0.0); }
};

// The multipliers of a row that can be switched: 0 while it does not act.
template <class Sink>
void emit_idle(const JacobianPoint& p, int k, bool acts, Sink& sink) {
  const double slope = acts ? 0 : p.cj;
  sink(p.l().lam + k, p.l().lam + k, slope);
  if (p.m.rows[k].position) sink(p.l().mu + k, p.l().mu + k, slope);
}

// What a drive of a rotation asks for changes with the places.
template <class Sink>
void emit_led(const JacobianPoint& p, int k, Sink& sink) {
  const Layout& l = p.l();
  const ConstraintRow& row = p.m.rows[k];
  const PairFunction& f = row.terms[0].function;
  const Local rate = led_rate_by_place(row, p.w.impl());
  const double lambda = p.now.yp[l.lam + k];
  f.for_each_used([&](int i) {
    by_place(p, l.lam + k, f.column(i), rate[i], sink);
    by_place(p, l.input, f.column(i), -lambda * rate[i], sink);
  });
}

// G and its transpose.
template <class Sink>
void emit_row(const JacobianPoint& p, int k, Sink& sink) {
  const Layout& l = p.l();
  const ConstraintRow& row = p.m.rows[k];
  for (int i = row.first_entry; i < row.first_entry + row.entry_count; ++i) {
    const int c = p.m.entries[i].column;
    const double g = p.w.impl().g[i];
    sink(l.v + c, l.lam + k, p.cj * g);
    sink(l.lam + k, l.v + c, g);
    if (!row.position) continue;
    correct_place(p, c, l.mu + k, p.cj * g, sink);
    by_place(p, l.mu + k, c, g, sink);
  }
  if (row.drive >= 0) sink(l.input, l.lam + k, p.cj * drive_value(p.m, row, p.w.impl(), 1));
  if (is_led(row)) emit_led(p, k, sink);
}

// d(G^T Lam')/dq, d(G^T Mu')/dq and d(G v)/dq of one term.
template <class Sink>
void emit_curvature(const JacobianPoint& p, int k, const RowTerm& term, Sink& sink) {
  const Layout& l = p.l();
  const ConstraintRow& row = p.m.rows[k];
  const PairFunction& f = term.function;
  if (f.bent == 0) return;
  LocalHessian h;
  hessian(f, p.at(), h);
  const double lambda = term.factor * p.now.yp[l.lam + k];
  const double mu = row.position ? term.factor * p.now.yp[l.mu + k] : 0;
  const Local hv = curvature(f, h, local_velocity(f, p.at()));
  f.for_each_curved([&](int i, int j) {
    by_place(p, l.v + f.column(i), f.column(j), lambda * h[i][j], sink);
    // In space left out: Mu' is zero up to the tolerance.
    if (row.position && !f.spatial())
      sink(l.q + f.column(i), l.q + f.column(j), measure(p, f.column(i)) * mu * h[i][j]);
  });
  for (int j = 0; j < f.locals(); ++j)
    if (f.bends(j)) by_place(p, l.lam + k, f.column(j), term.factor * hv[j], sink);
}

// A force F grad(f) with work rate F df/dt counted in `energy_row` as input: derivatives at fixed
// F.
template <class Sink>
void emit_force_shape(const JacobianPoint& p, const PairFunction& f, double force, Sink& sink) {
  const Layout& l = p.l();
  LocalHessian h{};
  hessian(f, p.at(), h);
  f.for_each_curved(
      [&](int i, int j) { by_place(p, l.v + f.column(i), f.column(j), -force * h[i][j], sink); });
}

template <class Sink>
void emit_input(const JacobianPoint& p, const PairFunction& f, double force, Sink& sink) {
  const Layout& l = p.l();
  LocalHessian h{};
  Local g;
  hessian(f, p.at(), h);
  gradient(f, p.at(), g);
  const Local hv = curvature(f, h, local_velocity(f, p.at()));
  for (int j = 0; j < f.locals(); ++j) {
    if (!f.uses(j)) continue;
    by_place(p, l.input, f.column(j), -force * hv[j], sink);
    sink(l.input, l.v + f.column(j), -force * g[j]);
  }
}

inline OriginDerivative origin_derivative(const JacobianPoint& p, const ForcePartial& d) {
  const Layout& l = p.l();
  if (d.state >= 0) return {{l.script + d.state}, {1}, 1};
  if (l.spatial()) return derivative_in_space(p, d);
  const int c = column_of(d.body), base = d.order == 0 ? l.q : l.v;
  if (d.coordinate == 2) return {{base + c + 2}, {1}, 1};
  const Arm& arm = p.at().arms[p.m.origin_point[d.body]];
  const bool x = d.coordinate == 0;
  const double turn = x ? -arm.y : arm.x;
  if (d.order == 0) return {{l.q + c + d.coordinate, l.q + c + 2}, {1, turn}, 2};
  const double spin = p.at().poses[d.body].spin;
  return {{l.v + c + d.coordinate, l.v + c + 2, l.q + c + 2},
          {1, turn, -spin * (x ? arm.x : arm.y)},
          3};
}

// The dependence of a force's value on the motion.
template <class Sink>
void emit_partials(const JacobianPoint& p, const ForceProgram& program, const ForceElement& e,
                   const std::vector<double>& partials, Sink& sink) {
  const Layout& l = p.l();
  Local g;
  gradient(e.function, p.at(), g);
  const double speed = rate(e.function, p.at());
  for (const ForcePartial& d : program.partials) {
    if (d.output != e.output) continue;
    const OriginDerivative o = origin_derivative(p, d);
    const double slope = e.sign * partials[d.tape_output];
    for (int n = 0; n < o.count; ++n) {
      for (int i = 0; i < e.function.locals(); ++i)
        if (e.function.uses(i))
          sink(l.v + e.function.column(i), o.columns[n], -g[i] * slope * o.values[n]);
      sink(l.input, o.columns[n], -speed * slope * o.values[n]);
    }
  }
}

// The dependence of a state's rate on the motion and on states.
template <class Sink>
void emit_state(const JacobianPoint& p, const ForceProgram& program,
                const std::vector<double>& partials, Sink& sink) {
  const int row = p.l().script + program.state;
  for (const ForcePartial& d : program.partials) {
    const OriginDerivative o = origin_derivative(p, d);
    for (int n = 0; n < o.count; ++n)
      sink(row, o.columns[n], -partials[d.tape_output] * o.values[n]);
  }
}

template <class Sink>
bool emit_forces(const JacobianPoint& p, Sink& sink) {
  for (std::size_t i = 0; i < p.m.forces.size(); ++i) {
    const int index = static_cast<int>(i);
    const bool acts = p.recording || force_acts(p.m, index, p.now.mode);
    Muted<Sink> muted{sink, acts};
    if (!p.recording && acts) {
      if (!evaluate_force(p.m, index, p.now, p.w)) return false;
      evaluate_force_partials(p.m, index, p.now, p.w);
    }
    const ForceTapes& tapes = p.w.impl().forces[i];
    for (const ForceElement& e : p.m.forces[i].elements) {
      const double force = e.sign * tapes.outputs[e.output];
      emit_force_shape(p, e.function, force, muted);
      emit_input(p, e.function, force, muted);
      emit_partials(p, p.m.forces[i], e, tapes.more, muted);
    }
    if (p.m.forces[i].state >= 0) emit_state(p, p.m.forces[i], tapes.more, sink);
  }
  return true;
}

// Q = -T grad(f), T = k (f - f0) + c df/dt; losses c (df/dt)^2.
template <class Sink>
void emit_spring(const JacobianPoint& p, const SpringElement& s, Sink& sink) {
  const Layout& l = p.l();
  if (s.square) emit_force_shape(p, *s.square, -s.stiffness, sink);
  const double stiffness = s.square ? 0 : s.stiffness;
  const PairFunction& f = s.function;
  Local g;
  LocalHessian h{};
  gradient(f, p.at(), g);
  hessian(f, p.at(), h);
  const Local hv = curvature(f, h, local_velocity(f, p.at()));
  const double speed = rate(f, p.at());
  emit_force_shape(p, f, -line_tension(s, p.at()), sink);
  for (int j = 0; j < f.locals(); ++j) {
    if (!f.uses(j)) continue;
    const double slope = stiffness * g[j] + s.damping * hv[j];
    for (int i = 0; i < f.locals(); ++i) {
      if (!f.uses(i)) continue;
      by_place(p, l.v + f.column(i), f.column(j), g[i] * slope, sink);
      if (s.damping != 0) sink(l.v + f.column(i), l.v + f.column(j), g[i] * s.damping * g[j]);
    }
    if (s.damping == 0) continue;
    by_place(p, l.damping, f.column(j), -2 * s.damping * speed * hv[j], sink);
    sink(l.damping, l.v + f.column(j), -2 * s.damping * speed * g[j]);
  }
}

// Constraints, forces, springs.
template <class Sink>
bool emit_connections(const JacobianPoint& p, Sink& sink) {
  for (std::size_t k = 0; k < p.m.rows.size(); ++k) {
    if (p.m.rows[k].tree && !p.all_rows) continue;
    const int row = static_cast<int>(k);
    const bool acts = p.recording || row_acts(p.now.mode, k);
    Muted<Sink> muted{sink, acts};
    emit_row(p, row, muted);
    for (int i = 0; i < p.m.rows[k].term_count; ++i)
      emit_curvature(p, row, p.m.rows[k].terms[i], muted);
    if (can_idle(p.m, row)) emit_idle(p, row, acts, sink);
  }
  if (!emit_forces(p, sink)) return false;
  for (std::size_t i = 0; i < p.m.springs.size(); ++i) {
    const ir::Part part{ir::Sort::spring, static_cast<std::int32_t>(i)};
    Muted<Sink> muted{sink, p.recording || part_acts(p.now.mode, part)};
    emit_spring(p, p.m.springs[i], muted);
  }
  return true;
}

}  // namespace mbs::emission
