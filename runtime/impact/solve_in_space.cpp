#include "runtime/impact/solve_in_space.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/impact/cone.hpp"
#include "runtime/impact/springs.hpp"
#include "runtime/impact/yielding.hpp"

namespace mbs::impact {

namespace {

constexpr int most_sweeps = 2000;
// Sweeps before all contacts are tried at once, first and then as many as there have been.
constexpr int between_tries = 20, close_tries = 100;
constexpr int most_newton = 30;

bool given(const Friction& f) {
  return f.kind == Friction::Kind::ratio;
}

Eigen::Vector2d ratio_of(const Friction& f) {
  return {f.ratio, f.ratio_2};
}

// The planes of contacts in space: the normal of each, and along its friction.
Eigen::MatrixXd planes_of(const Problem& p) {
  Eigen::MatrixXd basis = Eigen::MatrixXd::Zero(3 * p.size(), 2 * p.size());
  for (int i = 0; i < p.size(); ++i) {
    const Eigen::Vector2d ratio = ratio_of(p.friction[i]);
    const double size = ratio.norm();
    basis(3 * i, 2 * i) = 1;
    basis.block<2, 1>(3 * i + 1, 2 * i + 1) =
        size > 0 ? Eigen::Vector2d(ratio / size) : Eigen::Vector2d::UnitX();
  }
  return basis;
}

std::optional<Solution> with_given_friction(const Problem& p) {
  auto planar = solve(in_planes(p));
  if (!planar) return std::nullopt;
  Solution s{planar->states, from_planes(p, planar->P), {}, planar->unique};
  s.w = p.free + p.D * s.P;
  return s;
}

// Speeds in units of the largest, impulses by the contact's own mobility: entries about one.
struct Scaled {
  Problem problem;
  Eigen::VectorXd unit;  // of impulses
};

Scaled scaled(const Problem& p) {
  Eigen::VectorXd mobility(3 * p.size());
  double speed = 0;
  for (int i = 0; i < p.size(); ++i) {
    const double d = std::sqrt(std::max(p.D(3 * i, 3 * i), 1e-300));
    mobility.segment<3>(3 * i).setConstant(d);
    Eigen::Vector3d w = p.free.segment<3>(3 * i);
    w[0] -= p.departure[i];
    speed = std::max(speed, w.cwiseAbs().maxCoeff() / d);
  }
  if (!(speed > 0)) speed = 1;
  const Eigen::VectorXd inverse = mobility.cwiseInverse();
  Scaled s{p, speed * inverse};
  s.problem.D = inverse.asDiagonal() * p.D * inverse.asDiagonal();
  s.problem.free = p.free.cwiseProduct(inverse) / speed;
  for (int i = 0; i < p.size(); ++i) s.problem.departure[i] *= inverse[3 * i] / speed;
  return s;
}

// Contact by contact.
class Sweeps {
 public:
  explicit Sweeps(const Problem& p)
      : p_(p), w_(p.free), P_(Eigen::VectorXd::Zero(w_.size())), contacts_(p.size()) {}

  // How far the impulses moved; empty if a contact has no answer.
  std::optional<double> sweep() {
    double moved = 0;
    for (int i = 0; i < p_.size(); ++i) {
      const auto next = alone(i);
      if (!next) return std::nullopt;
      const Eigen::Vector3d change = next->P - P_.segment<3>(3 * i);
      moved = std::max(moved, change.cwiseAbs().maxCoeff());
      w_ += p_.D.middleCols<3>(3 * i) * change;
      P_.segment<3>(3 * i) = next->P;
      contacts_[i] = *next;
    }
    return moved;
  }
  void go_on_from(const Solution& s) {
    P_ = s.P;
    w_ = s.w;
  }
  const std::vector<ConeSolution>& contacts() const { return contacts_; }
  double largest() const { return P_.cwiseAbs().maxCoeff(); }
  Solution solution() const {
    Solution s{{}, P_, p_.free + p_.D * P_, false};
    for (const ConeSolution& c : contacts_) s.states.push_back(c.state);
    return s;
  }

