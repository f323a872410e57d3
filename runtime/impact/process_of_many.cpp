// Several contacts: all of them go along the impulses that would end the approach with the present
// directions of sliding, until one of them stops or turns.
#include <algorithm>
#include <cmath>

#include "runtime/impact/process.hpp"

namespace mbs::impact {

namespace {

constexpr int most_sweeps = 2000;  // they converge linearly
// What has slid stands below it, of the largest speed, as well as what sticks does.
constexpr double standing = 1e-10;
constexpr double rounded = 10;  // so many times what counts as rest may be left of an approach

class Course {
 public:
  explicit Course(const Problem& p)
      : problem_(p), w_(p.free), P_(Eigen::VectorXd::Zero(w_.size())) {
    largest_ = w_.cwiseAbs().maxCoeff();
    speed_ = 1e-12 * largest_;
  }

  // Until none approaches.
  bool compress(std::vector<Compression>& taken) {
    for (int piece = 0; piece < most_pieces() && approaches(speed_); ++piece) {
      if (const std::optional<Solution> s = solve(rest())) {
        go(s->P, taken, stop(s->P));
        continue;
      }
      // Sliding that jams, or forces that only hold once it has turned: friction by the speeds at
      // the end, which may not be reached along one line, but takes no more work than it should.
      const std::optional<Solution> s = solve(to_the_end());
      if (!s) break;
      go(s->P, taken, {});
    }
    return !approaches(rounded * speed_);
  }

  // Impulses `back`, all at the same rate.
  bool give_back(Eigen::VectorXd back) {
    std::vector<Compression> none(problem_.size());
    for (int piece = 0; piece < most_pieces() && back.maxCoeff() > 0; ++piece) {
      const std::optional<Eigen::VectorXd> along = with_friction(back);
      if (!along) return false;
      const Stop first = stop(*along);
      go(*along, none, first);
      back *= 1 - first.part;
    }
    return back.maxCoeff() <= 0;
  }

  const Eigen::VectorXd& P() const { return P_; }
  const Eigen::VectorXd& w() const { return w_; }

