#include "runtime/integration/segment.hpp"

namespace mbs {

Instant Segment::at(double t, std::span<const int> unknowns) {
  if (t == to() || !solver_->polynomial()) return at(t);  // all are functions of all
  // `some_y_` is scratch until values are asked for.
  if (!series_.known()) series_.find(*solver_, some_y_);
  const double x = t - solver_->time();
  for (const int i : unknowns) series_.at(i, x, some_y_[i], some_yp_[i]);
  return {t, some_y_.data(), some_yp_.data()};
}

Instant Segment::motion_at(double t, std::span<const int> unknowns) {
  if (t == to() || solver_->polynomial()) return at(t, unknowns);
  solver_->interpolate(t, y_.data(), nullptr);
  return {t, y_.data(), yp_.data()};
}

}  // namespace mbs
