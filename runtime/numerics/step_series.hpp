// Private to runtime: the last step of a solver as a polynomial in time, for the many places at
// which an event is searched for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace mbs {

// Taylor coefficients about the end of the step, for each unknown that the solver integrates.
class StepSeries {
 public:
  explicit StepSeries(std::size_t unknowns) : terms_(unknowns * count) {}
  void forget() { known_ = false; }  // a new step has been accepted
  bool known() const { return known_; }
  // From derivatives at the end of the step. `scratch` has room for all unknowns.
  template <class Solver>
  void find(const Solver& solver, std::vector<double>& scratch) {
    order_ = std::min(solver.last_order(), count - 1);
    double factorial = 1;
    for (int k = 0; k <= order_; ++k) {
      factorial *= std::max(k, 1);
      solver.derivative(k, scratch.data());
      for (std::size_t i = 0; i < scratch.size(); ++i)
        terms_[i * count + k] = scratch[i] / factorial;
    }
    known_ = true;
  }
  // Value and derivative of unknown i at x, s, after the end of the step.
  void at(std::size_t i, double x, double& value, double& slope) const {
    const double* c = terms_.data() + i * count;
    value = c[order_];
    slope = 0;
    for (int k = order_ - 1; k >= 0; --k) {
      slope = slope * x + value;
      value = value * x + c[k];
    }
  }

 private:
  static constexpr int count = 6;  // of terms, for the largest order
  std::vector<double> terms_;
  int order_ = 0;
  bool known_ = false;
};

}  // namespace mbs
