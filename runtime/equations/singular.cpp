#include "runtime/equations/singular.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "runtime/equations/kkt.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/model_impl.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

constexpr std::size_t most_rows = 400;
constexpr double singular = 1e-6;  // independence, below it the mechanism is said to be singular
// Towards such a configuration speeds grow without bound, and a run fails somewhat before it, with
// most of the independence lost that it began with.
constexpr double nearly_singular = 2e-2, share_left = 0.1;

std::string name_of(const Model& m, const ConstraintRow& row) {
  return row.joint >= 0 ? m.scenario->joints[row.joint].name : m.scenario->drives[row.drive].name;
}

Span origin_of(const Model& m, const ConstraintRow& row) {
  return row.joint >= 0 ? m.scenario->joints[row.joint].origin
                        : m.scenario->drives[row.drive].origin;
}

// Unit gradients as columns, in the order of the rows.
Matrix unit_gradients(const Model& m, const double* y, const Mode* mode, Workspace& w) {
  place(m, y, w.impl().at);
  fill_constraint_jacobian(m, w.impl().at, w.impl().g.data());
  const std::vector<SparseRow> rows = constraint_rows(m, w.impl().g, false, mode);
  Matrix out = Matrix::Zero(m.layout.motions, static_cast<Eigen::Index>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    for (std::size_t i = 0; i < rows[k].columns.size(); ++i) {
      const int c = rows[k].columns[i];
      out(c, column) += rows[k].values[i] * (m.layout.turns(c) ? 1 : m.size);
    }
    if (const double length = out.col(column).norm(); length > 0) out.col(column) /= length;
  }
  return out;
}

