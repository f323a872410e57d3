#include "runtime/impact/turning.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/impact/disc.hpp"

namespace mbs::impact {

namespace {

constexpr int most_turns = 500;    // of contacts and moments, one after the other
constexpr int most_sweeps = 50;    // of moments alone: the next turn goes on from there
constexpr double settled = 1e-13;  // of the largest bound, or in speeds of the contacts of theirs
constexpr double no_turning = 1e-14;  // of what adds up to it: what rounding leaves

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
