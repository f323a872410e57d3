#include "runtime/kkt.hpp"

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <Eigen/SparseLU>
#include <cmath>
#include <optional>

#include "runtime/forces.hpp"
#include "runtime/sticking.hpp"

namespace mbs {

namespace {

using Vector = Eigen::VectorXd;
using SparseMatrix = Eigen::SparseMatrix<double>;

constexpr int dense_limit = 160;        // unknowns; beyond it sparse elimination is faster
constexpr double singular = 1e-13;      // reciprocal condition of the scaled matrix
constexpr double softness = 1e-10;      // of the scaled matrix
constexpr double contradiction = 1e-7;  // relative residual of a system without solution

// Scales unknowns so that masses become 1 and rows of G unit vectors.
Vector scales_of(std::span<const double> masses, std::span<const SparseRow> rows) {
  Vector s(masses.size() + rows.size());
  for (std::size_t i = 0; i < masses.size(); ++i)
    s[i] = masses[i] > 0 ? 1 / std::sqrt(masses[i]) : 1;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    double sum = 0;
    for (std::size_t i = 0; i < rows[k].columns.size(); ++i) {
      const double g = rows[k].values[i] * s[rows[k].columns[i]];
      sum += g * g;
    }
    s[masses.size() + k] = sum > 0 ? 1 / std::sqrt(sum) : 1;
  }
  return s;
}

SparseMatrix matrix_of(std::span<const double> masses, std::span<const SparseRow> rows, int soft,
                       const Vector& s) {
  std::vector<Eigen::Triplet<double>> entries;
  const int n = static_cast<int>(masses.size());
  for (int i = 0; i < n; ++i)
    if (masses[i] > 0) entries.emplace_back(i, i, masses[i] * s[i] * s[i]);
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t i = 0; i < rows[k].columns.size(); ++i) {
      const int r = n + static_cast<int>(k), c = rows[k].columns[i];
      const double g = rows[k].values[i] * s[c] * s[r];
      entries.emplace_back(r, c, g);
      entries.emplace_back(c, r, g);
    }
  for (int i = static_cast<int>(s.size()) - soft; i < s.size(); ++i)
    entries.emplace_back(i, i, -softness);
  SparseMatrix a(s.size(), s.size());
  a.setFromTriplets(entries.begin(), entries.end());
  a.makeCompressed();
  return a;
}

}  // namespace

struct Kkt::Impl {
  Vector scales;
  SparseMatrix matrix;
  std::optional<Eigen::PartialPivLU<Eigen::MatrixXd>> dense;
  std::unique_ptr<Eigen::SparseLU<SparseMatrix>> sparse;
  std::optional<Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>> orthogonal;

  void factor() {
    if (matrix.rows() == 0) return;
    if (matrix.rows() <= dense_limit) {
      dense.emplace(Eigen::MatrixXd(matrix));
      if (dense->rcond() > singular) return;
      dense.reset();
    } else {
      sparse = std::make_unique<Eigen::SparseLU<SparseMatrix>>();
      sparse->compute(matrix);
      if (sparse->info() == Eigen::Success &&
          accurate(sparse->solve(matrix * Vector::Ones(matrix.rows()))))
        return;
      sparse.reset();
    }
    orthogonal.emplace();
    orthogonal->setThreshold(1e-10);
    orthogonal->compute(Eigen::MatrixXd(matrix));
  }
  static bool accurate(const Vector& ones) { return (ones.array() - 1).abs().maxCoeff() < 1e-4; }

  Vector solve(const Vector& b) const {
    if (dense) return dense->solve(b);
    if (sparse) return sparse->solve(b);
    return orthogonal->solve(b);
  }
};

Kkt::Kkt(std::span<const double> masses, std::span<const SparseRow> rows, int soft)
    : impl_(std::make_unique<Impl>()) {
  impl_->scales = scales_of(masses, rows);
  impl_->matrix = matrix_of(masses, rows, soft, impl_->scales);
  impl_->factor();
}
Kkt::~Kkt() = default;
Kkt::Kkt(Kkt&&) noexcept = default;

