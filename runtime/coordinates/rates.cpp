#include "runtime/coordinates/rates.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <span>
#include <vector>

#include "runtime/coordinates/motion.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/equations/kkt.hpp"
#include "runtime/equations/residual.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

namespace {

constexpr int largest = 200;        // unknowns; beyond it sparse elimination is faster
constexpr double singular = 1e-12;  // smallest pivot of the scaled matrix against the largest

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

}  // namespace

struct TreeRates::Impl {
  const Model& model;
  const Tree& tree;
  const Layout& at;
  int coordinates, first;  // number of their speeds, and where these begin
  std::vector<int> rows;   // of the model, of loops and drives
  std::vector<double> masses;
  TreeState state;
  std::vector<double> reduced, rates, y, yp, r, contracted;
  Matrix matrix;
  Vector right, scale, solution, missing, correction;
  Eigen::PartialPivLU<Matrix> lu;

  explicit Impl(const Model& m)
      : model(m),
        tree(m.tree),
        at(m.layout),
        coordinates(m.tree.speeds),
        first(m.tree.coordinates),
        masses(mass_diagonal(m)),
        state(m),
        reduced(m.tree.size),
        rates(m.tree.size),
        y(m.layout.size),
        yp(m.layout.size),
        r(m.layout.size),
        contracted(m.tree.size) {
    for (int k = 0; k < at.constraints; ++k)
      if (!m.rows[k].tree || m.rows[k].drive >= 0) rows.push_back(k);
    const Eigen::Index size = coordinates + static_cast<Eigen::Index>(rows.size());
    matrix.resize(size, size);
    right.resize(size);
    scale.resize(size);
  }
  // d(speed of a column of v)/du: coordinate and value.
  template <class Visit>
  void for_each_part(int column, Visit visit) const {
    const auto& [start, spreads] = tree.rows;  // of the equation of motion: B alone
    for (int i = start[at.v + column]; i < start[at.v + column + 1]; ++i)
      visit(spreads[i].target - first, state.coefficients[spreads[i].coefficient]);
  }
  bool evaluate(double t, const Mode& mode, Workspace& w);
  void add_inertia();
  void add_row(Eigen::Index to, const ConstraintRow& row, Workspace::Impl& w);
  bool solve_scaled();
};

// What acts where the coordinates' own accelerations and all multipliers are zero.
bool TreeRates::Impl::evaluate(double t, const Mode& mode, Workspace& w) {
  std::fill_n(rates.begin() + first, coordinates, 0.0);
  for (std::size_t i = 0; i < tree.others.size() && tree.others[i] < at.s; ++i)
    rates[tree.motion() + i] = 0;
  expand_motion(model, reduced.data(), rates.data(), y.data(), yp.data(), state);
  place_bodies(model, y.data(), state, w.impl().at);
  if (!evaluate_drives(model, t, &mode, DriveOrder::acceleration, w)) return false;
  if (!residual_of_loops(model, {t, y.data(), yp.data(), &mode}, r.data(), w)) return false;
  contract(model, {r.data(), corrections_of(model, r.data(), w)}, reduced.data(), rates.data(),
           contracted.data(), state);
  spread_coefficients(model, reduced.data(), rates.data(), state);
  return true;
}

void TreeRates::Impl::add_inertia() {
  for (std::size_t column = 0; column < masses.size(); ++column)
    for_each_part(static_cast<int>(column), [&](int i, double a) {
      for_each_part(static_cast<int>(column),
                    [&](int k, double b) { matrix(i, k) += masses[column] * a * b; });
    });
}

void TreeRates::Impl::add_row(Eigen::Index to, const ConstraintRow& row, Workspace::Impl& w) {
  fill_row(row, w.at, w.g.data() + row.first_entry);
  right[to] = drive_value(model, row, w, 2) - row_acceleration_bias(row, w.at);
  for (int i = row.first_entry; i < row.first_entry + row.entry_count; ++i) {
    const int column = model.entries[i].column;
    right[to] -= w.g[i] * yp[at.v + column];
    for_each_part(column, [&](int k, double b) {
      matrix(to, k) += w.g[i] * b;
      matrix(k, to) += w.g[i] * b;
    });
  }
}

