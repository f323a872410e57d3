#include "runtime/equations/shared_loads.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <set>

#include "runtime/equations/kkt.hpp"
#include "runtime/equations/singular.hpp"
#include "runtime/joints/joints.hpp"

namespace mbs {

namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

constexpr double rank_threshold = 1e-7;  // closure leaves 1e-10 of what loops hold together
constexpr double least_share = 1e-6;     // of a row in the largest: it takes part

// Lengths over the model's size, so that multipliers of torques count as forces at that distance.
double scale_of(const Model& m, const ConstraintRow& row) {
  return is_angle(row) ? m.size : 1;
}

// The gradient of a row by motions, for a multiplier that is scaled.
Vector scaled_column(const Model& m, const Placement& at, const ConstraintRow& row) {
  Vector out = Vector::Zero(m.layout.motions);
  const SparseRow g = row_gradient(row, at);
  for (std::size_t i = 0; i < g.columns.size(); ++i) {
    const int motion = g.columns[i];
    out[motion] += scale_of(m, row) * g.values[i] / (m.layout.turns(motion) ? m.size : 1);
  }
  return out;
}

Matrix columns_of(const Model& m, const Placement& at, const std::vector<int>& rows) {
  Matrix out(m.layout.motions, static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.col(static_cast<Eigen::Index>(i)) = scaled_column(m, at, m.rows[rows[i]]);
  return out;
}

}  // namespace

void find_shared_loads(Model& m, const Placement& at, const std::vector<bool>& redundant) {
  std::vector<int> kept, idle;
  for (std::size_t k = 0; k < redundant.size(); ++k)
    if (m.rows[k].joint >= 0 && !m.rows[k].switched)
      (redundant[k] ? idle : kept).push_back(static_cast<int>(k));
  if (idle.empty()) return;
  const Matrix shares =
      columns_of(m, at, kept).colPivHouseholderQr().solve(columns_of(m, at, idle));
  const double most = shares.cwiseAbs().maxCoeff();
  std::set<int> sharing(m.sharing_rows.begin(), m.sharing_rows.end());
  sharing.insert(idle.begin(), idle.end());
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (shares.row(static_cast<Eigen::Index>(i)).cwiseAbs().maxCoeff() > least_share * most)
      sharing.insert(kept[i]);
  m.sharing_rows.assign(sharing.begin(), sharing.end());
}

void share_loads(const Model& m, const Placement& at, std::vector<double>& multipliers) {
  const std::vector<int>& rows = m.sharing_rows;
  if (rows.empty()) return;
  const Matrix G = columns_of(m, at, rows);
  Vector p(G.cols());
  for (std::size_t i = 0; i < rows.size(); ++i)
    p[static_cast<Eigen::Index>(i)] = multipliers[rows[i]] / scale_of(m, m.rows[rows[i]]);
  Eigen::CompleteOrthogonalDecomposition<Matrix> least(G.rows(), G.cols());
  least.setThreshold(rank_threshold);
  least.compute(G);
  const Vector q = least.solve(G * p);
  for (std::size_t i = 0; i < rows.size(); ++i)
    multipliers[rows[i]] = q[static_cast<Eigen::Index>(i)] * scale_of(m, m.rows[rows[i]]);
}

std::string joints_that_share(const Model& m) {
  if (m.sharing_rows.empty()) return {};
  std::set<int> joints;
  for (const int k : m.sharing_rows) joints.insert(m.rows[k].joint);
  std::vector<std::string> names;
  for (const int j : joints) names.push_back("`" + m.scenario->joints[j].name + "`");
  return listed(names);
}

}  // namespace mbs