// Rows of which `weak` is a combination, by their shares in it, and `weak` itself.
std::vector<std::string> parts_of(const Model& m, const Matrix& gradients, Eigen::Index weak) {
  constexpr double least_share = 1e-3;
  Vector shares(weak);  // Eigen decomposes no empty matrix
  if (weak > 0) shares = gradients.leftCols(weak).colPivHouseholderQr().solve(gradients.col(weak));
  const double most = shares.size() > 0 ? shares.cwiseAbs().maxCoeff() : 0;
  std::vector<std::string> names;
  for (Eigen::Index k = 0; k <= weak; ++k) {
    if (k < weak && std::abs(shares[k]) < least_share * most) continue;
    const std::string name = "`" + name_of(m, m.rows[static_cast<std::size_t>(k)]) + "`";
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t enough = 8;
  const std::size_t shown = names.size() > enough + 1 ? enough : names.size();
  std::string text;
  for (std::size_t i = 0; i < shown; ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return shown == names.size() ? text : fmt::format("{} and {} more", text, names.size() - shown);
}

namespace {

// Its place and its independence; -1: nothing to examine.
std::pair<Eigen::Index, double> weakest_of(const Matrix& gradients) {
  Matrix basis(gradients.rows(), gradients.cols());
  Eigen::Index rank = 0, weak = -1;
  double least = 1;
  for (Eigen::Index k = 0; k < gradients.cols(); ++k) {
    Vector left = gradients.col(k);
    if (left.isZero(0)) continue;  // it does not act
    for (int twice = 0; twice < 2; ++twice)
      left -= basis.leftCols(rank) * (basis.leftCols(rank).transpose() * left);
    const double length = left.norm();
    if (length < least) least = length, weak = k;
    if (length > singular) basis.col(rank++) = left / length;
  }
  return {weak, least};
}

}  // namespace

double independence(const Model& m, const double* y, const Mode* mode, Workspace& w) {
  if (m.rows.empty() || m.rows.size() > most_rows) return 1;
  return weakest_of(unit_gradients(m, y, mode, w)).second;
}

WeakestConstraint weakest_constraint(const Model& m, const double* y, const Mode* mode,
                                     Workspace& w) {
  WeakestConstraint found;
  if (m.rows.empty() || m.rows.size() > most_rows) return found;
  const Matrix gradients = unit_gradients(m, y, mode, w);
  if (!gradients.allFinite()) return found;
  const auto [weak, least] = weakest_of(gradients);
  if (weak < 0) return found;
  found.independence = least;
  found.parts = parts_of(m, gradients, weak);
  found.origin = origin_of(m, m.rows[static_cast<std::size_t>(weak)]);
  return found;
}

namespace {

// The largest and the smallest of the masses that move, inertias by the model's size.
struct Spread {
  int largest = -1, smallest = -1;  // columns of q
  double ratio = 1;
};

Spread spread_of(const Model& m, const std::vector<double>& mass) {
  Spread s;
  double most = 0, least = 0;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    const double x = m.layout.turns(static_cast<int>(i)) ? mass[i] / (m.size * m.size) : mass[i];
    if (!(x > 0)) continue;
    if (s.largest < 0 || x > most) most = x, s.largest = static_cast<int>(i);
    if (s.smallest < 0 || x < least) least = x, s.smallest = static_cast<int>(i);
  }
  if (s.largest >= 0) s.ratio = most / least;
  return s;
}

std::string mass_text(const Model& m, const std::vector<double>& mass, int column) {
  return fmt::format("`{}` has {:.4g} {}", m.scenario->bodies[m.layout.body_of(column)].name,
                     mass[column], m.layout.turns(column) ? "kg*m^2" : "kg");
}

// Masses so far apart that rounding leaves nothing of the small ones.
bool blame_masses(const Model& m, Failure& f) {
  constexpr double too_far = 1e9;
  const std::vector<double> mass = mass_diagonal(m);
  const Spread s = spread_of(m, mass);
  if (!(s.ratio > too_far)) return false;
  f.message += ": the masses are too far apart";
  f.origin = m.scenario->bodies[m.layout.body_of(s.largest)].origin;
  f.notes.push_back(fmt::format("{}, {}: beside the one, rounding leaves too little of the other",
                                mass_text(m, mass, s.largest), mass_text(m, mass, s.smallest)));
  f.hint = "check the units; what is to stand still is put on `ground`";
  return true;
}

}  // namespace

Failure undetermined(const Model& m, const Instant& now, Workspace& w) {
  const double t = now.t;
  Failure f;
  f.code = Code::E0701;
  f.message = fmt::format("the accelerations are not determined at t = {:.6g} s", t);
  const WeakestConstraint weak = weakest_constraint(m, now.y, now.mode, w);
  if (weak.independence > singular) {
    if (blame_masses(m, f)) return f;
    for (const ConstraintRow& row : m.rows)
      if (row.drive >= 0) f.hint = "a drive may push against joints that block it here";
    return f;
  }
  f.origin = weak.origin;
  f.message += ": a singular configuration";
  f.notes.push_back(
      weak.parts.size() < 2
          ? fmt::format("{} holds nothing here", listed(weak.parts))
          : fmt::format("{} do not hold independently of each other here, in a change "
                        "point or dead point; there is more than one way to go on, or none",
                        listed(weak.parts)));
  f.hint =
      t > 0 ? "end the run before it, drive another body, or choose lengths that keep clear of it"
            : "begin at another angle, drive another body, or choose lengths that keep clear of it";
  return f;
}

void explain_singular(const Model& m, const double* start, const double* y, const Mode* mode,
                      Failure& failure, Workspace& w) {
  const WeakestConstraint weak = weakest_constraint(m, y, mode, w);
  if (weak.independence > nearly_singular ||
      weak.independence > share_left * weakest_constraint(m, start, mode, w).independence)
    return;
  failure.notes.push_back(
      fmt::format("{} hardly hold independently of each other here: a dead point or change point",
                  listed(weak.parts)));
  failure.hint =
      "end the run before it, drive another body, or choose lengths that keep clear of it";
}

}  // namespace mbs