// Scaled so that inertias become 1 and rows of G B unit vectors.
bool TreeRates::Impl::solve_scaled() {
  const Eigen::Index size = scale.size();
  for (Eigen::Index i = 0; i < size; ++i) {
    const bool own = i < coordinates || matrix(i, i) != 0;
    const double sum = own ? matrix(i, i)
                           : (matrix.row(i).head(coordinates).transpose().array() *
                              scale.head(coordinates).array())
                                 .matrix()
                                 .squaredNorm();
    if (!(sum > 0)) return false;
    scale[i] = 1 / std::sqrt(sum);
  }
  matrix.array().colwise() *= scale.array();
  matrix.array().rowwise() *= scale.transpose().array();
  right.array() *= scale.array();
  lu.compute(matrix);
  const auto pivots = lu.matrixLU().diagonal().array().abs();
  if (!(pivots.minCoeff() > singular * pivots.maxCoeff())) return false;
  solution = lu.solve(right);
  missing = right;
  missing.noalias() -= matrix * solution;
  correction = lu.solve(missing);
  solution += correction;  // refined once
  solution.array() *= scale.array();
  return solution.allFinite();
}

bool TreeRates::suit(const Model& model) {
  return model.tree.used() && model.tree.size <= largest && !model.switches;
}
TreeRates::TreeRates(const Model& model) : impl_(std::make_unique<Impl>(model)) {}
TreeRates::~TreeRates() = default;
TreeRates::TreeRates(TreeRates&&) noexcept = default;

bool TreeRates::solve(const Instant& now, double* yp, Workspace& w) {
  Impl& s = *impl_;
  const int d = s.coordinates;
  reduce(s.model, now.y, yp, s.reduced.data(), s.rates.data(), s.state);
  if (!s.evaluate(now.t, *now.mode, w)) return false;
  s.matrix.setZero();
  for (int i = 0; i < d; ++i) s.right[i] = -s.contracted[s.first + i];
  s.add_inertia();
  for (std::size_t k = 0; k < s.rows.size(); ++k) {
    const Eigen::Index to = d + static_cast<Eigen::Index>(k);
    if (row_acts(now.mode, s.rows[k]))
      s.add_row(to, s.model.rows[s.rows[k]], w.impl());
    else
      s.right[to] = 0, s.matrix(to, to) = 1;  // its multiplier is 0
  }
  if (!s.solve_scaled()) return false;
  std::copy_n(s.solution.data(), d, s.rates.begin() + s.first);
  expand_rates(s.model, s.reduced.data(), s.rates.data(), s.yp.data(), s.state);
  std::copy_n(s.yp.begin() + s.at.v, s.at.motions, yp + s.at.v);
  for (std::size_t k = 0; k < s.rows.size(); ++k)
    yp[s.at.lam + s.rows[k]] = s.solution[d + static_cast<Eigen::Index>(k)];
  return true;
}

bool TreeRates::make_consistent(const Instant& now, double* yp, Workspace& w) {
  const Layout& at = impl_->at;
  std::fill_n(yp, at.size, 0.0);
  motions_to_rates(impl_->model, now.y, yp);
  if (!solve(now, yp, w)) return false;
  std::vector<double>& r = w.impl().residual;
  if (!residual_of_loops(impl_->model, {now.t, now.y, yp, now.mode}, r.data(), w)) return false;
  for (int i = at.s; i < at.angle; ++i) yp[i] -= r[i];
  if (at.angles > 0) place(impl_->model, now.y, w.impl().at);
  for (int i = 0; i < at.angles; ++i)
    yp[at.angle + i] = rate(impl_->model.counted_angles[i], w.impl().at);
  return true;
}

}  // namespace mbs
