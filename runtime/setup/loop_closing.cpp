#include "runtime/setup/loop_closing.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "runtime/elements/driven_rotation.hpp"
#include "runtime/equations/kkt.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/joints/mirrored.hpp"
#include "runtime/setup/equation.hpp"

namespace mbs {

namespace {

constexpr std::size_t dense_limit = 250;  // equations; beyond it sparse elimination
constexpr double rank_threshold = 1e-9;
constexpr double longest_turn = 0.5;  // rad per step

double scaled_error(const AssemblyState& k, const Equation& e) {
  const double miss = miss_of(k, e);
  return e.angle ? miss : miss / k.model.size;
}

std::vector<double> errors(const AssemblyState& k, const std::vector<Equation>& equations) {
  std::vector<double> r;
  r.reserve(equations.size());
  for (const Equation& e : equations) r.push_back(scaled_error(k, e));
  return r;
}

// Infinite if one of them is no number.
double largest(const std::vector<double>& r) {
  double most = 0;
  for (double x : r) {
    if (std::isnan(x)) return std::numeric_limits<double>::infinity();
    most = std::max(most, std::abs(x));
  }
  return most;
}

double norm(const std::vector<double>& r) {
  double sum = 0;
  for (double x : r) sum += x * x;
  return std::sqrt(sum);
}

// Least-norm least-squares step, lengths in units of the model's size.
std::vector<double> dense_step(const AssemblyState& k, const std::vector<Equation>& equations,
                               const std::vector<double>& r) {
  const double size = k.model.size;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(equations.size()),
                                            static_cast<Eigen::Index>(k.v.size()));
  Eigen::VectorXd b(static_cast<Eigen::Index>(r.size()));
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    const SparseRow row = gradient_of(k, equations[i]);
    const double scale = equations[i].angle ? 1 : 1 / size;
    for (std::size_t n = 0; n < row.columns.size(); ++n)
      a(i, row.columns[n]) +=
          row.values[n] * scale * (k.model.layout.turns(row.columns[n]) ? 1 : size);
    b[i] = -r[i];
  }
  std::vector<double> step(k.v.size(), 0.0);
  if (a.size() == 0 || !a.allFinite() || !b.allFinite()) return step;
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(rank_threshold);
  solver.compute(a);
  const Eigen::VectorXd x = solver.solve(b);
  for (std::size_t i = 0; i < step.size(); ++i)
    step[i] =
        x[static_cast<Eigen::Index>(i)] * (k.model.layout.turns(static_cast<int>(i)) ? 1 : size);
  return step;
}

std::vector<double> sparse_step(const AssemblyState& k, const std::vector<Equation>& equations,
                                const std::vector<double>& r) {
  const double size = k.model.size;
  std::vector<double> metric(k.v.size()), step(k.v.size(), 0.0), right(r.size());
  for (std::size_t i = 0; i < metric.size(); ++i)
    metric[i] = k.model.layout.turns(static_cast<int>(i)) ? size * size : 1;
  std::vector<SparseRow> rows;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    rows.push_back(gradient_of(k, equations[i]));
    right[i] = -r[i] * (equations[i].angle ? 1 : size);
  }
  Kkt(metric, rows).solve(step, right);
  return step;
}

double turn_limit(const Layout& l, const std::vector<double>& step) {
  double turn = 0;
  for (std::size_t i = 0; i < step.size(); ++i)
    if (l.turns(static_cast<int>(i))) turn = std::max(turn, std::abs(step[i]));
  return turn > longest_turn ? longest_turn / turn : 1;
}

std::vector<double> moved(const Model& m, const std::vector<double>& q, std::vector<double> step,
                          double by) {
  std::vector<double> out = q;
  for (double& x : step) x *= by;
  move_places(m, step.data(), out.data());
  return out;
}

