#include "runtime/impact/turning.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/numerics/crossing.hpp"

namespace mbs::impact {

namespace {

constexpr int most_turns = 500;    // of contacts and moments, one after the other
constexpr int most_sweeps = 50;    // of moments alone: the next turn goes on from there
constexpr double settled = 1e-13;  // of the largest bound, or in speeds of the contacts of theirs
constexpr int polish = 3;
constexpr double immovable = 1e-14;   // of the larger mobility: nothing gives way there
constexpr double least_drag = 1e-15;  // of the mobility
constexpr double no_turning = 1e-14;  // of what adds up to it: what rounding leaves

// w = r + A Q with w = 0 and |Q| <= sticking, or Q against w and |Q| = sliding.
template <int size>
class Disc {
 public:
  using Vector = Eigen::Matrix<double, size, 1>;
  using Matrix = Eigen::Matrix<double, size, size>;
  // `rounding`, in speeds, is what w may be off where it is 0.
  Disc(const Matrix& A, const Vector& r, double sliding, double sticking, double rounding)
      : solver_(A), sliding_(sliding), sticking_(std::max(sliding, sticking)), rounding_(rounding) {
    give_ = solver_.eigenvalues();
    along_ = solver_.eigenvectors().transpose() * r;
    const double none = immovable * std::max(give_.maxCoeff(), 0.0);
    for (int i = 0; i < size; ++i) {
      if (give_[i] > none) continue;
      give_[i] = 0;
      // No moment ends what rounding leaves of turning where nothing gives way.
      if (std::abs(along_[i]) <= rounding) along_[i] = 0;
    }
  }
  Vector moment() const {
    if (along_.norm() <= rounding_ || sticking_ == 0) return Vector::Zero();
    const Vector held = against(0);
    if (held.allFinite() && held.norm() <= sticking_) return solver_.eigenvectors() * held;
    if (sliding_ == 0) return Vector::Zero();
    return solver_.eigenvectors() * against(drag());
  }

 private:
  // The moment that leaves w = -drag Q.
  Vector against(double drag) const {
    Vector q;
    for (int i = 0; i < size; ++i) q[i] = along_[i] == 0 ? 0 : -along_[i] / (give_[i] + drag);
    return q;
  }
  // |against(drag)| = sliding, by Newton's method from where it is bracketed.
  double drag() const {
    const double most = along_.norm() / sliding_;
    const double least = least_drag * std::max(give_.maxCoeff(), most);
    const auto within = [&](double log) { return sliding_ - against(std::exp(log)).norm(); };
    double drag = std::exp(locate_crossing(within, std::log(least), std::log(2 * most)));
    for (int i = 0; i < polish; ++i) {
      const Vector q = against(drag);
      const double falls = (q.array().square() / (give_.array() + drag)).sum() / q.norm();
      if (falls > 0) drag = std::max(drag + (q.norm() - sliding_) / falls, least);
    }
    return drag;
  }

  Eigen::SelfAdjointEigenSolver<Matrix> solver_;
  Vector give_, along_;
  double sliding_, sticking_, rounding_;
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
    for (int i = 0; i < most_sweeps; ++i)
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
      moved = std::max(moved, renew<2>(P, k, 0));
      moved = std::max(moved, renew<1>(P, k, 1));
    }
    return moved;
  }
  // Rolling (0) or spinning (1) at the k-th contact, while all else stays.
  template <int size>
  double renew(const Eigen::VectorXd& P, int k, int kind) {
    using Part = Disc<size>;
    const Turns::Bounds& b = t_.bounds[k];
    const int at = 3 * k + 2 * kind;
    const double P_N = std::max(P[p_.parts * b.contact], 0.0);
    const typename Part::Matrix A = t_.D.block<size, size>(at, at);
    const typename Part::Vector before = Q_.segment<size>(at);
    const typename Part::Vector r =
        free_.segment<size>(at) + t_.D.middleRows<size>(at) * Q_ - A * before;
    const Part disc(A, r, b.sliding[kind] * P_N, b.sticking[kind] * P_N, rounding_);
    const typename Part::Vector q = disc.moment();
    Q_.segment<size>(at) = q;
    return (q - before).cwiseAbs().maxCoeff();
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
  TurnedSolution last;
  for (int i = 0; i < most_turns; ++i) {
    p.free = problem.free + turns.coupling * moments.values();
    if (!p.free.allFinite()) break;
    auto contacts = solve(p);
    if (!contacts) return std::nullopt;
    last.settled = moments.settle(contacts->P);
    last.contacts = std::move(*contacts);
    last.moments = moments.values();
    if (last.settled) break;
  }
  return last;
}

}  // namespace mbs::impact
