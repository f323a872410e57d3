#include "runtime/impact/turning.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/numerics/crossing.hpp"

namespace mbs::impact {

namespace {

constexpr int most_turns = 2000;   // of contacts and moments, one after the other
constexpr double settled = 1e-13;  // of the largest bound, or in speeds of the contacts of theirs
constexpr int polish = 3;
constexpr double immovable = 1e-14;   // of the larger mobility: nothing gives way there
constexpr double least_drag = 1e-15;  // of the mobility
constexpr double no_turning = 1e-14;  // of what adds up to it: what rounding leaves

// w = r + A Q with w = 0 and |Q| <= sticking, or Q against w and |Q| = sliding.
class Disc {
 public:
  Disc(const Eigen::MatrixXd& A, const Eigen::VectorXd& r, double sliding, double sticking)
      : solver_(A), sliding_(sliding), sticking_(std::max(sliding, sticking)) {
    give_ = solver_.eigenvalues().cwiseMax(0);
    along_ = solver_.eigenvectors().transpose() * r;
  }
  Eigen::VectorXd moment(double rounding) const {
    if (along_.norm() <= rounding || sticking_ == 0) return Eigen::VectorXd::Zero(along_.size());
    const Eigen::VectorXd held = against(0);
    if (held.allFinite() && held.norm() <= sticking_) return solver_.eigenvectors() * held;
    if (sliding_ == 0) return Eigen::VectorXd::Zero(along_.size());
    return solver_.eigenvectors() * against(drag());
  }

 private:
  // The moment that leaves w = -drag Q.
  Eigen::VectorXd against(double drag) const {
    Eigen::VectorXd q(along_.size());
    const double none = immovable * give_.maxCoeff();
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      const double give = give_[i] > none ? give_[i] : 0;
      q[i] = along_[i] == 0 ? 0 : -along_[i] / (give + drag);
    }
    return q;
  }
  // |against(drag)| = sliding, by Newton's method from where it is bracketed.
  double drag() const {
    const double most = along_.norm() / sliding_;
    const double least = least_drag * std::max(give_.maxCoeff(), most);
    const auto within = [&](double log) { return sliding_ - against(std::exp(log)).norm(); };
    double drag = std::exp(locate_crossing(within, std::log(least), std::log(2 * most)));
    for (int i = 0; i < polish; ++i) {
      const Eigen::VectorXd q = against(drag);
      const double falls = (q.array().square() / (give_.array() + drag)).sum() / q.norm();
      if (falls > 0) drag += (q.norm() - sliding_) / falls;
    }
    return drag;
  }

  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver_;
  Eigen::VectorXd give_, along_;
  double sliding_, sticking_;
};

// All moments while the contacts' impulses stay.
class Moments {
 public:
  Moments(const Problem& p, const Turns& t)
      : p_(p), t_(t), Q_(Eigen::VectorXd::Zero(t.free.size())) {}
  const Eigen::VectorXd& values() const { return Q_; }

  // Whether they stay where they are for these impulses.
  bool settle(const Eigen::VectorXd& P) {
    const Eigen::VectorXd before = Q_;
    free_ = t_.free + t_.coupling.transpose() * P;
    rounding_ = no_turning *
                (t_.free.cwiseAbs() + t_.coupling.cwiseAbs().transpose() * P.cwiseAbs()).maxCoeff();
    const double least = settled * largest_bound(P);
    for (int i = 0; i < most_turns; ++i)
      if (sweep(P) <= least) break;
    const Eigen::VectorXd moved = Q_ - before;
    const double speed = p_.free.cwiseAbs().maxCoeff();
    return moved.cwiseAbs().maxCoeff() <= least ||
           (t_.coupling * moved).cwiseAbs().maxCoeff() <= settled * speed;
  }

 private:
  double largest_bound(const Eigen::VectorXd& P) const {
    double most = 0;
    for (const Turns::Bounds& b : t_.bounds)
      for (const double part : b.sticking) most = std::max(most, part * P[p_.parts * b.contact]);
    return most;
  }
  double sweep(const Eigen::VectorXd& P) {
    double moved = 0;
    for (int k = 0; k < static_cast<int>(t_.bounds.size()); ++k) {
      moved = std::max(moved, renew(P, k, 0));
      moved = std::max(moved, renew(P, k, 1));
    }
    return moved;
  }
  // Rolling (0) or spinning (1) at the k-th contact, while all else stays.
  double renew(const Eigen::VectorXd& P, int k, int kind) {
    const Turns::Bounds& b = t_.bounds[k];
    const int at = 3 * k + 2 * kind, size = kind == 0 ? 2 : 1;
    const double P_N = std::max(P[p_.parts * b.contact], 0.0);
    const Eigen::MatrixXd A = t_.D.block(at, at, size, size);
    const Eigen::VectorXd r =
        free_.segment(at, size) + t_.D.middleRows(at, size) * Q_ - A * Q_.segment(at, size);
    const Eigen::VectorXd q =
        Disc(A, r, b.sliding[kind] * P_N, b.sticking[kind] * P_N).moment(rounding_);
    const double moved = (q - Q_.segment(at, size)).cwiseAbs().maxCoeff();
    Q_.segment(at, size) = q;
    return moved;
  }

  const Problem& p_;
  const Turns& t_;
  Eigen::VectorXd Q_, free_;
  double rounding_ = 0;
};

}  // namespace

std::optional<TurnedSolution> solve(const Problem& problem, const Turns& turns) {
  Problem p = problem;
  Moments moments(p, turns);
  for (int i = 0; i < most_turns; ++i) {
    p.free = problem.free + turns.coupling * moments.values();
    auto contacts = solve(p);
    if (!contacts) return std::nullopt;
    if (moments.settle(contacts->P)) return TurnedSolution{std::move(*contacts), moments.values()};
  }
  return std::nullopt;
}

}  // namespace mbs::impact
