// What the states of contacts mean: equations for their impulses, and inequalities to be kept.
#include <cmath>

#include "runtime/impact/contact_problem.hpp"

namespace mbs::impact {

namespace {

constexpr double rounding = 1e-10;  // of the largest speed or impulse

// P_T over P_N of a contact that slides.
double slope(const Friction& f, State state) {
  if (f.kind == Friction::Kind::ratio) return f.ratio;
  return state == State::slides_forward ? -f.sliding : f.sliding;
}

bool sticks(const Problem& p, const std::vector<State>& states, int i) {
  return states[i] == State::sticks && p.friction[i].kind == Friction::Kind::coulomb;
}

// Columns give P = basis x: a contact that sticks has two unknowns, one that slides one. The rows
// of `wanted` are the speeds that are prescribed.
struct Equations {
  std::vector<int> wanted;
  std::vector<double> value;
  Eigen::MatrixXd basis;
};

Equations equations_of(const Problem& p, const std::vector<State>& states) {
  Equations e;
  e.basis = Eigen::MatrixXd::Zero(2 * p.size(), 2 * p.size());
  int used = 0;
  for (int i = 0; i < p.size(); ++i) {
    if (states[i] == State::open) continue;
    e.wanted.push_back(2 * i);
    e.value.push_back(p.departure[i] - p.free[2 * i]);
    e.basis(2 * i, used) = 1;
    if (!sticks(p, states, i)) {
      e.basis(2 * i + 1, used++) = slope(p.friction[i], states[i]);
      continue;
    }
    e.wanted.push_back(2 * i + 1);
    e.value.push_back(-p.friction[i].shift - p.free[2 * i + 1]);
    e.basis(2 * i + 1, used + 1) = 1;
    used += 2;
  }
  e.basis.conservativeResize(Eigen::NoChange, used);
  return e;
}

double largest(const Eigen::VectorXd& x, double least) {
  return x.size() == 0 ? least : std::max(least, x.cwiseAbs().maxCoeff());
}

bool tangent_holds(const Friction& f, State state, double PN, double PT, double wT, double speed,
                   double impulse) {
  if (f.kind == Friction::Kind::ratio) return true;
  if (state == State::sticks) return std::abs(PT) <= f.sticking * PN + impulse;
  return (state == State::slides_forward ? 1 : -1) * (wT + f.shift) >= -speed;
}

}  // namespace

std::optional<Solution> solution_of(const Problem& p, const std::vector<State>& states) {
  Solution s{states, Eigen::VectorXd::Zero(2 * p.size()), p.free, true};
  const Equations e = equations_of(p, states);
  const int n = static_cast<int>(e.wanted.size());
  if (n == 0) return s;
  const Eigen::MatrixXd a = (p.D * e.basis)(e.wanted, Eigen::all);
  const Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(e.value.data(), n);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors(n, n);
  factors.setThreshold(1e-11);
  factors.compute(a);
  const Eigen::VectorXd x = factors.solve(b);
  const double missed = (a * x - b).cwiseAbs().maxCoeff();
  if (!(missed <= rounding * largest(b, 0) * n)) return std::nullopt;
  s.P = e.basis * x;
  s.w = p.free + p.D * s.P;
  s.unique = factors.rank() == n;
  return s;
}

bool holds(const Problem& p, const Solution& s) {
  const double speed = rounding * largest(p.free, 0);
  const double impulse = rounding * largest(s.P, 0);
  for (int i = 0; i < p.size(); ++i) {
    const double PN = s.P[2 * i], PT = s.P[2 * i + 1];
    if (s.states[i] == State::open) {
      if (!(s.w[2 * i] >= p.departure[i] - speed)) return false;
    } else if (!(PN >= -impulse) ||
               !tangent_holds(p.friction[i], s.states[i], PN, PT, s.w[2 * i + 1], speed, impulse)) {
      return false;
    }
  }
  return true;
}

}  // namespace mbs::impact
