#include "runtime/segment.hpp"

#include <algorithm>

namespace mbs {

// Term by term through `some_y_`, which is scratch until values are asked for.
void Segment::expand() {
  series_.resize(some_y_.size() * terms);
  order_ = std::min(solver_->last_order(), terms - 1);
  double factorial = 1;
  for (int k = 0; k <= order_; ++k) {
    factorial *= std::max(k, 1);
    solver_->derivative(k, some_y_.data());
    for (std::size_t i = 0; i < some_y_.size(); ++i)
      series_[i * terms + k] = some_y_[i] / factorial;
  }
  known_ = true;
}

Instant Segment::at(double t, std::span<const int> unknowns) {
  if (t == solver_->time()) return end();
  if (solver_->in_joint_coordinates()) return at(t);  // all are functions of all
  if (!known_) expand();
  const double x = t - solver_->time();
  for (const int i : unknowns) {
    const double* c = series_.data() + static_cast<std::size_t>(i) * terms;
    double value = c[order_], slope = 0;
    for (int k = order_ - 1; k >= 0; --k) {
      slope = slope * x + value;
      value = value * x + c[k];
    }
    some_y_[i] = value;
    some_yp_[i] = slope;
  }
  return {t, some_y_.data(), some_yp_.data()};
}

}  // namespace mbs
