#include "runtime/impact/springs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbs::impact {

namespace {

constexpr double first_give = 0.1, last_give = 1e-5, stiffer = 0.1;  // each is so much of the last
constexpr int most_by_springs = 64;  // contacts: each step is a dense system
constexpr int most_rounds = 60, most_newton = 60, most_looks = 60;
// Parts of all impulses: while springs are soft, with the last, and where nothing is left of their
// give.
constexpr double nearly = 1e-2, shared = 1e-6, settled = 1e-9;

// Speeds in units of the largest, impulses by the contact's own mobility: entries about one.
struct Scaled {
  Problem problem;
  Eigen::VectorXd speed, impulse;  // units by place
};

Scaled scaled(const Problem& p) {
  Eigen::VectorXd mobility(p.free.size()), speed = p.free.cwiseAbs();
  for (int i = 0; i < p.size(); ++i) {
    const int at = p.parts * i;
    mobility.segment(at, p.parts).setConstant(std::sqrt(std::max(p.D(at, at), 1e-300)));
    speed[at] = std::abs(p.free[at] - p.departure[i]);
  }
  const double most = speed.cwiseQuotient(mobility).maxCoeff(), unit = most > 0 ? most : 1;
  Scaled s{p, unit * mobility, unit * mobility.cwiseInverse()};
  s.problem.D = s.speed.cwiseInverse().asDiagonal() * p.D * s.impulse.asDiagonal();
  s.problem.free = p.free.cwiseQuotient(s.speed);
  for (int i = 0; i < p.size(); ++i) s.problem.departure[i] /= s.speed[p.parts * i];
  return s;
}

class Springs {
 public:
  explicit Springs(const Problem& p)
      : p_(p), rest_(Eigen::VectorXd::Zero(p.free.size())), P_(rest_), q_(rest_) {
    bounds_.setZero(p.size());
    keep_bounds();
  }
  // Whether bounds and impulses agree with each other in the end, within this part of them. `Held`:
  // springs are at rest with what they pass on, so that nothing is left of how far they give way.
  bool settle(double give, double within, bool held = false) {
    constexpr double rounding = 1e-4, shorter = 0.7, shortest = 0.1;
    give_ = give;
    double last = std::numeric_limits<double>::infinity(), part = 1;
    for (int i = 0; i < most_rounds; ++i) {
      if (held) rest_ = P_;
      if (!press()) return false;
      const Eigen::VectorXd change = pushes(speeds(q_)) - P_;
      const double moved = change.norm();
      // Bounds that go to and fro are followed by a part of the way.
      if (moved > last && moved > rounding * P_.norm()) part = std::max(shorter * part, shortest);
      P_ += part * change;
      keep_bounds();
      if (moved <= within * P_.norm()) return true;
      last = moved;
    }
    return false;
  }
  Solution solution() const;

 private:
  bool given(int i) const { return p_.friction[i].kind == Friction::Kind::ratio; }
  int tangents() const { return p_.parts - 1; }
  Eigen::VectorXd speeds(const Eigen::VectorXd& q) const { return free_ + p_.D * q; }
  Eigen::VectorXd asked(const Eigen::VectorXd& w, int i) const {  // of friction
    const int at = p_.parts * i + 1;
    return rest_.segment(at, tangents()) - w.segment(at, tangents()) / give_;
  }
  double pressed(const Eigen::VectorXd& w, int i) const {  // along the normal
    return std::max(0.0, rest_[p_.parts * i] + (p_.departure[i] - w[p_.parts * i]) / give_);
  }
  Eigen::VectorXd pushes(const Eigen::VectorXd& w) const;
  Eigen::MatrixXd softness(const Eigen::VectorXd& w) const;
  double part_of_step(const Eigen::VectorXd& step) const;
  bool press();
  void keep_bounds();

