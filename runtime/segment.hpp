// The piece of the solution that the last accepted step added.
#pragma once

#include <span>
#include <vector>

#include "runtime/solver.hpp"

namespace mbs {

// The unknowns at a time; a view.
struct Instant {
  double t = 0;
  const double* y = nullptr;
  const double* yp = nullptr;
};

// Evaluates the last step of a solver anywhere between its ends. One buffer: what `at` returns is
// valid until it is called again.
class Segment {
 public:
  Segment(const IdaSolver& solver, int size) : solver_(&solver), y_(size), yp_(size) {}
  double from() const { return solver_->previous_time(); }
  double to() const { return solver_->time(); }
  Instant end() const { return {solver_->time(), solver_->y(), solver_->yp()}; }
  Instant at(double t) {
    if (t == solver_->time()) return end();
    solver_->interpolate(t, y_.data(), yp_.data());
    return {t, y_.data(), yp_.data()};
  }

 private:
  const IdaSolver* solver_;
  std::vector<double> y_, yp_;
};

}  // namespace mbs