bool Kkt::solve(std::span<double> x, std::span<double> p) const {
  const Eigen::Index n = static_cast<Eigen::Index>(x.size()), total = impl_->matrix.rows();
  if (total == 0) return true;
  Vector b(total);
  for (Eigen::Index i = 0; i < total; ++i) b[i] = (i < n ? x[i] : p[i - n]) * impl_->scales[i];
  Vector u = impl_->solve(b);
  const Vector miss = b - impl_->matrix * u;
  u += impl_->solve(miss);  // one refinement
  const double error = (b - impl_->matrix * u).lpNorm<Eigen::Infinity>();
  const double scale = b.lpNorm<Eigen::Infinity>();
  for (Eigen::Index i = 0; i < total; ++i) (i < n ? x[i] : p[i - n]) = u[i] * impl_->scales[i];
  return u.allFinite() && error <= contradiction * scale;
}

std::vector<double> mass_diagonal(const Model& m) {
  std::vector<double> d;
  for (std::size_t b = 1; b < m.masses.size(); ++b)
    d.insert(d.end(), {m.masses[b].mass, m.masses[b].mass, m.masses[b].inertia});
  return d;
}

std::vector<SparseRow> constraint_rows(const Model& m, const std::vector<double>& g,
                                       bool positions) {
  std::vector<SparseRow> rows;
  for (const Row& row : m.rows) {
    if (positions && !row.position) continue;
    SparseRow out;
    for (int i = row.first_entry; i < row.first_entry + row.entry_count; ++i) {
      out.columns.push_back(m.entries[i].column);
      out.values.push_back(g[i]);
    }
    rows.push_back(std::move(out));
  }
  return rows;
}

SparseRow row_gradient(const Row& row, const Placement& at) {
  SparseRow out;
  Local g;
  for (int k = 0; k < row.term_count; ++k) {
    const Function& f = row.terms[k].function;
    gradient(f, at, g);
    for (int i = 0; i < 6; ++i) {
      if (!f.uses(i)) continue;
      out.columns.push_back(f.column(i));
      out.values.push_back(row.terms[k].factor * g[i]);
    }
  }
  return out;
}

namespace {

Failure singular_failure(const Model& m, double t) {
  Failure f;
  f.code = Code::E0701;
  f.message = "the accelerations are not determined at this configuration";
  f.notes.push_back("t = " + std::to_string(t) + " s");
  for (const Row& row : m.rows)
    if (row.drive >= 0) f.hint = "a drive may push against joints that block it here";
  return f;
}

// What one value of y' makes of the present one: largest change against largest value.
struct Change {
  double largest = 0, value = 0;
  void set(double& old, double now) {
    largest = std::max(largest, std::abs(now - old));
    value = std::max(value, std::abs(now));
    old = now;
  }
  double relative() const { return value > 0 ? largest / value : 0; }
};

// Accelerations and multipliers into y' for the forces that y' itself implies; how much they moved.
bool accelerations(const Model& m, double t, const double* y, const Mode& mode, const Kkt& kkt,
                   const std::vector<HoldRow>& holds, double* yp, double& change, Workspace& w) {
  const Layout& l = m.layout;
  std::vector<double>& r = w.impl().residual;
  if (!residual(m, t, y, yp, mode, r.data(), w)) return false;
  const std::vector<double> mass = mass_diagonal(m);
  std::vector<double> x(3 * l.bodies), p(l.constraints);
  const auto hold = [&](const HoldRow& row) -> double& {
    return yp[l.hold + m.contacts[row.contact].hold];
  };
  for (int i = 0; i < 3 * l.bodies; ++i) x[i] = mass[i] * yp[l.v + i] - r[l.v + i];
  for (int k = 0; k < l.constraints; ++k) {
    const Row& row = m.rows[k];
    for (int i = row.first_entry; i < row.first_entry + row.entry_count; ++i)
      x[m.entries[i].column] += w.impl().g[i] * yp[l.lam + k];
    p[k] = drive_value(m, row, w.impl(), 2) - row_acceleration_bias(row, w.impl().at);
  }
  for (const HoldRow& h : holds) {
    for (std::size_t k = 0; k < h.row.columns.size(); ++k)
      x[h.row.columns[k]] += h.row.values[k] * hold(h);
    p.push_back(-h.bias);
  }
  if (!kkt.solve(x, p)) {
    keep(w, singular_failure(m, t));
    return false;
  }
  Change moved;
  for (int i = 0; i < 3 * l.bodies; ++i) moved.set(yp[l.v + i], x[i]);
  for (int k = 0; k < l.constraints; ++k) moved.set(yp[l.lam + k], p[k]);
  for (std::size_t k = 0; k < holds.size(); ++k) moved.set(hold(holds[k]), p[l.constraints + k]);
  change = moved.relative();
  return true;
}

}  // namespace

