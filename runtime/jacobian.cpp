// dF/dy + cj dF/dy', exactly. One routine per part emits (row, column, value) in a fixed order; a
// recorder turns that order into a sparsity pattern once, a writer adds the values afterwards.
// Applied forces count through the coordinates and velocities of bodies; what they see of
// accelerations, reactions, springs, contacts and energies is left to the Newton iteration.
#include "runtime/jacobian.hpp"

#include <algorithm>
#include <utility>

#include "runtime/contact_forces.hpp"
#include "runtime/contact_jacobian.hpp"
#include "runtime/forces.hpp"

namespace mbs {

namespace {

struct Recorder {
  std::vector<std::pair<int, int>> writes;  // column, row
  void operator()(int row, int column, double) { writes.emplace_back(column, row); }
};

struct Writer {
  double* values;
  const std::int64_t* place;
  void operator()(int, int, double value) { values[*place++] += value; }
};

struct Point {
  const Model& m;
  double t, cj;
  const double *y, *yp;
  const Mode& mode;
  Workspace& w;
  bool recording;
  const Layout& l() const { return m.layout; }
  const Placement& at() const { return w.impl().at; }
};

template <class Sink>
void emit_bodies(const Point& p, Sink& sink) {
  const Layout& l = p.l();
  for (int b = 1; b <= l.bodies; ++b)
    for (int k = 0; k < 3; ++k) {
      const int c = column_of(b) + k;
      sink(l.q + c, l.q + c, p.cj);
      sink(l.q + c, l.v + c, -1);
      sink(l.v + c, l.v + c, p.cj * (k < 2 ? p.m.masses[b].mass : p.m.masses[b].inertia));
    }
  const int rates[] = {l.s,     l.s + l.contacts,    l.z,       l.z + l.states,
                       l.work,  l.work + l.contacts, l.impulse, l.impulse + l.contacts,
                       l.input, l.input + 1,         l.damping, l.damping + 1};
  for (std::size_t i = 0; i < std::size(rates); i += 2)
    for (int k = rates[i]; k < rates[i + 1]; ++k) sink(k, k, p.cj);
}

// G and its transpose.
template <class Sink>
void emit_row(const Point& p, int k, Sink& sink) {
  const Layout& l = p.l();
  const Row& row = p.m.rows[k];
  for (int i = row.first_entry; i < row.first_entry + row.entry_count; ++i) {
    const int c = p.m.entries[i].column;
    const double g = p.w.impl().g[i];
    sink(l.v + c, l.lam + k, p.cj * g);
    sink(l.lam + k, l.v + c, g);
    if (!row.position) continue;
    sink(l.q + c, l.mu + k, p.cj * g);
    sink(l.mu + k, l.q + c, g);
  }
  if (row.drive >= 0) sink(l.input, l.lam + k, p.cj * drive_value(p.m, row, p.w.impl(), 1));
}

Local local_velocity(const Placement& at, const Function& f) {
  const Pose &a = at.poses[f.a], &b = at.poses[f.b];
  return {a.vx, a.vy, a.spin, b.vx, b.vy, b.spin};
}

// H v of a function.
Local curvature(const Function& f, const LocalHessian& h, const Local& v) {
  Local out{};
  f.for_each_curved([&](int i, int j) { out[i] += h[i][j] * v[j]; });
  return out;
}

// d(G^T Lam')/dq, d(G^T Mu')/dq and d(G v)/dq of one term.
template <class Sink>
void emit_curvature(const Point& p, int k, const Term& term, Sink& sink) {
  const Layout& l = p.l();
  const Row& row = p.m.rows[k];
  const Function& f = term.function;
  if (f.curved == 0) return;
  LocalHessian h;
  hessian(f, p.at(), h);
  const double lambda = term.factor * p.yp[l.lam + k];
  const double mu = row.position ? term.factor * p.yp[l.mu + k] : 0;
  const Local hv = curvature(f, h, local_velocity(p.at(), f));
  f.for_each_curved([&](int i, int j) {
    sink(l.v + f.column(i), l.q + f.column(j), lambda * h[i][j]);
    if (row.position) sink(l.q + f.column(i), l.q + f.column(j), mu * h[i][j]);
  });
  for (int j = 0; j < 6; ++j)
    if (f.bends(j)) sink(l.lam + k, l.q + f.column(j), term.factor * hv[j]);
}

// A force F grad(f) with work rate F df/dt counted in `energy_row` as input: derivatives at fixed
// F.
template <class Sink>
void emit_force_shape(const Point& p, const Function& f, double force, Sink& sink) {
  const Layout& l = p.l();
  LocalHessian h{};
  hessian(f, p.at(), h);
  f.for_each_curved(
      [&](int i, int j) { sink(l.v + f.column(i), l.q + f.column(j), -force * h[i][j]); });
}

template <class Sink>
void emit_input(const Point& p, const Function& f, double force, Sink& sink) {
  const Layout& l = p.l();
  LocalHessian h{};
  Local g;
  hessian(f, p.at(), h);
  gradient(f, p.at(), g);
  const Local hv = curvature(f, h, local_velocity(p.at(), f));
  for (int j = 0; j < 6; ++j) {
    if (!f.uses(j)) continue;
    sink(l.input, l.q + f.column(j), -force * hv[j]);
    sink(l.input, l.v + f.column(j), -force * g[j]);
  }
}

// d(coordinate of a body's origin)/d(q or v): at most three columns.
struct OriginDerivative {
  int columns[3];
  double values[3];
  int count;
};
OriginDerivative origin_derivative(const Point& p, const ForcePartial& d) {
  const Layout& l = p.l();
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
void emit_partials(const Point& p, const ForceProgram& program, const ForceElement& e,
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
      for (int i = 0; i < 6; ++i)
        if (e.function.uses(i))
          sink(l.v + e.function.column(i), o.columns[n], -g[i] * slope * o.values[n]);
      sink(l.input, o.columns[n], -speed * slope * o.values[n]);
    }
  }
}

template <class Sink>
bool emit_forces(const Point& p, Sink& sink) {
  for (std::size_t i = 0; i < p.m.forces.size(); ++i) {
    const int index = static_cast<int>(i);
    if (!p.recording) {
      if (!evaluate_force(p.m, index, p.t, p.y, p.yp, p.mode, p.w)) return false;
      evaluate_force_partials(p.m, index, p.t, p.y, p.yp, p.mode, p.w);
    }
    const ForceTapes& tapes = p.w.impl().forces[i];
    for (const ForceElement& e : p.m.forces[i].elements) {
      const double force = e.sign * tapes.outputs[e.output];
      emit_force_shape(p, e.function, force, sink);
      emit_input(p, e.function, force, sink);
      emit_partials(p, p.m.forces[i], e, tapes.more, sink);
    }
  }
  return true;
}

// Q = -T grad(f), T = k (f - f0) + c df/dt; losses c (df/dt)^2.
template <class Sink>
void emit_spring(const Point& p, const SpringElement& s, Sink& sink) {
  const Layout& l = p.l();
  const Function& f = s.function;
  Local g;
  LocalHessian h{};
  gradient(f, p.at(), g);
  hessian(f, p.at(), h);
  const Local hv = curvature(f, h, local_velocity(p.at(), f));
  const double speed = rate(f, p.at());
  emit_force_shape(p, f, -spring_tension(s, p.at()), sink);
  for (int j = 0; j < 6; ++j) {
    if (!f.uses(j)) continue;
    const double slope = s.stiffness * g[j] + s.damping * hv[j];
    for (int i = 0; i < 6; ++i) {
      if (!f.uses(i)) continue;
      sink(l.v + f.column(i), l.q + f.column(j), g[i] * slope);
      if (s.damping != 0) sink(l.v + f.column(i), l.v + f.column(j), g[i] * s.damping * g[j]);
    }
    if (s.damping == 0) continue;
    sink(l.damping, l.q + f.column(j), -2 * s.damping * speed * hv[j]);
    sink(l.damping, l.v + f.column(j), -2 * s.damping * speed * g[j]);
  }
}

// The gap state's row: s' + gap rate = 0.
template <class Sink>
void emit_gap_state(const Point& p, int i, const ContactBlock& block, Sink& sink) {
  const ContactModel& c = p.m.contacts[i];
  const int row = p.l().s + i;
  for (int k = 0; k < 6; ++k) {
    const int body = k < 3 ? c.a : c.b;
    if (body == 0) continue;
    const int column = column_of(body) + k % 3;
    sink(row, p.l().q + column, block.gap_rate[k]);
    sink(row, p.l().v + column, block.normal_row[k]);
  }
}

template <class Sink>
void emit_contact_force(const Point& p, int i, const ContactBlock& block, Sink& sink) {
  const Layout& l = p.l();
  const ContactModel& c = p.m.contacts[i];
  for (std::size_t j = 0; j < block.columns.size(); ++j) {
    const ContactColumn& d = block.columns[j];
    const int column = contact_column(l, c, i, static_cast<int>(j));
    if (column < 0) continue;
    for (int k = 0; k < 6; ++k) {
      const int body = k < 3 ? c.a : c.b;
      if (body != 0) sink(l.v + column_of(body) + k % 3, column, -d.force[k]);
    }
    for (int k = 0; k < c.states; ++k) sink(l.z + c.first_state + k, column, -d.rates[k]);
    sink(l.work + i, column, -d.power);
    sink(l.impulse + i, column, -d.FN);
  }
}

// vt - creep H' = 0 and what H' does, or H' = 0.
template <class Sink>
void emit_hold(const Point& p, int i, const ContactBlock& block, const ContactForce& f,
               Sink& sink) {
  const Layout& l = p.l();
  const ContactModel& c = p.m.contacts[i];
  if (c.hold < 0) return;
  const int own = l.hold + c.hold;
  sink(own, own, p.cj * (f.holds ? -c.creep : 1));
  if (!f.holds && !p.recording) return;
  for (int k = 0; k < 6; ++k) {
    const int body = k < 3 ? c.a : c.b;
    if (body == 0) continue;
    const int column = column_of(body) + k % 3;
    sink(own, l.q + column, block.vt[k]);
    sink(own, l.v + column, block.tangent_row[k]);
    sink(l.v + column, own, p.cj * block.tangent_row[k]);
  }
  sink(l.work + i, own, -p.cj * f.geometry.vt);
}

template <class Sink>
bool emit_all_but_contacts(const Point& p, Sink& sink) {
  emit_bodies(p, sink);
  for (std::size_t k = 0; k < p.m.rows.size(); ++k) {
    emit_row(p, static_cast<int>(k), sink);
    for (int i = 0; i < p.m.rows[k].term_count; ++i)
      emit_curvature(p, static_cast<int>(k), p.m.rows[k].terms[i], sink);
  }
  if (!emit_forces(p, sink)) return false;
  for (const SpringElement& s : p.m.springs) emit_spring(p, s, sink);
  return true;
}

bool write_contact(const Point& p, int i, double* values) {
  const ContactModel& c = p.m.contacts[i];
  const ContactMode& mode = p.mode.contacts[i];
  ContactBlock& block = p.w.impl().block;
  ContactForce force;
  Writer hold{values, p.m.write_positions.data() + c.hold_write};
  if (!mode.armed) {
    emit_hold(p, i, block, force, hold);
    return true;
  }
  if (!contact_force(p.m, i, p.t, p.y, p.yp, mode, p.w, force)) return false;
  contact_block(p.m, i, p.t, p.y, mode, force, p.w, block);
  Writer gap{values, p.m.write_positions.data() + c.first_write};
  emit_gap_state(p, i, block, gap);
  emit_hold(p, i, block, force, hold);
  if (!force.acting) return true;
  Writer rest{values, p.m.write_positions.data() + c.force_write};
  emit_contact_force(p, i, block, rest);
  return true;
}

void compress(Model& m, const Recorder& recorder) {
  auto sorted = recorder.writes;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  m.pattern.column_starts.assign(m.layout.size + 1, 0);
  m.pattern.rows.clear();
  for (const auto& [column, row] : sorted) {
    ++m.pattern.column_starts[column + 1];
    m.pattern.rows.push_back(row);
  }
  for (int c = 0; c < m.layout.size; ++c)
    m.pattern.column_starts[c + 1] += m.pattern.column_starts[c];
  m.write_positions.clear();
  for (const auto& write : recorder.writes)
    m.write_positions.push_back(std::lower_bound(sorted.begin(), sorted.end(), write) -
                                sorted.begin());
}

}  // namespace