 private:
  // One contact while the others stay.
  std::optional<ConeSolution> alone(int i) const {
    const Friction& f = p_.friction[i];
    const Eigen::Matrix3d D = p_.D.block<3, 3>(3 * i, 3 * i);
    const Eigen::Vector3d free = w_.segment<3>(3 * i) - D * P_.segment<3>(3 * i);
    if (!given(f)) return solve_cone({D, free, p_.departure[i], f});
    const Eigen::Vector3d along(1, f.ratio, f.ratio_2);
    const double give = D.row(0).dot(along), lacking = p_.departure[i] - free[0];
    if (lacking <= 0) return ConeSolution{};
    if (!(give > 0)) return std::nullopt;  // friction that jams
    return ConeSolution{State::sticks, lacking / give * along, 0};
  }

  const Problem& p_;
  Eigen::VectorXd w_, P_;
  std::vector<ConeSolution> contacts_;
};

// All contacts at once, with the states that they have: unknowns are the impulses of those that are
// closed, and the drag of each that slides (see cone.hpp).
class Newton {
 public:
  Newton(const Problem& p, const std::vector<ConeSolution>& contacts) : p_(p), contacts_(contacts) {
    for (const ConeSolution& c : contacts_) {
      places_.push_back(size_);
      size_ += unknowns(c, p.friction[places_.size() - 1]);
    }
  }

  std::optional<Solution> solve() {
    Eigen::VectorXd x = start();
    bool unique = true;
    for (int i = 0; i < most_newton && size_ > 0; ++i) {
      Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors(size_, size_);
      factors.setThreshold(1e-11);
      factors.compute(slopes(x));
      // At a multiple of itself the smallest of all impulses that do is found at once.
      const Eigen::VectorXd step = factors.solve(residual(x));
      x -= step;
      unique = factors.rank() == size_;
      if (!x.allFinite()) return std::nullopt;
      if (step.cwiseAbs().maxCoeff() <= 1e-15 * x.cwiseAbs().maxCoeff()) break;
    }
    Solution s{{}, impulses(x), {}, unique};
    s.w = p_.free + p_.D * s.P;
    for (const ConeSolution& c : contacts_) s.states.push_back(c.state);
    return s;
  }

 private:
  static int unknowns(const ConeSolution& c, const Friction& f) {
    if (c.state == State::open) return 0;
    if (given(f)) return 1;
    return c.state == State::sticks ? 3 : 4;
  }
  bool slides(int i) const { return contacts_[i].state == State::slides_forward; }

  // What is linear, impulses by unknowns; the drags have no part in it.
  Eigen::MatrixXd basis() const {
    Eigen::MatrixXd b = Eigen::MatrixXd::Zero(3 * p_.size(), size_);
    for (int i = 0; i < p_.size(); ++i) {
      if (contacts_[i].state == State::open) continue;
      if (given(p_.friction[i]))
        b.block<3, 1>(3 * i, places_[i]) << 1, p_.friction[i].ratio, p_.friction[i].ratio_2;
      else
        b.block<3, 3>(3 * i, places_[i]).setIdentity();
    }
    return b;
  }
  Eigen::VectorXd impulses(const Eigen::VectorXd& x) const { return basis() * x; }
  Eigen::VectorXd start() const {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(size_);
    for (int i = 0; i < p_.size(); ++i) {
      const ConeSolution& c = contacts_[i];
      if (c.state == State::open) continue;
      x[places_[i]] = c.P[0];
      if (given(p_.friction[i])) continue;
      x.segment<2>(places_[i] + 1) = c.P.tail<2>();
      if (slides(i)) x[places_[i] + 3] = c.drag;
    }
    return x;
  }
  // w_N = departure; w_T + drag P_T = 0; |P_T|^2 = (sliding P_N)^2.
  Eigen::VectorXd residual(const Eigen::VectorXd& x) const {
    const Eigen::VectorXd w = p_.free + p_.D * impulses(x);
    Eigen::VectorXd r(size_);
    for (int i = 0; i < p_.size(); ++i) {
      if (contacts_[i].state == State::open) continue;
      const int at = places_[i];
      r[at] = w[3 * i] - p_.departure[i];
      if (given(p_.friction[i])) continue;
      r.segment<2>(at + 1) = w.segment<2>(3 * i + 1);
      if (!slides(i)) continue;
      r.segment<2>(at + 1) += x[at + 3] * x.segment<2>(at + 1);
      r[at + 3] = x.segment<2>(at + 1).squaredNorm() - std::pow(p_.friction[i].sliding * x[at], 2);
    }
    return r;
  }
  Eigen::MatrixXd slopes(const Eigen::VectorXd& x) const {
    const Eigen::MatrixXd w = p_.D * basis();
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(size_, size_);
    for (int i = 0; i < p_.size(); ++i) {
      if (contacts_[i].state == State::open) continue;
      const int at = places_[i];
      a.row(at) = w.row(3 * i);
      if (given(p_.friction[i])) continue;
      a.middleRows<2>(at + 1) = w.middleRows<2>(3 * i + 1);
      if (!slides(i)) continue;
      a.block<2, 2>(at + 1, at + 1).diagonal().array() += x[at + 3];
      a.block<2, 1>(at + 1, at + 3) = x.segment<2>(at + 1);
      a(at + 3, at) = -2 * std::pow(p_.friction[i].sliding, 2) * x[at];
      a.block<1, 2>(at + 3, at + 1) = 2 * x.segment<2>(at + 1).transpose();
    }
    return a;
  }

