#include "runtime/forward/rate_solver.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <optional>
#include <vector>

#include "runtime/coordinates/rates.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/equations/kkt.hpp"
#include "runtime/equations/residual.hpp"
#include "runtime/equations/rigid.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/forward/forward_rates.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

constexpr double singular = 1e-13;  // reciprocal condition
constexpr int dense_limit = 60;     // constraints; beyond it sparse elimination is faster

bool is_regular(const Model& m) {
  const bool friction_in_joints = m.layout.touching < m.layout.in_joints;
  return m.layout.constraints <= dense_limit && !m.forces_see_rates && !friction_in_joints &&
         m.sharing_rows.empty();
}

// Masses by column of v, with a stand-in of the usual size where there is none.
Vector typical_masses(const Model& m) {
  const std::vector<double> mass = mass_diagonal(m);
  double sum = 0;
  for (const MassEntry& entry : m.masses) sum += entry.mass;
  const double usual = sum > 0 ? sum / m.layout.bodies : 1;
  Vector typical = Vector::Map(mass.data(), static_cast<Eigen::Index>(mass.size()));
  for (Eigen::Index i = 0; i < typical.size(); ++i)
    if (!(typical[i] > 0))
      typical[i] = m.layout.turns(static_cast<int>(i)) ? usual * m.size * m.size : usual;
  return typical;
}

}  // namespace

// M v' + G^T p = Q, G v' = c. As bodies may lack inertia where joints hold them, M is replaced by
// A = M + G^T D G, and Q by Q + G^T D c; D is diagonal, of the size of masses. With A = L L^T and
// B = G L^-T the multipliers solve B B^T p = B f - c, f = L^-1 (Q + G^T D c).
struct RateSolver::Impl {
  const Model& model;
  bool regular;
  std::vector<double> yp;
  Vector mass, typical;
  Matrix g, b;
  Vector force, c, d, f, p, v;
  Eigen::LLT<Matrix> inertia, square;
  std::optional<TreeRates> tree;
  std::optional<ForwardRates> forward;
  bool by_joints = false;  // `forward` suits

  explicit Impl(const Model& m)
      : model(m), regular(is_regular(m)), yp(m.layout.size), typical(typical_masses(m)) {
    const std::vector<double> diagonal = mass_diagonal(m);
    mass = Vector::Map(diagonal.data(), typical.size());
    g.resize(m.layout.constraints, typical.size());
    c.resize(m.layout.constraints);
    if (TreeRates::suit(m)) tree.emplace(m);
    by_joints = ForwardRates::suit(m);
  }
  bool fill(double t, const double* y, const Mode& mode, Workspace& w);
  bool solve();
  bool by_explicit(const Instant& now, Workspace& w);
  bool in_absolute_coordinates(double t, const double* y, const Mode& mode, Workspace& w);
};

// Forces are what the equations of motion lack where accelerations and multipliers are zero.
bool RateSolver::Impl::fill(double t, const double* y, const Mode& mode, Workspace& w) {
  const Layout& at = model.layout;
  std::vector<double>& r = w.impl().residual;
  std::fill_n(yp.begin() + at.v, mass.size(), 0.0);
  std::fill_n(yp.begin() + at.lam, at.constraints, 0.0);
  if (!residual(model, {t, y, yp.data(), &mode}, r.data(), w)) return false;
  if (!evaluate_drives(model, t, &mode, DriveOrder::acceleration, w)) return false;
  force = -Vector::Map(r.data() + at.v, mass.size());
  g.setZero();
  for (int k = 0; k < at.constraints; ++k) {
    const ConstraintRow& row = model.rows[k];
    for (int i = row.first_entry; i < row.first_entry + row.entry_count; ++i)
      g(k, model.entries[i].column) += w.impl().g[i];
    c[k] = drive_value(model, row, w.impl(), 2) - row_acceleration_bias(row, w.impl().at);
  }
  return true;
}

bool RateSolver::Impl::solve() {
  if (mass.size() == 0) return false;
  d = (g.cwiseAbs2() * typical.cwiseInverse()).cwiseInverse();
  if (!d.allFinite()) return false;
  b = g.transpose() * d.asDiagonal();
  Matrix a = b * g;
  a.diagonal() += mass;
  inertia.compute(a);
  if (inertia.info() != Eigen::Success) return false;
  f = inertia.matrixL().solve(force + b * c);
  p.setZero(c.size());
  if (c.size() > 0) {  // nothing is solved for an empty matrix
    b = inertia.matrixL().solve(g.transpose()).transpose();
    square.compute(b * b.transpose());
    if (square.info() != Eigen::Success || square.rcond() < singular) return false;
    for (int i = 0; i < 2; ++i) p += square.solve(b * (f - b.transpose() * p) - c);  // refined once
    f -= b.transpose() * p;
  }
  v = inertia.matrixU().solve(f);
  return p.allFinite() && v.allFinite();
}

// Is made where it is asked for first: most runs ask for no rates.
bool RateSolver::Impl::by_explicit(const Instant& now, Workspace& w) {
  if (!by_joints || any_pressed(*now.mode)) return false;
  if (!forward || forward->workspace() != &w) forward.emplace(model, w);
  return forward->solve(now, yp.data());
}

bool RateSolver::Impl::in_absolute_coordinates(double t, const double* y, const Mode& mode,
                                               Workspace& w) {
  const Layout& at = model.layout;
  if (!fill(t, y, mode, w) || !solve()) return false;
  Vector::Map(yp.data() + at.v, v.size()) = v;
  Vector::Map(yp.data() + at.lam, at.constraints) = p;
  return true;
}

RateSolver::RateSolver(const Model& model) : impl_(std::make_unique<Impl>(model)) {}
RateSolver::~RateSolver() = default;
RateSolver::RateSolver(RateSolver&&) noexcept = default;

const double* RateSolver::rates(const Instant& now, Workspace& w) {
  Impl& s = *impl_;
  const Layout& at = s.model.layout;
  std::copy_n(now.yp, at.size, s.yp.begin());
  bool solved = false;
  if (!any_holds(*now.mode) && !s.model.switches) {
    solved = s.by_explicit(now, w) || (s.tree && s.tree->solve(now, s.yp.data(), w));
    if (!solved && s.regular) solved = s.in_absolute_coordinates(now.t, now.y, *now.mode, w);
  }
  if (!solved) solved = make_consistent(s.model, now, s.yp.data(), w);
  w.failure.reset();
  return solved ? s.yp.data() : now.yp;
}

}  // namespace mbs
