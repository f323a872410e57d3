#include "runtime/singular.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "runtime/kkt.hpp"
#include "runtime/model_impl.hpp"

namespace mbs {

namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

constexpr std::size_t most_rows = 400;
constexpr double singular = 1e-6;  // independence, below it the mechanism is said to be singular
// Towards such a configuration speeds grow without bound, and a run fails somewhat before it, with
// most of the independence lost that it began with.
constexpr double nearly_singular = 2e-2, share_left = 0.1;

std::string name_of(const Model& m, const Row& row) {
  return row.joint >= 0 ? m.scenario->joints[row.joint].name : m.scenario->drives[row.drive].name;
}

Span origin_of(const Model& m, const Row& row) {
  return row.joint >= 0 ? m.scenario->joints[row.joint].origin
                        : m.scenario->drives[row.drive].origin;
}

// Unit gradients as columns, in the order of the rows.
Matrix unit_gradients(const Model& m, const double* y, Workspace& w) {
  place(m, y, w.impl().at);
  fill_constraint_jacobian(m, w.impl().at, w.impl().g.data());
  const std::vector<SparseRow> rows = constraint_rows(m, w.impl().g, false);
  Matrix out = Matrix::Zero(3 * m.layout.bodies, static_cast<Eigen::Index>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    for (std::size_t i = 0; i < rows[k].columns.size(); ++i) {
      const int c = rows[k].columns[i];
      out(c, column) += rows[k].values[i] * (c % 3 == 2 ? 1 : m.size);
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

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t enough = 8;
  const std::size_t shown = names.size() > enough + 1 ? enough : names.size();
  std::string text;
  for (std::size_t i = 0; i < shown; ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return shown == names.size() ? text : fmt::format("{} and {} more", text, names.size() - shown);
}

}  // namespace

namespace {

// Its place and its independence; -1: nothing to examine.
std::pair<Eigen::Index, double> weakest_of(const Matrix& gradients) {
  Matrix basis(gradients.rows(), gradients.cols());
  Eigen::Index rank = 0, weak = -1;
  double least = 1;
  for (Eigen::Index k = 0; k < gradients.cols(); ++k) {
    Vector left = gradients.col(k);
    for (int twice = 0; twice < 2; ++twice)
      left -= basis.leftCols(rank) * (basis.leftCols(rank).transpose() * left);
    const double length = left.norm();
    if (length < least) least = length, weak = k;
    if (length > singular) basis.col(rank++) = left / length;
  }
  return {weak, least};
}

double independence(const Model& m, const double* y, Workspace& w) {
  if (m.rows.empty() || m.rows.size() > most_rows) return 1;
  return weakest_of(unit_gradients(m, y, w)).second;
}

}  // namespace

WeakestConstraint weakest_constraint(const Model& m, const double* y, Workspace& w) {
  WeakestConstraint found;
  if (m.rows.empty() || m.rows.size() > most_rows) return found;
  const Matrix gradients = unit_gradients(m, y, w);
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
    const double x = i % 3 == 2 ? mass[i] / (m.size * m.size) : mass[i];
    if (!(x > 0)) continue;
    if (s.largest < 0 || x > most) most = x, s.largest = static_cast<int>(i);
    if (s.smallest < 0 || x < least) least = x, s.smallest = static_cast<int>(i);
  }
  if (s.largest >= 0) s.ratio = most / least;
  return s;
}

std::string mass_text(const Model& m, const std::vector<double>& mass, int column) {
  return fmt::format("`{}` has {:.4g} {}", m.scenario->bodies[column / 3 + 1].name, mass[column],
                     column % 3 == 2 ? "kg*m^2" : "kg");
}

// Masses so far apart that rounding leaves nothing of the small ones.
bool blame_masses(const Model& m, Failure& f) {
  constexpr double too_far = 1e9;
  const std::vector<double> mass = mass_diagonal(m);
  const Spread s = spread_of(m, mass);
  if (!(s.ratio > too_far)) return false;
  f.message += ": the masses are too far apart";
  f.origin = m.scenario->bodies[s.largest / 3 + 1].origin;
  f.notes.push_back(fmt::format("{}, {}: beside the one, rounding leaves too little of the other",
                                mass_text(m, mass, s.largest), mass_text(m, mass, s.smallest)));
  f.hint = "check the units; what is to stand still is put on `ground`";
  return true;
}

}  // namespace

// ---- across a change point -------------------------------------------------------

namespace {

// Independence below which a run that failed may have come to a change point.
constexpr double next_to = 0.05;
// Where the motion is taken up before the point and left behind it: farther off the polynomial is
// worse, closer the constraints are. The first that keeps the balance is taken, else the best.
constexpr std::array<double, 6> distances = {6e-2, 3e-2, 1.5e-2, 6e-3, 2e-3, 6e-4};
constexpr int most_nodes = 4;  // of the polynomial, each with its slopes
// Of the largest speed: what has to be corrected by more than this is another motion.
constexpr double off_course = 1e-3;
constexpr double worst_balance = 50;  // tolerances, of the energy that takes part

struct Node {
  double t = 0;
  std::vector<double> y, yp;
};

// The polynomial through values and slopes of all nodes, by divided differences, at t.
std::vector<double> carry(const std::vector<Node>& nodes, double t) {
  const std::size_t n = 2 * nodes.size();
  std::vector<double> out(nodes[0].y.size()), difference(n);
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::size_t k = 0; k < n; ++k) difference[k] = nodes[k / 2].y[i];
    for (std::size_t order = 1; order < n; ++order)
      for (std::size_t k = n - 1; k >= order; --k) {
        const Node &last = nodes[k / 2], &first = nodes[(k - order) / 2];
        difference[k] =
            &last == &first ? last.yp[i] : (difference[k] - difference[k - 1]) / (last.t - first.t);
      }
    double value = difference[n - 1];
    for (std::size_t k = n - 1; k-- > 0;) value = value * (t - nodes[k / 2].t) + difference[k];
    out[i] = value;
  }
  return out;
}