// One damped step; false if no step along the direction brings the equations nearer.
bool improve(AssemblyState& k, const std::vector<Equation>& equations, std::vector<double>& r) {
  const auto step =
      equations.size() <= dense_limit ? dense_step(k, equations, r) : sparse_step(k, equations, r);
  const std::vector<double> q = k.q;
  const double before = norm(r);
  for (double by = turn_limit(k.model.layout, step); by > 1e-4; by /= 2) {
    k.q = moved(k.model, q, step, by);
    set_placement(k, k.q, k.v);
    auto now = errors(k, equations);
    const double size = norm(now);
    if (std::isfinite(size) && size < before * (1 - 1e-3 * by)) {
      r = std::move(now);
      return true;
    }
  }
  k.q = q;
  set_placement(k, k.q, k.v);
  return false;
}

// A small generator of its own, so that assembling is the same everywhere.
struct Angles {
  std::uint64_t state = 0x9E3779B97F4A7C15u;
  double next() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state >> 11) / 9007199254740992.0 * 2 - 1;
  }
};

}  // namespace

void set_placement(AssemblyState& k, const std::vector<double>& q, const std::vector<double>& v) {
  const Layout& l = k.model.layout;
  for (int b = 1; l.spatial() && b <= l.bodies; ++b)
    k.at.bodies[b] = spatial_pose(q.data() + l.place_of(b), v.data() + l.motion_of(b));
  if (l.spatial()) return place_levers(k.model, k.at);
  for (std::size_t b = 1; b < k.at.poses.size(); ++b) {
    const double* x = q.data() + column_of(static_cast<int>(b));
    const double* u = v.data() + column_of(static_cast<int>(b));
    k.at.poses[b] = {x[0], x[1], x[2], std::cos(x[2]), std::sin(x[2]), u[0], u[1], u[2]};
  }
  for (std::size_t i = 0; i < k.at.arms.size(); ++i)
    k.at.arms[i] = arm_at(k.at.poses[k.model.points[i].body], k.model.points[i]);
}

double error_of(const AssemblyState& k, const Equation& e) {
  return std::abs(scaled_error(k, e));
}

double close(AssemblyState& k, const std::vector<Equation>& equations) {
  set_placement(k, k.q, k.v);
  auto r = errors(k, equations);
  int polish = 0;
  for (int i = 0; i < 200 && polish < 3; ++i) {
    if (largest(r) <= closed) ++polish;
    if (largest(r) == 0 || !improve(k, equations, r)) break;
  }
  return largest(r);
}

namespace {

constexpr double mirrored = 1e-3;  // stands for the error of a joint whose axes point the other way

// An initial rotation is rows of axes that are square to each other; so are those of a body that is
// turned by half a turn from there. So it is with one that is driven.
bool is_turned_over(const AssemblyState& k, const Equation& e) {
  const PairFunction& f = e.row.terms[0].function;
  if (is_led(e.row)) return led_error(k.model, e.row.drive, k.at) > std::numbers::pi / 3;
  if (e.source != Equation::Source::hold || f.kind != FunctionKind::space_dot) return false;
  const Matrix3 asked = k.at.bodies[f.a].R * e.on_first, is = k.at.bodies[f.b].R * e.on_second;
  return (asked.transpose() * is).trace() < 2;
}

// Rows of joints in space hold for axes that point against each other, too.
bool is_any_mirrored(const AssemblyState& k, const std::vector<Equation>& equations) {
  if (std::any_of(equations.begin(), equations.end(),
                  [&](const Equation& e) { return is_turned_over(k, e); }))
    return true;
  return std::ranges::any_of(k.model.scenario->joints, [&](const ir::Joint& joint) {
    return joint.activity.at_start && is_mirrored(k.model, k.at, joint);
  });
}

}  // namespace

