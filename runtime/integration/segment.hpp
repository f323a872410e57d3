// The piece of the solution that the last accepted step added.
#pragma once

#include <span>
#include <vector>

#include "runtime/integration/integrator.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/numerics/step_series.hpp"

namespace mbs {

// Evaluates the last step of an integrator anywhere between its ends. What `at` returns is valid
// until it is called again.
class Segment {
 public:
  Segment(const Integrator& integrator, int size)
      : solver_(&integrator), y_(size), yp_(size), some_y_(size), some_yp_(size), series_(size) {}
  double from() const { return solver_->previous_time(); }
  double to() const { return solver_->time(); }
  Instant end() const { return {solver_->time(), solver_->y(), solver_->yp()}; }
  Instant at(double t) {
    if (t == to()) return end();
    solver_->interpolate(t, y_.data(), yp_.data());
    return {t, y_.data(), yp_.data()};
  }
  // Only these unknowns: the others hold anything. A search that follows one contact costs the same
  // in a large mechanism as in a small one.
  Instant at(double t, std::span<const int> unknowns);
  // The same without rates: y' holds anything.
  Instant motion_at(double t, std::span<const int> unknowns);
  // See Integrator.
  bool exact_rates() const { return solver_->exact_rates(); }
  bool contact_at_end(int contact, ContactState& out) const {
    return solver_->contact_at_end(contact, out);
  }
  std::optional<ContactMotion> contact_within(double t, int contact) const {
    if (t == to()) return {};
    return solver_->contact_within(t, contact);
  }
  // A new step has been accepted.
  void renew() { series_.forget(); }

 private:
  const Integrator* solver_;
  std::vector<double> y_, yp_;
  std::vector<double> some_y_, some_yp_;
  StepSeries series_;
};

}  // namespace mbs