double imbalance(const Energies& e) {
  return e.kinetic + e.potential + e.contact + e.damping - e.input;
}

class Crossing {
 public:
  Crossing(const Model& model, const Run& run, const Mode& mode, Workspace& workspace)
      : m_(model), run_(run), mode_(mode), w_(workspace) {
    first_ = run.size() - 1;  // of the samples since the last event
    while (first_ > 0 && run.t[first_ - 1] < run.t[first_]) --first_;
  }

  // From where the independence was `distance` last, as far again beyond the point.
  std::optional<FarSide> from(double distance, double t_end) {
    const std::size_t near = last_beyond(distance);
    if (near <= first_) return {};
    const double here = far_from(near), before = far_from(near - 1);
    const double slope = (before - here) / (run_.t[near] - run_.t[near - 1]);
    if (!(slope > 0)) return {};
    const double gap = 2 * here / slope, t = std::min(run_.t[near] + gap, t_end);
    if (!(t > run_.t.back()) || !collect(near, gap)) return {};
    FarSide far{t, carry(nodes_, t), {}};
    if (!settle(far) || (t < t_end && far_from_point(far.y) < 0.3 * here)) return {};
    return far;
  }

  double balance_error(const FarSide& far) {
    const Energies a = energies(m_, nodes_.back().t, nodes_.back().y.data(), w_);
    const Energies b = energies(m_, far.t, far.y.data(), w_);
    const double size = std::max({a.kinetic, b.kinetic, std::abs(a.potential - b.potential)});
    return size > 0 ? std::abs(imbalance(b) - imbalance(a)) / size : 0;
  }

 private:
  // The last sample that is farther from the point; `first_` if there is none.
  std::size_t last_beyond(double distance) {
    std::size_t close = run_.size() - 1, back = 1;
    while (close - first_ > back && far_from(close - back) < distance) close -= back, back *= 2;
    std::size_t beyond = close - first_ > back ? close - back : first_;
    while (close - beyond > 1) {
      const std::size_t middle = (close + beyond) / 2;
      (far_from(middle) < distance ? close : beyond) = middle;
    }
    return beyond;
  }