void build_jacobian_pattern(Model& m) {
  Workspace w(m);
  const std::vector<double> zero(m.layout.size, 0.0);
  place(m, zero.data(), w.impl().at);
  const Mode mode;
  const Point p{m, 0, 1, zero.data(), zero.data(), mode, w, true};
  Recorder recorder;
  emit_all_but_contacts(p, recorder);
  for (int i = 0; i < m.layout.contacts; ++i) {
    ContactModel& c = m.contacts[i];
    const ContactBlock block = empty_block(c.states);
    c.first_write = recorder.writes.size();
    emit_gap_state(p, i, block, recorder);
    c.force_write = recorder.writes.size();
    emit_contact_force(p, i, block, recorder);
    c.hold_write = recorder.writes.size();
    emit_hold(p, i, block, {}, recorder);
  }
  compress(m, recorder);
}

const SparsePattern& jacobian_pattern(const Model& m) {
  return m.pattern;
}

bool jacobian(const Model& m, double t, double cj, const double* y, const double* yp,
              const Mode& mode, double* values, Workspace& w) {
  std::fill_n(values, m.pattern.rows.size(), 0.0);
  place(m, y, w.impl().at);
  if (!evaluate_drives(m, t, &mode, false, w)) return false;
  fill_constraint_jacobian(m, w.impl().at, w.impl().g.data());
  const Point p{m, t, cj, y, yp, mode, w, false};
  Writer writer{values, m.write_positions.data()};
  if (!emit_all_but_contacts(p, writer)) return false;
  for (int i = 0; i < m.layout.contacts; ++i)
    if (!write_contact(p, i, values)) return false;
  return true;
}

}  // namespace mbs
