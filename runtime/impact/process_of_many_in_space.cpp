// Several contacts in space: as in the plane all of them go along the impulses that would end the
// approach with the present directions of sliding (process_of_many.cpp), but these turn on the way.
// What is left of the way, from 1 to 0, is followed by an equation in tau, in which a speed of
// sliding changes by its own size at most: so it is smooth also where sliding ends. That takes for
// ever in tau, and is over where what is left of it is rounding.
#include <algorithm>
#include <cmath>
#include <functional>

#include "runtime/impact/disc.hpp"
#include "runtime/impact/process.hpp"
#include "runtime/numerics/runge_kutta.hpp"

namespace mbs::impact {

namespace {

constexpr double ended = 1e-12;     // of the largest speed: sliding that is over
constexpr double standing = 1e-10;  // likewise, of what slid before: as well as what sticks is held
constexpr double accuracy = 1e-12;  // of a step
constexpr double last_part = 1e-7;  // of the way: nothing turns there by more than rounding
constexpr double first_part = 1e-6;   // of the way: a step in which sliding begins
constexpr double within_reach = 0.9;  // of what is left
constexpr double shortest = 1e-12;    // in tau, beside 1: no step is possible
// Speeds change by their own size in tau at most, and where they do so smoothly, steps of this
// order and accuracy are about 5e-3 long. Much shorter ones follow rounding of what holds. What
// slides next to not at all there is stopped, which changes impulses by less than 1e-8.
constexpr double short_step = 1e-4;       // in tau
constexpr double next_to_nothing = 1e-9;  // of the largest speed
constexpr double first = 1e-3;            // in tau
constexpr int most_steps = 20'000;        // of a piece
constexpr int most_sweeps = 2000;         // they converge linearly
// So many times what counts as rest, or rounding, may be left: of contacts that hold the same each
// passes on its own rounding and that of the others, of which there are a few.
constexpr double rounded = 10;

class Course : private Ode {
 public:
  explicit Course(const Problem& p)
      : problem_(p),
        n_(p.size()),
        w_(p.free),
        P_(Eigen::VectorXd::Zero(w_.size())),
        W_(Eigen::VectorXd::Zero(n_)),
        speed_(w_.cwiseAbs().maxCoeff()),
        slides_(n_, false),
        states_(n_, State::open) {}

  // Until none approaches.
  bool compress(std::vector<Compression>& taken) {
    const Eigen::VectorXd before = P_;
    W_.setZero();
    const Rate pressing = [this](const Eigen::VectorXd& w, double left) { return press(w, left); };
    for (int piece = 0; piece < most_pieces() && approaches(ended); ++piece) {
      if (go(pressing)) continue;
      // Sliding that jams, or forces that only hold once it has turned: friction by the speeds at
      // the end, which may not be reached along one line, but takes no more work than it should.
      const auto s = solve(to_the_end());
      if (!s) break;
      straight(s->P);
    }
    for (int i = 0; i < n_; ++i) taken[i] = {P_[3 * i] - before[3 * i], W_[i]};
    return !approaches(rounded * ended);
  }

  // Impulses `back`, all at the same rate.
  bool give_back(const Eigen::VectorXd& back) {
    if (!(back.maxCoeff() > 0)) return true;
    along_ = Eigen::VectorXd::Zero(w_.size());
    return go([&](const Eigen::VectorXd& w, double) { return with_friction(back, w); });
  }

  const Eigen::VectorXd& P() const { return P_; }
  const Eigen::VectorXd& w() const { return w_; }

 private:
  // Impulses by the part of the way, at these speeds where so much of it is left.
  using Rate = std::function<std::optional<Eigen::VectorXd>(const Eigen::VectorXd& w, double left)>;

  int most_pieces() const { return 8 * n_ + 8; }
  bool approaches(double part) const {
    for (int i = 0; i < n_; ++i)
      if (w_[3 * i] < -part * speed_) return true;
    return false;
  }
  double sliding(int i) const { return w_.segment<2>(3 * i + 1).norm(); }
  bool may_turn(int i) const { return problem_.friction[i].kind == Friction::Kind::coulomb; }

  // What slides keeps the direction that it has there; what does not may stick.
  Friction friction(int i, const Eigen::VectorXd& w) const {
    const Friction& f = problem_.friction[i];
    if (!slides_[i]) return f;
    const Eigen::Vector2d ratio = -f.sliding * w.segment<2>(3 * i + 1).normalized();
    return {.ratio = ratio[0], .ratio_2 = ratio[1]};
  }
  // To the end of the approach. How fast it slides says nothing of what slides already, and beside
  // it an approach may be as small as rounding.
  std::optional<Eigen::VectorXd> press(const Eigen::VectorXd& w, double left) {
    Problem p{problem_.D, w, std::vector<double>(n_, 0.0), {}, 3};
    for (int i = 0; i < n_; ++i) {
      p.friction.push_back(friction(i, w));
      p.free.segment<2>(3 * i + 1).setZero();
    }
    auto s = solution_of(p, states_);
    if (!s || !holds(p, *s)) s = solve(p);
    if (!s) return std::nullopt;
    if (std::ranges::find(s->states, State::slides_forward) == s->states.end()) states_ = s->states;
    return s->P / left;
  }
  Problem to_the_end() const {
    return {problem_.D, w_, std::vector<double>(n_, 0.0), problem_.friction, 3};
  }