  const Problem& p_;
  double give_ = first_give;
  Eigen::VectorXd bounds_;  // of friction, by contact
  Eigen::VectorXd free_;    // with friction that is given
  Eigen::VectorXd rest_;    // what springs pass on at no speed
  Eigen::VectorXd P_;       // what they do in the end
  Eigen::VectorXd q_;       // impulses by which speeds are known
};

// At these speeds.
Eigen::VectorXd Springs::pushes(const Eigen::VectorXd& w) const {
  Eigen::VectorXd P = Eigen::VectorXd::Zero(w.size());
  for (int i = 0; i < p_.size(); ++i) {
    const int at = p_.parts * i;
    P[at] = pressed(w, i);
    if (given(i)) continue;
    const Eigen::VectorXd friction = asked(w, i);
    const double size = friction.norm();
    P.segment(at + 1, tangents()) = size > bounds_[i] ? friction * (bounds_[i] / size) : friction;
  }
  return P;
}

// How far `give` times these pushes follows the speeds: 1 what holds, 0 what is open; times D.
Eigen::MatrixXd Springs::softness(const Eigen::VectorXd& w) const {
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(w.size(), w.size());
  for (int i = 0; i < p_.size(); ++i) {
    const int at = p_.parts * i, n = tangents();
    if (pressed(w, i) > 0) rows.row(at) = p_.D.row(at);
    if (given(i)) continue;
    const Eigen::VectorXd friction = asked(w, i);
    const double size = friction.norm();
    Eigen::MatrixXd follows = Eigen::MatrixXd::Identity(n, n);
    if (size > bounds_[i])
      follows = bounds_[i] / size * (follows - friction * friction.transpose() / (size * size));
    rows.middleRows(at + 1, n) = follows * p_.D.middleRows(at + 1, n);
  }
  return rows;
}

// Where along it the energy is least.
double Springs::part_of_step(const Eigen::VectorXd& step) const {
  constexpr double precision = 1e-6;
  const Eigen::VectorXd turn = p_.D * step, w = speeds(q_);
  const auto slope = [&](double part) {
    return (q_ + part * step - pushes(w + part * turn)).dot(turn);
  };
  double low = 0, high = 1, at_low = slope(0), at_high = slope(1);
  if (!(at_low < 0) || !(at_high > 0)) return 1;
  for (int i = 0; i < most_looks && high - low > precision * high; ++i) {
    const double secant = low - at_low * (high - low) / (at_high - at_low);
    const double part = i % 3 == 2 ? (low + high) / 2 : secant;
    const double value = slope(part);
    (value < 0 ? low : high) = part;
    (value < 0 ? at_low : at_high) = value;
  }
  return (low + high) / 2;
}

// The impulses for these bounds.
bool Springs::press() {
  constexpr double rounding = 1e-15;  // of speeds, which springs make impulses of
  constexpr double found = 1e-12;     // of all impulses
  for (int i = 0; i < most_newton; ++i) {
    const Eigen::VectorXd w = speeds(q_);
    Eigen::MatrixXd slopes = softness(w);
    slopes.diagonal().array() += give_;
    Eigen::VectorXd step = slopes.partialPivLu().solve(give_ * (pushes(w) - q_));
    if (!step.allFinite()) return false;
    step *= part_of_step(step);
    q_ += step;
    if (step.norm() <= std::max(found, rounding / give_) * q_.norm()) break;
  }
  return q_.allFinite();
}

void Springs::keep_bounds() {
  free_ = p_.free;
  for (int i = 0; i < p_.size(); ++i) {
    const Friction& f = p_.friction[i];
    const int at = p_.parts * i + 1;
    // What has slid has its friction while it slides.
    const bool slides = bounds_[i] > 0 && P_.segment(at, tangents()).norm() >= bounds_[i];
    bounds_[i] = (slides ? f.sliding : f.sticking) * P_[at - 1];
    if (!given(i)) continue;
    free_ += p_.D.col(at) * f.ratio * P_[at - 1];
    if (p_.spatial()) free_ += p_.D.col(at + 1) * f.ratio_2 * P_[at - 1];
  }
}

Solution Springs::solution() const {
  constexpr double nothing = 1e-8;
  Solution s{std::vector<State>(p_.size(), State::open), P_, {}, true};
  for (int i = 0; i < p_.size(); ++i) {
    const int at = p_.parts * i + 1;
    if (!given(i)) continue;
    s.P[at] = p_.friction[i].ratio * P_[at - 1];
    if (p_.spatial()) s.P[at + 1] = p_.friction[i].ratio_2 * P_[at - 1];
  }
  s.w = p_.free + p_.D * s.P;
  for (int i = 0; i < p_.size(); ++i) {
    const int at = p_.parts * i + 1;
    if (!(s.P[at - 1] > 0)) continue;
    const bool slides = !given(i) && s.w.segment(at, tangents()).norm() > nothing;
    const bool backward = !p_.spatial() && s.w[at] < 0;
    const bool grips = given(i) || p_.friction[i].grips;
    s.states[i] = !slides && grips ? State::sticks
                  : backward       ? State::slides_backward
                                   : State::slides_forward;
  }
  return s;
}

// Has what slides the friction of sliding, and not the bound of what sticks?
bool slides_as_told(const Problem& p, const Solution& s) {
  const double allowed = within_springs * std::max(1.0, s.P.cwiseAbs().maxCoeff());
  for (int i = 0; i < p.size(); ++i) {
    const Friction& f = p.friction[i];
    const int at = p.parts * i;
    const bool slides = s.states[i] != State::open && s.states[i] != State::sticks;
    if (!slides || f.kind == Friction::Kind::ratio) continue;
    const double friction = s.P.segment(at + 1, p.parts - 1).norm();
    if (std::abs(friction - f.sliding * s.P[at]) > allowed) return false;
  }
  return true;
}

}  // namespace

std::optional<Solution> by_springs(const Problem& p) {
  const Scaled s = scaled(p);
  if (p.size() > most_by_springs) return std::nullopt;
  Springs springs(s.problem);
  for (double give = first_give; give > last_give; give *= stiffer) springs.settle(give, nearly);
  springs.settle(last_give, shared);
  springs.settle(last_give, settled, true);
  Solution found = springs.solution();
  if (!found.P.allFinite() || !holds(s.problem, found, within_springs)) return std::nullopt;
  if (!slides_as_told(s.problem, found)) return std::nullopt;
  found.P = found.P.cwiseProduct(s.impulse);
  found.w = p.free + p.D * found.P;
  found.unique = false;
  return found;
}

}  // namespace mbs::impact