  const Problem& p_;
  const std::vector<ConeSolution>& contacts_;
  std::vector<int> places_;  // of a contact's first unknown
  int size_ = 0;
};

std::optional<Solution> at_once(const Problem& p, const std::vector<ConeSolution>& contacts) {
  auto s = Newton(p, contacts).solve();
  if (s && holds(p, *s)) return s;
  return std::nullopt;
}

// All that approach held, and all that approach then, by the smallest impulses that do: where that
// is allowed none slides at a speed of 0.
std::optional<Solution> all_held(const Problem& p) {
  std::vector<State> states(p.size(), State::open);
  std::optional<Solution> s = Solution{states, {}, p.free, true};
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < p.size(); ++i) {
      if (!p.friction[i].grips) return std::nullopt;
      if (states[i] != State::open || !(s->w[3 * i] < p.departure[i])) continue;
      states[i] = State::sticks;
      more = true;
    }
    if (!more) break;
    s = solution_of(p, states);
    if (!s) return std::nullopt;
    if (holds(p, *s)) return s;
  }
  return std::nullopt;
}

// Likewise, where the smallest impulses pull: those that pull most are let go, one after another,
// until the others hold alone.
std::optional<Solution> held_without_pulls(const Problem& p) {
  std::vector<State> states(p.size(), State::sticks);
  for (int round = 0; round < p.size(); ++round) {
    const auto s = solution_of(p, states);
    if (!s) return std::nullopt;
    if (holds(p, *s)) return s;
    int most = -1;
    for (int i = 0; i < p.size(); ++i)
      if (s->P[3 * i] < 0 && (most < 0 || s->P[3 * i] < s->P[3 * most])) most = i;
    if (most < 0) return std::nullopt;
    states[most] = State::open;
  }
  return std::nullopt;
}

// What slides next to not at all is held, if that may be.
std::vector<ConeSolution> with_held(const Problem& p, std::vector<ConeSolution> contacts) {
  constexpr double next_to_nothing = 1e-9;
  for (int i = 0; i < p.size(); ++i) {
    ConeSolution& c = contacts[i];
    if (c.state != State::slides_forward || !p.friction[i].grips) continue;
    if (c.drag * c.P.tail<2>().norm() <= next_to_nothing) c.state = State::sticks;
  }
  return contacts;
}

// What slides at a speed of 0 is held instead, by the smallest impulses that do, if that may be:
// sweeps come to impulses at the edge of a cone, as large as they please.
Solution rather_held(const Problem& p, Solution found) {
  constexpr double nothing = 1e-9;
  std::vector<State> states = found.states;
  for (int i = 0; i < p.size(); ++i) {
    if (states[i] != State::slides_forward || given(p.friction[i])) continue;
    if (!p.friction[i].grips || found.w.segment<2>(3 * i + 1).norm() > nothing) return found;
    states[i] = State::sticks;
  }
  if (states == found.states) return found;
  const auto held = solution_of(p, states);
  return held && holds(p, *held) ? *held : found;
}

// A solution to rounding; that of the sweeps where the smallest impulses that do would pull.
std::optional<Solution> by_sweeps(const Problem& p) {
  Sweeps sweeps(p);
  for (int i = 1, next = between_tries; i <= most_sweeps; ++i) {
    const auto moved = sweeps.sweep();
    if (!moved) return std::nullopt;
    const bool done = *moved <= 1e-15 * sweeps.largest();
    if (done || i == next) {
      next += i < close_tries ? between_tries : i;
      if (auto s = at_once(p, with_held(p, sweeps.contacts()))) return s;
      if (auto s = at_once(p, sweeps.contacts())) return s;
    }
    if (done) break;
  }
  const Solution s = sweeps.solution();
  if (holds(p, s)) return s;
  return std::nullopt;
}