  // Normal impulses with those of friction; what does not slide sticks if it can.
  std::optional<Eigen::VectorXd> with_friction(const Eigen::VectorXd& normal,
                                               const Eigen::VectorXd& w) {
    for (int i = 0; i < n_; ++i) along_[3 * i] = normal[i];
    if (all_held(w)) return along_;
    double moved = 0;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      moved = 0;
      for (int i = 0; i < n_; ++i) moved = std::max(moved, hold(i, w));
      if (moved <= 1e-14 * normal.maxCoeff()) return along_;
    }
    // Contacts that hold the same, but for rounding, pass it to and fro without end.
    if (moved <= rounded * rounding_of_speeds * normal.maxCoeff()) return along_;
    return std::nullopt;
  }
  // With all that do not slide held by the smallest impulses that do, if these are in their cones.
  bool all_held(const Eigen::VectorXd& w) {
    std::vector<int> held;
    for (int i = 0; i < n_; ++i) {
      const Friction f = friction(i, w);
      along_.segment<2>(3 * i + 1) = along_[3 * i] * Eigen::Vector2d(f.ratio, f.ratio_2);
      if (f.kind == Friction::Kind::coulomb) held.insert(held.end(), {3 * i + 1, 3 * i + 2});
    }
    if (held.empty()) return true;
    const Eigen::MatrixXd D = problem_.D(held, held);
    const Eigen::VectorXd moving = (problem_.D * along_)(held);
    const Eigen::VectorXd P = -D.completeOrthogonalDecomposition().solve(moving);
    if ((D * P + moving).norm() > rounding_of_speeds * moving.norm()) return false;
    along_(held) = P;
    for (const int at : held) {
      const int i = at / 3;
      if (along_.segment<2>(3 * i + 1).norm() > problem_.friction[i].sticking * along_[3 * i])
        return false;
    }
    return true;
  }
  // The tangential impulse of one contact with those of the others as they are; how far it moved.
  double hold(int i, const Eigen::VectorXd& w) {
    constexpr double rounding = 1e-15;
    const Friction f = friction(i, w);
    const int at = 3 * i + 1;
    const double P_N = along_[3 * i];
    const Eigen::Vector2d before = along_.segment<2>(at);
    Eigen::Vector2d P_T = P_N * Eigen::Vector2d(f.ratio, f.ratio_2);
    if (f.kind == Friction::Kind::coulomb) {
      const Eigen::Matrix2d D = problem_.D.block<2, 2>(at, at);
      const Eigen::Vector2d others = problem_.D.middleRows<2>(at) * along_ - D * before;
      const double nothing =
          rounding * (problem_.D.middleRows<2>(at).cwiseAbs() * along_.cwiseAbs()).maxCoeff();
      P_T = Disc<2>(D, others, f.sliding * P_N, f.sticking * P_N, nothing).moment();
    }
    along_.segment<2>(at) = P_T;
    return (P_T - before).cwiseAbs().maxCoeff();
  }

  // ---- along the way -----------------------------------------------------------

  // The whole of it. False if there is no way.
  bool go(const Rate& rate) {
    rate_ = &rate;
    left_ = 1;
    std::ranges::fill(slides_, true);
    for (int piece = 0; piece < most_pieces(); ++piece) {
      for (int i = 0; i < n_; ++i) {
        if (may_turn(i) && slides_[i] && sliding(i) <= standing * speed_)
          w_.segment<2>(3 * i + 1).setZero();
        slides_[i] = may_turn(i) && sliding(i) > ended * speed_;
      }
      const bool turns = std::ranges::find(slides_, true) != slides_.end();
      if (!turns || left_ <= last_part) return finish();
      if (!follow()) return false;
    }
    return false;
  }
  // Nothing turns from here on.
  bool finish() {
    const auto P = (*rate_)(w_, left_);
    if (!P) return false;
    straight(left_ * *P);
    return true;
  }
  void straight(const Eigen::VectorXd& P) {
    const Eigen::VectorXd change = problem_.D * P;
    for (int i = 0; i < n_; ++i) W_[i] -= P[3 * i] * (w_[3 * i] + 0.5 * change[3 * i]);
    P_ += P;
    w_ += change;
  }

