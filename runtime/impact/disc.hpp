// Coulomb's law in a disc, of one contact or of what resists its turning: what holds, or slides
// against its speed.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "runtime/numerics/crossing.hpp"

namespace mbs::impact {

// w = r + A Q with w = 0 and |Q| <= sticking, or Q against w and |Q| = sliding.
template <int size>
class Disc {
  static constexpr int polish = 3;
  static constexpr double immovable = 1e-14;   // of the larger mobility: nothing gives way there
  static constexpr double least_drag = 1e-15;  // of the mobility

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

}  // namespace mbs::impact