// What holds something gives way a little, so that it is one thing how much of it each does.
Problem giving_way(Problem p) {
  constexpr double give = 1e-8;
  for (int i = 0; i < p.size(); ++i)
    if (!given(p.friction[i])) p.D.block<2, 2>(3 * i + 1, 3 * i + 1).diagonal().array() += give;
  return p;
}

// Sweeps say which states suit the impulses, and what these states make of all impulses at once
// where sweeps go on: to an end where sweeps alone take as many as there is to give way.
std::optional<Solution> in_turns(const Problem& p) {
  constexpr int most_turns = 60;
  Sweeps sweeps(p);
  for (int i = 0; i < between_tries; ++i)
    if (!sweeps.sweep()) return std::nullopt;
  for (int i = 0; i < most_turns; ++i) {
    const auto s = Newton(p, sweeps.contacts()).solve();
    if (!s) return std::nullopt;
    if (holds(p, *s)) return s;
    sweeps.go_on_from(*s);
    if (!sweeps.sweep()) return std::nullopt;
  }
  return std::nullopt;
}

// With the states of impulses that are nearly right.
std::optional<Solution> exactly(const Problem& p, const Solution& s) {
  std::vector<ConeSolution> contacts;
  for (int i = 0; i < p.size(); ++i) {
    ConeSolution c{s.states[i], s.P.segment<3>(3 * i), 0};
    const double rubs = c.P.tail<2>().norm();
    if (rubs > 0) c.drag = s.w.segment<2>(3 * i + 1).norm() / rubs;
    contacts.push_back(c);
  }
  return at_once(p, contacts);
}

// With the states that springs come to: to rounding where these are enough, else as springs do.
std::optional<Solution> by_springs_at_once(const Problem& p) {
  auto s = by_springs(p);
  if (!s) return std::nullopt;
  if (auto exact = exactly(p, *s)) return exact;
  return s;
}

// Likewise, of what gives way.
std::optional<Solution> by_yielding_at_once(const Problem& p) {
  const std::vector<Solution> found = by_yielding(p);
  for (auto s = found.rbegin(); s != found.rend(); ++s)
    if (auto exact = exactly(p, *s)) return exact;
  // All that they exert counts: what sticks may hold what normals hold as well.
  const auto near = [&](const Solution& s) {
    return holds(p, {s.states, s.P, s.w, true}, within_springs);
  };
  const auto best = std::find_if(found.rbegin(), found.rend(), near);
  return best == found.rend() ? std::nullopt : std::optional(*best);
}

// Where several hold what fewer could, sweeps come to any of the impulses that do, or to none.
std::optional<Solution> found(const Problem& p) {
  auto solution = by_sweeps(p);
  if (solution && solution->unique) return solution;
  if (auto shared = in_turns(giving_way(p))) return shared;
  return solution ? solution : by_springs_at_once(p);
}

}  // namespace

Problem in_planes(const Problem& p) {
  const Eigen::MatrixXd basis = planes_of(p);
  Problem planar{basis.transpose() * p.D * basis, basis.transpose() * p.free, p.departure, {}};
  for (const Friction& f : p.friction) planar.friction.push_back({.ratio = ratio_of(f).norm()});
  return planar;
}

Eigen::VectorXd from_planes(const Problem& p, const Eigen::VectorXd& planar) {
  return planes_of(p) * planar;
}

std::optional<Solution> solve_in_space(const Problem& p) {
  if (std::all_of(p.friction.begin(), p.friction.end(), given)) return with_given_friction(p);
  if (auto held = all_held(p)) return held;
  const Scaled s = scaled(p);
  auto solution = found(s.problem);
  if (!solution) solution = held_without_pulls(s.problem);
  if (!solution) solution = by_yielding_at_once(s.problem);
  if (!solution) return std::nullopt;
  solution = rather_held(s.problem, std::move(*solution));
  solution->P = solution->P.cwiseProduct(s.unit);
  solution->w = p.free + p.D * solution->P;
  return solution;
}

}  // namespace mbs::impact