  // x = w, what is left, W, P.
  int unknowns() const { return 7 * n_ + 1; }
  bool rates(double, const double* x, double* f) override {
    const int places = 3 * n_;
    const Eigen::VectorXd w = Eigen::VectorXd::Map(x, places);
    const double left = x[places];
    if (!(left > 0)) return false;
    const auto P = (*rate_)(w, left);
    if (!P) return false;
    const Eigen::VectorXd change = problem_.D * *P;
    const double clock = clock_of(w, change);
    Eigen::VectorXd::Map(f, places) = clock * change;
    f[places] = -clock;
    for (int i = 0; i < n_; ++i) f[places + 1 + i] = -clock * (*P)[3 * i] * w[3 * i];
    Eigen::VectorXd::Map(f + places + 1 + n_, places) = clock * *P;
    return true;
  }
  // The part of the way by tau.
  double clock_of(const Eigen::VectorXd& w, const Eigen::VectorXd& change) const {
    double sum = 1;
    for (int i = 0; i < n_; ++i)
      if (slides_[i])
        sum += change.segment<2>(3 * i + 1).squaredNorm() / w.segment<2>(3 * i + 1).squaredNorm();
    return 1 / std::sqrt(sum);
  }
  // Speeds count beside the largest, sliding also beside itself, by the mean of both, so that it
  // comes to its end and not past it: in which direction is of no consequence.
  double error_of(const RungeKutta& steps, std::vector<double>& e) const {
    steps.error(e.data());
    const double* x = steps.tried();
    double largest = std::abs(e[3 * n_]);
    for (int i = 0; i < n_; ++i) {
      const double own = slides_[i] ? std::hypot(x[3 * i + 1], x[3 * i + 2]) : speed_;
      const double sideways = std::hypot(e[3 * i + 1], e[3 * i + 2]);
      largest = std::max({largest, std::abs(e[3 * i]) / speed_,
                          sideways / std::sqrt(std::min(own, speed_) * speed_)});
    }
    return largest / accuracy;
  }
  void take(const double* x) {
    const int places = 3 * n_;
    w_ = Eigen::VectorXd::Map(x, places);
    left_ = x[places];
    W_ = Eigen::VectorXd::Map(x + places + 1, n_);
    P_ = Eigen::VectorXd::Map(x + places + 1 + n_, places);
  }

  // Until something stops or begins to slide, or to where the last part begins.
  bool follow() {
    RungeKutta steps(unknowns());
    StepSize size;
    std::vector<double> x(unknowns()), f(unknowns()), e(unknowns());
    Eigen::VectorXd::Map(x.data(), unknowns()) << w_, left_, W_, P_;
    if (!rates(0, x.data(), f.data())) return false;
    steps.start(0, x.data(), f.data());
    size.set(first);
    for (int i = 0; i < most_steps; ++i) {
      size.at_most(within_reach * left_ / -steps.f()[3 * n_]);
      const double h = size.size();
      if (h < short_step && stop_slowest()) return true;
      if (!(h > shortest)) return false;
      if (!steps.attempt(*this, steps.time() + h)) {
        size.undefined(h);
        continue;
      }
      if (const double error = error_of(steps, e); !(error <= 1)) {
        size.rejected(h, error);
        continue;
      } else if (const double part = left_ - steps.tried()[3 * n_];
                 begins(steps.tried()) && part > 2 * first_part) {
        size.set(h * first_part / part);
        continue;
      } else {
        steps.accept();
        size.accepted(h, error, false);
      }
      take(steps.y().data());
      if (stop() || begins(steps.y().data()) || left_ <= last_part) return true;
    }
    return false;
  }
  // Does something slide that did not?
  bool begins(const double* x) const {
    for (int i = 0; i < n_; ++i)
      if (may_turn(i) && !slides_[i] && std::hypot(x[3 * i + 1], x[3 * i + 2]) > ended * speed_)
        return true;
    return false;
  }
  // What slides next to not at all where steps follow rounding of what holds.
  bool stop_slowest() {
    bool any = false;
    for (int i = 0; i < n_; ++i) {
      if (!slides_[i] || sliding(i) > next_to_nothing * speed_) continue;
      w_.segment<2>(3 * i + 1).setZero();
      any = true;
    }
    return any;
  }
  // Those whose sliding has ended, and others that have all but ended theirs with them.
  bool stop() {
    bool any = false;
    for (int i = 0; i < n_; ++i) any = any || (slides_[i] && sliding(i) <= ended * speed_);
    for (int i = 0; any && i < n_; ++i)
      if (slides_[i] && sliding(i) <= rounded * ended * speed_) w_.segment<2>(3 * i + 1).setZero();
    return any;
  }

  const Problem& problem_;
  int n_;
  Eigen::VectorXd w_, P_, W_;  // W: taken up along the normals
  double speed_;               // the largest before the blow
  std::vector<char> slides_;   // in a direction that may turn
  std::vector<State> states_;  // of what pressed last, without any that began to slide
  double left_ = 0;            // of the way
  const Rate* rate_ = nullptr;
  Eigen::VectorXd along_;  // of a given normal impulse, with that of friction
};

}  // namespace

std::optional<ProcessResult> process_of_many_in_space(const Problem& p,
                                                      const Restitution& restitution) {
  Course course(p);
  ProcessResult result;
  result.taken.resize(p.size());
  if (!course.compress(result.taken)) return std::nullopt;
  if (!course.give_back(impulses_given_back(restitution, result.taken))) return std::nullopt;
  std::vector<Compression> more(p.size());
  if (!course.compress(more)) return std::nullopt;
  result.P = course.P();
  result.w = course.w();
  return result;
}

}  // namespace mbs::impact
