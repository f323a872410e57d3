#include "runtime/integration/segment.hpp"

#include "runtime/numerics/hermite.hpp"

namespace mbs {

Instant Segment::at(double t, std::span<const int> unknowns) {
  if (t == to() || piece_) return at(t);
  if (solver_->in_joint_coordinates()) return at(t);  // all are functions of all
  // `some_y_` is scratch until values are asked for.
  if (!series_.known()) series_.find(*solver_, some_y_);
  const double x = t - solver_->time();
  for (const int i : unknowns) series_.at(i, x, some_y_[i], some_yp_[i]);
  return {t, some_y_.data(), some_yp_.data()};
}

Instant Segment::motion_at(double t, std::span<const int> unknowns) {
  if (t == to() || piece_ || !solver_->in_joint_coordinates()) return at(t, unknowns);
  solver_->interpolate(t, y_.data(), nullptr);
  return {t, y_.data(), yp_.data()};
}

Instant Segment::on_cubic(double t) {
  const auto& [before, after] = *piece_;
  const Hermite cubic(after.t - before.t, t - before.t);
  for (std::size_t i = 0; i < y_.size(); ++i) {
    y_[i] = cubic.value(before.y[i], before.yp[i], after.y[i], after.yp[i]);
    yp_[i] = cubic.slope(before.y[i], before.yp[i], after.y[i], after.yp[i]);
  }
  return {t, y_.data(), yp_.data()};
}

}  // namespace mbs