  double far_from_point(const std::vector<double>& y) { return independence(m_, y.data(), w_); }
  double far_from(std::size_t sample) { return independence(m_, run_.y_at(sample).data(), w_); }

  // Nodes up to the sample `near`, no closer to each other than `gap`, in the order of time.
  bool collect(std::size_t near, double gap) {
    nodes_.clear();
    for (std::size_t i = near + 1; i-- > first_ && nodes_.size() < most_nodes;) {
      if (!nodes_.empty() && run_.t[i] > nodes_.back().t - gap) continue;
      const auto y = run_.y_at(i);
      Node node{run_.t[i], {y.begin(), y.end()}, std::vector<double>(y.size())};
      if (!make_consistent(m_, node.t, node.y.data(), mode_, node.yp.data(), w_)) break;
      nodes_.push_back(std::move(node));
    }
    w_.failure.reset();
    std::reverse(nodes_.begin(), nodes_.end());
    return nodes_.size() > 1;
  }

  // Back onto the constraints, by next to nothing if it is the same motion.
  bool settle(FarSide& far) {
    const Layout& at = m_.layout;
    const std::vector<double> carried = far.y;
    project(m_, far.t, far.y.data(), w_);
    double speed = 0, change = 0;
    for (int i = at.v; i < at.v + 3 * at.bodies; ++i) {
      const double size = (i - at.v) % 3 == 2 ? m_.size : 1;
      speed = std::max(speed, size * std::abs(carried[i]));
      change = std::max(change, size * std::abs(far.y[i] - carried[i]));
    }
    const bool finite =
        std::all_of(far.y.begin(), far.y.end(), [](double v) { return std::isfinite(v); });
    w_.failure.reset();
    return finite && change <= off_course * speed &&
           position_drift(m_, far.t, far.y.data(), w_) <= 1e-12 * m_.size;
  }

  const Model& m_;
  const Run& run_;
  const Mode& mode_;
  Workspace& w_;
  std::size_t first_ = 0;
  std::vector<Node> nodes_;
};

}  // namespace

std::optional<FarSide> across_change_point(const Model& m, const Run& run, const Mode& mode,
                                           double t_end, Workspace& w) {
  if (run.size() < 3 || !run.samples.whole()) return {};
  const double* last = run.y_at(run.size() - 1).data();
  if (!(independence(m, last, w) < next_to)) return {};
  const std::string parts = listed(weakest_constraint(m, last, w).parts);
  Crossing crossing(m, run, mode, w);
  std::optional<FarSide> best;
  double least = worst_balance * run.tol;
  for (const double distance : distances) {
    std::optional<FarSide> far = crossing.from(distance, t_end);
    if (!far) continue;
    const double error = crossing.balance_error(*far);
    if (!(error < least)) continue;
    least = error;
    best = std::move(far);
    if (error < run.tol) break;
  }
  if (best) best->parts = parts;
  return best;
}

Failure undetermined(const Model& m, double t, const double* y, Workspace& w) {
  Failure f;
  f.code = Code::E0701;
  f.message = fmt::format("the accelerations are not determined at t = {:.6g} s", t);
  const WeakestConstraint weak = weakest_constraint(m, y, w);
  if (weak.independence > singular) {
    if (blame_masses(m, f)) return f;
    for (const Row& row : m.rows)
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

void explain_singular(const Model& m, const double* start, const double* y, Failure& failure,
                      Workspace& w) {
  const WeakestConstraint weak = weakest_constraint(m, y, w);
  if (weak.independence > nearly_singular ||
      weak.independence > share_left * weakest_constraint(m, start, w).independence)
    return;
  failure.notes.push_back(
      fmt::format("{} hardly hold independently of each other here: a dead point or change point",
                  listed(weak.parts)));
  failure.hint =
      "end the run before it, drive another body, or choose lengths that keep clear of it";
}

}  // namespace mbs