bool make_consistent(const Model& m, double t, const double* y, const Mode& mode, double* yp,
                     Workspace& w) {
  const Layout& l = m.layout;
  std::fill_n(yp, l.size, 0.0);
  std::copy_n(y + l.v, 3 * l.bodies, yp + l.q);
  if (!evaluate_drives(m, t, &mode, true, w)) return false;
  place(m, y, w.impl().at);
  fill_constraint_jacobian(m, w.impl().at, w.impl().g.data());
  std::vector<SparseRow> rows = constraint_rows(m, w.impl().g, false);
  const std::vector<HoldRow> holds = hold_rows(m, y, mode, w);
  for (const HoldRow& h : holds) rows.push_back(h.row);
  const Kkt kkt(mass_diagonal(m), rows, static_cast<int>(holds.size()));
  // Forces that depend on accelerations or reactions are found by repetition.
  double change = 1;
  for (int i = 0; i < (m.forces_see_rates ? 100 : 1) && change > 1e-13; ++i) {
    if (!accelerations(m, t, y, mode, kkt, holds, yp, change, w)) return false;
  }
  if (!residual(m, t, y, yp, mode, w.impl().residual.data(), w)) return false;
  for (int i = l.s; i < l.size; ++i) yp[i] -= w.impl().residual[i];
  return true;
}

namespace {

double constraint_error(const Model& m, const Workspace::Impl& w, std::vector<double>& g) {
  double largest = 0;
  for (int k = 0; k < m.layout.positions; ++k) {
    const Row& row = m.rows[k];
    g[k] = drive_value(m, row, w, 0) - row_value(row, w.at);
    const bool angle = row.terms[0].function.kind == FunctionKind::angle;
    largest = std::max(largest, std::abs(g[k]) * (angle ? m.size : 1));
  }
  return largest;
}

}  // namespace

double project(const Model& m, double t, double* y, Workspace& w) {
  const Layout& l = m.layout;
  const std::vector<double> mass = mass_diagonal(m);
  if (!evaluate_drives(m, t, nullptr, false, w)) return 0;
  std::vector<double> g(l.positions);
  double before = 0;
  for (int i = 0; i < 4; ++i) {
    place(m, y, w.impl().at);
    const double error = constraint_error(m, w.impl(), g);
    if (i == 0) before = error;
    fill_constraint_jacobian(m, w.impl().at, w.impl().g.data());
    if (error <= 1e-16 * m.size) break;
    std::vector<double> dq(3 * l.bodies, 0.0);
    if (!Kkt(mass, constraint_rows(m, w.impl().g, true)).solve(dq, g)) break;
    for (int k = 0; k < 3 * l.bodies; ++k) y[l.q + k] += dq[k];
  }
  std::vector<double> v(3 * l.bodies), f(l.constraints);
  for (int i = 0; i < 3 * l.bodies; ++i) v[i] = mass[i] * y[l.v + i];
  for (int k = 0; k < l.constraints; ++k) f[k] = drive_value(m, m.rows[k], w.impl(), 1);
  if (Kkt(mass, constraint_rows(m, w.impl().g, false)).solve(v, f))
    std::copy(v.begin(), v.end(), y + l.v);
  return before;
}

double placed_drift(const Model& m, double t, Workspace& w) {
  double largest = 0;
  bool driven = false;
  for (int k = 0; k < m.layout.positions; ++k) {
    const Row& row = m.rows[k];
    if (row.tree) continue;  // holds by the choice of coordinates
    if (!driven && !(driven = evaluate_drives(m, t, nullptr, false, w))) return 0;
    const double error = row_value(row, w.impl().at) - drive_value(m, row, w.impl(), 0);
    const bool angle = row.terms[0].function.kind == FunctionKind::angle;
    largest = std::max(largest, std::abs(error) * (angle ? m.size : 1));
  }
  return largest;
}

double position_drift(const Model& m, double t, const double* y, Workspace& w) {
  if (!evaluate_drives(m, t, nullptr, false, w)) return 0;
  place(m, y, w.impl().at);
  return constraint_error(m, w.impl(), w.impl().residual);
}

}  // namespace mbs