double close_from_anywhere(AssemblyState& k, const std::vector<Equation>& equations) {
  const std::vector<double> start = k.q;
  const Layout& l = k.model.layout;
  const auto try_closing = [&] {
    const double error = close(k, equations);
    return is_any_mirrored(k, equations) ? std::max(error, mirrored) : error;
  };
  double best = try_closing();
  std::vector<double> nearest = k.q;
  Angles angles;
  for (int attempt = 0; attempt < 24 && best > closed; ++attempt) {
    k.q = start;
    const double spread = 0.1 + 0.12 * attempt;
    std::vector<double> turns(k.v.size(), 0.0);
    for (std::size_t i = 0; i < turns.size(); ++i)
      if (l.turns(static_cast<int>(i))) turns[i] = spread * angles.next();
    move_places(k.model, turns.data(), k.q.data());
    const double error = try_closing();
    if (error >= best) continue;
    best = error;
    nearest = k.q;
  }
  k.q = nearest;
  set_placement(k, k.q, k.v);
  return best;
}

namespace {

// Half the sum of squares with gradient and exact Hessian, lengths in units of the model's size.
struct Squares {
  double value = 0;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;
};

void add_curvature(const AssemblyState& k, const Equation& e, double factor, Eigen::MatrixXd& h) {
  const auto unit = [&](int column) { return k.model.layout.turns(column) ? 1 : k.model.size; };
  LocalHessian local;
  for (int n = 0; n < e.row.term_count; ++n) {
    const PairFunction& f = e.row.terms[n].function;
    hessian(f, k.at, local);
    for (int i = 0; i < f.locals(); ++i)
      for (int j = 0; j < f.locals(); ++j)
        if (f.curves(i, j)) {
          const int a = f.column(i), b = f.column(j);
          h(a, b) += factor * e.weight * e.row.terms[n].factor * local[i][j] * unit(a) * unit(b);
        }
  }
}

Squares squares(const AssemblyState& k, const std::vector<Equation>& equations) {
  const auto n = static_cast<Eigen::Index>(k.v.size());
  Squares s{0, Eigen::VectorXd::Zero(n), Eigen::MatrixXd::Zero(n, n)};
  for (const Equation& e : equations) {
    const double scale = e.angle ? 1 : 1 / k.model.size, miss = scaled_error(k, e);
    const auto g = scaled_gradient(k, e);
    const Eigen::VectorXd row = scale * Eigen::Map<const Eigen::VectorXd>(g.data(), n);
    s.value += miss * miss / 2;
    s.gradient += miss * row;
    s.hessian += row * row.transpose();
    add_curvature(k, e, miss * scale, s.hessian);
  }
  return s;
}

// A Newton step, shortened by `damping` on the diagonal; false if the matrix is not positive.
bool newton_step(const Model& m, const Squares& s, double damping, std::vector<double>& step) {
  Eigen::MatrixXd h = s.hessian;
  h.diagonal().array() += damping;
  const Eigen::LLT<Eigen::MatrixXd> factor(h);
  if (factor.info() != Eigen::Success) return false;
  const Eigen::VectorXd x = factor.solve(-s.gradient);
  for (std::size_t i = 0; i < step.size(); ++i)
    step[i] = x[static_cast<Eigen::Index>(i)] * (m.layout.turns(static_cast<int>(i)) ? 1 : m.size);
  return true;
}

}  // namespace

void relax(AssemblyState& k, const std::vector<Equation>& equations) {
  if (k.q.empty()) return;
  if (k.q.size() > 300) return;  // the compromise found so far must do for a message
  double damping = 1e-3;
  Squares now = squares(k, equations);
  std::vector<double> step(k.v.size());
  for (int i = 0; i < 400 && damping < 1e8 && now.gradient.norm() > 1e-14; ++i) {
    const std::vector<double> q = k.q;
    if (newton_step(k.model, now, damping, step)) {
      k.q = moved(k.model, q, step, turn_limit(k.model.layout, step));
      set_placement(k, k.q, k.v);
      Squares next = squares(k, equations);
      if (next.value < now.value) {
        now = std::move(next);
        damping /= 5;
        continue;
      }
      k.q = q;
      set_placement(k, k.q, k.v);
    }
    damping = std::max(4 * damping, 1e-12);
  }
}

}  // namespace mbs
