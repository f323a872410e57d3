#include "runtime/equations/shared_loads.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "runtime/equations/kkt.hpp"
#include "runtime/equations/singular.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/idle_rows.hpp"

namespace mbs {

namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

constexpr double rank_threshold = 1e-7;  // closure leaves 1e-10 of what loops hold together
constexpr double least_share = 1e-6;     // of a row in the largest: it takes part

// Lengths over the model's size, so that multipliers of torques count as forces at that distance.
// Where nine cosines hold a rotation, each direction has two of them.
double scale_of(const Model& m, const ConstraintRow& row) {
  const double twice = holds_rotation_found(row) ? std::numbers::sqrt2 : 1;
  return is_angle(row) ? m.size / twice : 1;
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

// Those of the joints that act, if some of them carry nothing.
std::vector<int> sharing_now(const Model& m, const Mode* mode) {
  std::vector<int> rows;
  bool all_carry = true;
  for (const int k : m.sharing_rows) {
    if (!part_acts(mode, m.rows[k].owner())) continue;
    rows.push_back(k);
    all_carry = all_carry && row_acts(mode, k);
  }
  return all_carry ? std::vector<int>{} : rows;
}

// The one of least length of all q with G q = right; rows that carry are independent, and are
// `carrying` in number: what loops are open by must not count.
Vector least_solution(const Matrix& G, Eigen::Index carrying, const Vector& right) {
  Eigen::CompleteOrthogonalDecomposition<Matrix> least(G.rows(), G.cols());
  least.setThreshold(rank_threshold);
  least.compute(G);
  if (least.rank() > carrying) {
    const Vector pivots = Eigen::ColPivHouseholderQR<Matrix>(G).matrixQR().diagonal().cwiseAbs();
    least.setThreshold(std::sqrt(pivots[carrying - 1] * pivots[carrying]) / least.maxPivot());
    least.compute(G);
  }
  return least.solve(right);
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

void share_loads(const Model& m, const Placement& at, const Mode* mode,
                 std::vector<double>& multipliers) {
  const std::vector<int> rows = sharing_now(m, mode);
  if (rows.empty()) return;
  const Matrix G = columns_of(m, at, rows);
  Vector p(G.cols());
  Eigen::Index carrying = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    p[static_cast<Eigen::Index>(i)] = multipliers[rows[i]] / scale_of(m, m.rows[rows[i]]);
    carrying += row_acts(mode, rows[i]);
  }
  const Vector q = least_solution(G, carrying, G * p);
  for (std::size_t i = 0; i < rows.size(); ++i)
    multipliers[rows[i]] = q[static_cast<Eigen::Index>(i)] * scale_of(m, m.rows[rows[i]]);
}

namespace {

// Whether joints that are switched hold anything together nobody knows before: they are named if
// they would at the start, all of them held.
std::set<int> sharing_joints(const Model& m) {
  const std::vector<int>& rows = m.sharing_rows;
  const bool known =
      std::ranges::none_of(rows, [&](const int k) { return bool{m.rows[k].switched}; });
  Vector free = Vector::Ones(static_cast<Eigen::Index>(rows.size()));
  if (!known) {
    Placement at = placement_of(m);
    place(m, m.assembly->y.data(), at);
    const Matrix G = columns_of(m, at, rows);
    Eigen::CompleteOrthogonalDecomposition<Matrix> held(G.rows(), G.cols());
    held.setThreshold(rank_threshold);
    held.compute(G);
    free -= (held.pseudoInverse() * G).diagonal();
  }
  std::set<int> joints;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (free[static_cast<Eigen::Index>(i)] > least_share * least_share)
      joints.insert(m.rows[rows[i]].joint);
  return joints;
}

}  // namespace

std::string joints_that_share(const Model& m) {
  if (m.sharing_rows.empty()) return {};
  const std::set<int> joints = sharing_joints(m);
  if (joints.empty()) return {};
  std::vector<std::string> names;
  for (const int j : joints) names.push_back("`" + m.scenario->joints[j].name + "`");
  return listed(names);
}

}  // namespace mbs
