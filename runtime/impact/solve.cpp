// Finding the states of contacts: by complementarity, then checked exactly. Dozens of contacts
// by Lemke's method on the problem of Stewart and Trinkle (Int. J. Num. Meth. Eng. 39 (1996) 2673),
// whose matrix is copositive; what that misses, and larger problems, by relaxation, contact by
// contact, with a correction of the states; a few contacts are tried in all their states at last,
// so that of them none is missed; many by springs (springs.hpp).
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "runtime/impact/contact_problem.hpp"
#include "runtime/impact/solve_in_space.hpp"
#include "runtime/impact/springs.hpp"
#include "runtime/numerics/lcp.hpp"

namespace mbs::impact {

namespace {

constexpr int most_by_lemke = 60, most_by_trial = 4;
constexpr int most_sweeps = 2000, most_in_the_end = 20000;
constexpr double within = 1e-9;  // of the largest speed and impulse: what sweeps may leave

using States = std::vector<State>;

bool coulomb(const Friction& f) {
  return f.kind == Friction::Kind::coulomb;
}

// Speeds in units of the largest, impulses by the contact's own mobility: entries about one.
struct Scale {
  double speed = 1;
  Eigen::VectorXd mobility;  // by place of P: sqrt of D_NN of its contact
};

Scale scale_of(const Problem& p) {
  Scale s;
  s.mobility.resize(2 * p.size());
  double speed = 0;
  for (int i = 0; i < p.size(); ++i) {
    const double d = std::sqrt(std::max(p.D(2 * i, 2 * i), 1e-300));
    s.mobility[2 * i] = s.mobility[2 * i + 1] = d;
    for (const double w : {p.free[2 * i] - p.departure[i], p.free[2 * i + 1]})
      speed = std::max(speed, std::abs(w) / d);
  }
  s.speed = speed > 0 ? speed : 1;
  return s;
}

// y = A z + b, against each other: of each contact P_N and w_N - departure; of one with Coulomb's
// law as well the forward and the backward part of P_T and slip +- w_T, then `slip`, the
// size of that speed, and what is left of the bound.
struct Complementarity {
  Eigen::MatrixXd a;
  Eigen::VectorXd b;
  std::vector<int> place;  // of a contact's first variable
};

Complementarity empty_for(const Problem& p) {
  Complementarity c;
  int n = 0;
  for (const Friction& f : p.friction) {
    c.place.push_back(n);
    n += coulomb(f) ? 4 : 1;
  }
  c.a = Eigen::MatrixXd::Zero(n, n);
  c.b = Eigen::VectorXd::Zero(n);
  return c;
}

// P = basis z.
Eigen::MatrixXd basis_of(const Problem& p, const Complementarity& c) {
  Eigen::MatrixXd basis = Eigen::MatrixXd::Zero(2 * p.size(), c.b.size());
  for (int i = 0; i < p.size(); ++i) {
    basis(2 * i, c.place[i]) = 1;
    if (coulomb(p.friction[i])) {
      basis(2 * i + 1, c.place[i] + 1) = 1;
      basis(2 * i + 1, c.place[i] + 2) = -1;
    } else {
      basis(2 * i + 1, c.place[i]) = p.friction[i].ratio;
    }
  }
  return basis;
}

Complementarity complementarity_of(const Problem& p) {
  const Scale scale = scale_of(p);
  Complementarity c = empty_for(p);
  const Eigen::VectorXd inverse = scale.mobility.cwiseInverse();
  const Eigen::MatrixXd d = inverse.asDiagonal() * p.D * inverse.asDiagonal() * basis_of(p, c);
  for (int i = 0; i < p.size(); ++i) {
    const double unit = scale.mobility[2 * i] * scale.speed;
    const int k = c.place[i];
    c.a.row(k) = d.row(2 * i);
    c.b[k] = (p.free[2 * i] - p.departure[i]) / unit;
    if (!coulomb(p.friction[i])) continue;
    c.a.row(k + 1) = d.row(2 * i + 1);
    c.a.row(k + 2) = -d.row(2 * i + 1);
    c.b[k + 1] = p.free[2 * i + 1] / unit;
    c.b[k + 2] = -c.b[k + 1];
    c.a(k + 1, k + 3) = c.a(k + 2, k + 3) = 1;
    c.a(k + 3, k) = p.friction[i].sticking;
    c.a(k + 3, k + 1) = c.a(k + 3, k + 2) = -1;
  }
  return c;
}

// What neither pushes nor leaves may be open or closed, what slides with a speed of 0 may as well
// stick: if it is `held` it takes its share of what others that hold the same thing pass on.
States states_of(const Problem& p, const Complementarity& c, const Eigen::VectorXd& z, bool held) {
  const double nothing = held ? 1e-11 : 0;
  const Eigen::VectorXd y = c.a * z + c.b;
  States states(p.size(), State::open);
  for (int i = 0; i < p.size(); ++i) {
    const int k = c.place[i];
    if (!(z[k] > y[k]) && !(y[k] < nothing)) continue;
    states[i] = State::sticks;
    if (coulomb(p.friction[i]) && z[k + 3] > y[k + 3] && z[k + 3] > nothing)
      states[i] = y[k + 1] > y[k + 2] ? State::slides_forward : State::slides_backward;
  }
  return states;
}

std::optional<Solution> accepted(const Problem& p, const States& states) {
  std::optional<Solution> s = solution_of(p, states);
  if (s && holds(p, *s)) return s;
  return std::nullopt;
}

// Where the smallest impulses that hold ask more of some contacts than these can hold, the one of
// which most is asked beyond that has its bound, and the others the smallest that hold the rest.
std::optional<Solution> within_bounds(const Problem& p, States states) {
  for (int round = 0; round <= p.size(); ++round) {
    const auto s = solution_of(p, states);
    if (!s) return std::nullopt;
    if (holds(p, *s)) return s;
    int most = -1;
    double beyond = 0;
    for (int i = 0; i < p.size(); ++i) {
      if (states[i] != State::sticks || !coulomb(p.friction[i])) continue;
      const double more = std::abs(s->P[2 * i + 1]) - p.friction[i].sticking * s->P[2 * i];
      if (more > beyond) beyond = more, most = i;
    }
    if (most < 0) return std::nullopt;
    states[most] = s->P[2 * most + 1] < 0 ? State::slides_forward : State::slides_backward;
  }
  return std::nullopt;
}

// The smallest of impulses that are not unique may pull; those that the method found do not.
std::optional<Solution> as_found(const Problem& p, const Complementarity& c,
                                 const Eigen::VectorXd& z) {
  const Scale scale = scale_of(p);
  Solution s{states_of(p, c, z, false), scale.speed * (basis_of(p, c) * z), p.free, false};
  s.P = s.P.cwiseQuotient(scale.mobility);
  s.w += p.D * s.P;
  if (holds(p, s)) return s;
  return std::nullopt;
}

std::optional<Solution> by_lemke(const Problem& p) {
  const Complementarity c = complementarity_of(p);
  const auto z = solve_lcp(c.a, c.b);
  if (!z) return std::nullopt;
  std::optional<Solution> s = within_bounds(p, states_of(p, c, *z, true));
  if (!s) s = accepted(p, states_of(p, c, *z, false));
  return s ? s : as_found(p, c, *z);
}

// One contact takes what it needs while the others stay. Returns how far it moved.
double relax(const Problem& p, int i, Eigen::VectorXd& P, Eigen::VectorXd& w) {
  const Friction& f = p.friction[i];
  const double before_N = P[2 * i], before_T = P[2 * i + 1];
  const double D_NN = p.D(2 * i, 2 * i), D_TT = p.D(2 * i + 1, 2 * i + 1);
  if (D_NN > 0) P[2 * i] = std::max(0.0, before_N - (w[2 * i] - p.departure[i]) / D_NN);
  if (!coulomb(f)) {
    P[2 * i + 1] = f.ratio * P[2 * i];
  } else if (D_TT > 0) {
    const double bound = f.sticking * P[2 * i];
    P[2 * i + 1] = std::clamp(before_T - w[2 * i + 1] / D_TT, -bound, bound);
  }
  w += p.D.col(2 * i) * (P[2 * i] - before_N) + p.D.col(2 * i + 1) * (P[2 * i + 1] - before_T);
  return std::abs(P[2 * i] - before_N) + std::abs(P[2 * i + 1] - before_T);
}

// From the impulses of `s` on.
void sweep(const Problem& p, int sweeps, Solution& s) {
  s.w = p.free + p.D * s.P;
  for (int k = 0; k < sweeps; ++k) {
    double moved = 0;
    for (int i = 0; i < p.size(); ++i) moved = std::max(moved, relax(p, i, s.P, s.w));
    if (moved <= 1e-13 * s.P.cwiseAbs().maxCoeff()) break;
  }
  s.states.assign(p.size(), State::open);
  const double least = 1e-10 * s.P.cwiseAbs().maxCoeff();
  for (int i = 0; i < p.size(); ++i) {
    const double bound = p.friction[i].sticking * s.P[2 * i];
    if (s.P[2 * i] <= least) continue;
    s.states[i] = State::sticks;
    if (coulomb(p.friction[i]) && std::abs(s.P[2 * i + 1]) >= bound * (1 - 1e-9))
      s.states[i] = s.w[2 * i + 1] > 0 ? State::slides_forward : State::slides_backward;
  }
}

// Contacts so close together that no states are found exactly: what the sweeps tend to.
std::optional<Solution> by_sweeps(const Problem& p, Solution s) {
  sweep(p, most_in_the_end, s);
  s.unique = false;
  if (holds(p, s, within)) return s;
  return std::nullopt;
}

// The state that a contact's own numbers ask for.
State corrected(const Problem& p, const Solution& s, int i) {
  const Friction& f = p.friction[i];
  const State state = s.states[i];
  if (state == State::open) return s.w[2 * i] < p.departure[i] ? State::sticks : state;
  if (s.P[2 * i] < 0) return State::open;
  if (!coulomb(f)) return state;
  const double PT = s.P[2 * i + 1], speed = s.w[2 * i + 1];
  if (state == State::sticks && std::abs(PT) > f.sticking * s.P[2 * i])
    return PT < 0 ? State::slides_forward : State::slides_backward;
  const bool reversed = state == State::slides_forward ? speed < 0 : speed > 0;
  return state != State::sticks && reversed ? State::sticks : state;
}

std::optional<Solution> by_correction(const Problem& p, States states) {
  for (int round = 0; round < 4 * p.size() + 10; ++round) {
    const std::optional<Solution> s = solution_of(p, states);
    if (!s) return std::nullopt;
    if (holds(p, *s)) return s;
    for (int i = 0; i < p.size(); ++i) states[i] = corrected(p, *s, i);
  }
  return std::nullopt;
}

std::optional<Solution> by_trial(const Problem& p) {
  int count = 1;
  for (int i = 0; i < p.size(); ++i) count *= 4;
  for (int number = 0; number < count; ++number) {
    States states;
    for (int i = 0, rest = number; i < p.size(); ++i, rest /= 4)
      states.push_back(static_cast<State>(rest % 4));
    if (auto s = accepted(p, states)) return s;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Solution> solve(const Problem& p) {
  if (p.spatial()) return solve_in_space(p);
  std::optional<Solution> s;
  if (p.size() <= most_by_lemke) s = by_lemke(p);
  if (s) return s;
  Solution swept{{}, Eigen::VectorXd::Zero(2 * p.size()), {}, false};
  sweep(p, most_sweeps, swept);
  s = by_correction(p, swept.states);
  if (!s && p.size() <= most_by_trial) s = by_trial(p);
  if (!s && p.size() <= most_by_lemke) s = by_sweeps(p, std::move(swept));
  return s ? s : by_springs(p);
}

}  // namespace mbs::impact