 private:
  int most_pieces() const { return 8 * problem_.size() + 8; }
  bool approaches(double faster) const {
    for (int i = 0; i < problem_.size(); ++i)
      if (w_[2 * i] < -faster) return true;
    return false;
  }
  bool slides(int i) const { return std::abs(w_[2 * i + 1]) > speed_; }
  bool may_stop(int i) const {
    return problem_.friction[i].kind == Friction::Kind::coulomb && slides(i);
  }
  // What slides keeps its direction; what does not may stick.
  Friction friction(int i) const {
    const Friction& f = problem_.friction[i];
    if (!may_stop(i)) return f;
    return {.ratio = w_[2 * i + 1] > 0 ? -f.sliding : f.sliding};
  }
  // From here to the end of the approach. How fast it slides says nothing of what slides already,
  // and beside it an approach may be as small as rounding.
  Problem rest() const {
    Problem p{problem_.D, w_, std::vector<double>(problem_.size(), 0.0), {}};
    for (int i = 0; i < problem_.size(); ++i) {
      p.friction.push_back(friction(i));
      if (p.friction[i].kind == Friction::Kind::ratio) p.free[2 * i + 1] = 0;
    }
    return p;
  }
  Problem to_the_end() const {
    return {problem_.D, w_, std::vector<double>(problem_.size(), 0.0), problem_.friction};
  }
  // Normal impulses with those of friction; what does not slide sticks if it can.
  std::optional<Eigen::VectorXd> with_friction(const Eigen::VectorXd& normal) const {
    const int n = problem_.size();
    Eigen::VectorXd P = Eigen::VectorXd::Zero(2 * n);
    for (int i = 0; i < n; ++i) P[2 * i] = normal[i];
    double moved = 0;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      moved = 0;
      for (int i = 0; i < n; ++i) moved = std::max(moved, hold(i, P));
      if (moved <= 1e-14 * normal.maxCoeff()) return P;
    }
    // Contacts that hold the same, but for rounding, pass it to and fro without end.
    if (moved <= rounding_of_speeds * normal.maxCoeff()) return P;
    return held_together(std::move(P));
  }
  // The same where they differ by more than that: those that have not come to their bounds change
  // by the least that holds them all.
  std::optional<Eigen::VectorXd> held_together(Eigen::VectorXd P) const {
    constexpr double the_same = 1e-8;
    std::vector<int> loose;
    for (int i = 0; i < problem_.size(); ++i)
      if (friction(i).kind == Friction::Kind::coulomb && within_bound(i, P))
        loose.push_back(2 * i + 1);
    if (loose.empty()) return std::nullopt;
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> held;
    held.setThreshold(the_same);
    held.compute(problem_.D(loose, loose));
    const Eigen::VectorXd slip = (problem_.D * P)(loose);
    P(loose) -= held.solve(slip);
    const Eigen::VectorXd left = (problem_.D * P)(loose);
    const double largest = (problem_.D.cwiseAbs() * P.cwiseAbs()).maxCoeff();
    if (!(left.cwiseAbs().maxCoeff() <= the_same * largest)) return std::nullopt;
    for (const int at : loose)
      if (!within_bound(at / 2, P)) return std::nullopt;
    return P;
  }
  bool within_bound(int i, const Eigen::VectorXd& P) const {
    return std::abs(P[2 * i + 1]) < friction(i).sticking * P[2 * i];
  }
  // The tangential impulse of one contact with those of the others as they are; how far it moved.
  double hold(int i, Eigen::VectorXd& P) const {
    const Friction f = friction(i);
    const double before = P[2 * i + 1], D_TT = problem_.D(2 * i + 1, 2 * i + 1);
    if (f.kind == Friction::Kind::ratio) {
      P[2 * i + 1] = f.ratio * P[2 * i];
    } else if (D_TT > 0) {
      const double w = problem_.D.row(2 * i + 1).dot(P);
      const double bound = f.sticking * P[2 * i];
      P[2 * i + 1] = std::clamp(before - w / D_TT, -bound, bound);
    }
    return std::abs(P[2 * i + 1] - before);
  }
  // The first contact along P that stops sliding, and which part of P that is.
  struct Stop {
    double part = 1;
    int contact = -1;  // -1: none does
  };
  Stop stop(const Eigen::VectorXd& P) const {
    const Eigen::VectorXd change = problem_.D * P;
    Stop first;
    for (int i = 0; i < problem_.size(); ++i) {
      const double vT = w_[2 * i + 1], d = change[2 * i + 1];
      if (!may_stop(i) || vT * d >= 0) continue;
      if (-vT / d < first.part) first = {-vT / d, i};
    }
    return first;
  }
  void go(const Eigen::VectorXd& P, std::vector<Compression>& taken, const Stop& to) {
    const Eigen::VectorXd change = problem_.D * P;
    for (int i = 0; i < problem_.size(); ++i) {
      const double dp = to.part * P[2 * i];
      taken[i].P_in += dp;
      taken[i].W_in -= dp * (w_[2 * i] + 0.5 * to.part * change[2 * i]);
    }
    P_ += to.part * P;
    for (int i = 0; i < problem_.size(); ++i) {
      const bool slid = may_stop(i);
      w_.segment<2>(2 * i) += to.part * change.segment<2>(2 * i);
      if (slid && std::abs(w_[2 * i + 1]) <= standing * largest_) w_[2 * i + 1] = 0;
    }
    if (to.contact >= 0) w_[2 * to.contact + 1] = 0;
  }

  const Problem& problem_;
  Eigen::VectorXd w_, P_;
  double largest_;  // speed before the blow
  double speed_;    // below it a contact does not slide
};

}  // namespace

std::optional<ProcessResult> process_of_many(const Problem& p, const Restitution& restitution) {
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
