// What the states of contacts mean: equations for their impulses, and inequalities to be kept.
#include <algorithm>
#include <cmath>

#include "runtime/impact/contact_problem.hpp"

namespace mbs::impact {

namespace {

constexpr int shares = 3;  // times that shares are found from the bounds before

// P_T over P_N of a contact that slides, in the plane.
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
  const int places = p.parts * p.size();
  e.basis = Eigen::MatrixXd::Zero(places, places);
  int used = 0;
  for (int i = 0; i < p.size(); ++i) {
    if (states[i] == State::open) continue;
    const int normal = p.parts * i;
    e.wanted.push_back(normal);
    e.value.push_back(p.departure[i] - p.free[normal]);
    e.basis(normal, used) = 1;
    if (!sticks(p, states, i)) {
      if (p.spatial()) e.basis(normal + 2, used) = p.friction[i].ratio_2;
      e.basis(normal + 1, used++) = slope(p.friction[i], states[i]);
      continue;
    }
    for (int part = 1; part < p.parts; ++part) {
      e.wanted.push_back(normal + part);
      e.value.push_back(-p.free[normal + part]);
      e.basis(normal + part, used + part) = 1;
    }
    used += p.parts;
  }
  e.basis.conservativeResize(Eigen::NoChange, used);
  return e;
}

// Units of the tangential impulses of what sticks, by which the smallest that do share a push in
// proportion to what each contact could hold (least sum of |P_T|^2 over the bounds), so that the
// feet of a block let go together.
Eigen::VectorXd units_of_shares(const Problem& p, const std::vector<State>& states,
                                const Equations& e, const Eigen::VectorXd& x) {
  constexpr double least = 1e-6;  // of the largest
  const Eigen::VectorXd P = e.basis * x;
  double most = 0;
  for (int i = 0; i < p.size(); ++i)
    if (sticks(p, states, i)) most = std::max(most, p.friction[i].sticking * P[p.parts * i]);
  Eigen::VectorXd units = Eigen::VectorXd::Ones(x.size());
  int used = 0;
  for (int i = 0; i < p.size() && most > 0; ++i) {
    if (states[i] == State::open) continue;
    if (!sticks(p, states, i)) {
      ++used;
      continue;
    }
    const double share = std::max(p.friction[i].sticking * P[p.parts * i] / most, least);
    units.segment(used + 1, p.parts - 1).setConstant(std::sqrt(share));
    used += p.parts;
  }
  return units;
}

double largest(const Eigen::VectorXd& x, double least) {
  return x.size() == 0 ? least : std::max(least, x.cwiseAbs().maxCoeff());
}

// What is nothing but rounding.
struct Rounding {
  double speed, equal, impulse;  // equal: of a speed that is prescribed
};

// In the plane.
bool tangent_holds(const Friction& f, State state, double PN, double PT, double wT,
                   const Rounding& allowed) {
  if (f.kind == Friction::Kind::ratio) return true;
  if (state == State::sticks)
    return std::abs(PT) <= f.sticking * PN + allowed.impulse && std::abs(wT) <= allowed.equal;
  return (state == State::slides_forward ? 1 : -1) * wT >= -allowed.speed;
}

// In space; what slides has its friction against its speed.
bool tangents_hold(const Friction& f, State state, const Eigen::Vector3d& P,
                   const Eigen::Vector3d& w, double speed, double impulse) {
  if (f.kind == Friction::Kind::ratio) return true;
  const Eigen::Vector2d P_T = P.tail<2>(), w_T = w.tail<2>();
  if (state == State::sticks)
    return P_T.norm() <= f.sticking * P[0] + impulse && w_T.norm() <= speed;
  if (std::abs(P_T.norm() - f.sliding * P[0]) > impulse) return false;
  const double size = P_T.norm();
  if (size <= impulse) return true;
  const Eigen::Vector2d against = -P_T / size;
  return against.dot(w_T) >= -speed && (w_T - against * against.dot(w_T)).norm() <= speed;
}

bool hold_in_space(const Problem& p, const Solution& s, double speed, double impulse) {
  for (int i = 0; i < p.size(); ++i) {
    const Eigen::Vector3d P = s.P.segment<3>(3 * i), w = s.w.segment<3>(3 * i);
    if (s.states[i] == State::open) {
      if (!(w[0] >= p.departure[i] - speed)) return false;
      continue;
    }
    if (!(P[0] >= -impulse) || !(std::abs(w[0] - p.departure[i]) <= speed)) return false;
    if (!tangents_hold(p.friction[i], s.states[i], P, w, speed, impulse)) return false;
  }
  return true;
}

}  // namespace

std::optional<Solution> solution_of(const Problem& p, const std::vector<State>& states) {
  Solution s{states, Eigen::VectorXd::Zero(p.parts * p.size()), p.free, true};
  const Equations e = equations_of(p, states);
  const int n = static_cast<int>(e.wanted.size());
  if (n == 0) return s;
  const Eigen::MatrixXd a = (p.D * e.basis)(e.wanted, Eigen::all);
  const Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(e.value.data(), n);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors(n, n);
  factors.setThreshold(1e-11);
  factors.compute(a);
  Eigen::VectorXd x = factors.solve(b);
  for (int i = 0; factors.rank() < n && i < shares; ++i) {
    const Eigen::VectorXd units = units_of_shares(p, states, e, x);
    factors.compute(a * units.asDiagonal());
    x = units.cwiseProduct(factors.solve(b));
  }
  const double missed = (a * x - b).cwiseAbs().maxCoeff();
  if (!(missed <= rounding_of_speeds * largest(b, 0) * n)) return std::nullopt;
  s.P = e.basis * x;
  s.w = p.free + p.D * s.P;
  s.unique = factors.rank() == n;
  return s;
}

bool holds(const Problem& p, const Solution& s, double within) {
  const double speed = within * largest(p.free, 0);
  const double impulse = within * largest(s.P, 0);
  if (p.spatial()) return hold_in_space(p, s, speed, impulse);
  const double equal = 2 * p.size() * speed;
  for (int i = 0; i < p.size(); ++i) {
    const double PN = s.P[2 * i], PT = s.P[2 * i + 1];
    if (s.states[i] == State::open) {
      if (!(s.w[2 * i] >= p.departure[i] - speed)) return false;
    } else if (!(PN >= -impulse) || !(std::abs(s.w[2 * i] - p.departure[i]) <= equal) ||
               !tangent_holds(p.friction[i], s.states[i], PN, PT, s.w[2 * i + 1],
                              {speed, equal, impulse})) {
      return false;
    }
  }
  return true;
}

}  // namespace mbs::impact
