// The piece of the solution that the last accepted step added.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "runtime/integration/motion_solver.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/numerics/step_series.hpp"

namespace mbs {

// Both ends of a step whose inside is the cubic through them.
struct Piece {
  Instant before, after;
};

// Evaluates the last step of a solver anywhere between its ends. What `at` returns is valid until
// it is called again.
class Segment {
 public:
  Segment(const MotionSolver& solver, int size)
      : solver_(&solver), y_(size), yp_(size), some_y_(size), some_yp_(size) {}
  double from() const { return piece_ ? piece_->before.t : solver_->previous_time(); }
  double to() const { return piece_ ? piece_->after.t : solver_->time(); }
  Instant end() const {
    return piece_ ? piece_->after : Instant{solver_->time(), solver_->y(), solver_->yp()};
  }
  Instant at(double t) {
    if (t == to()) return end();
    if (piece_) return on_cubic(t);
    solver_->interpolate(t, y_.data(), yp_.data());
    return {t, y_.data(), yp_.data()};
  }
  // Only these unknowns: the others hold anything. A search that follows one contact costs the same
  // in a large mechanism as in a small one.
  Instant at(double t, std::span<const int> unknowns);
  // The same without rates: y' holds anything.
  Instant motion_at(double t, std::span<const int> unknowns);
  // A new step has been accepted.
  void renew() { series_.forget(); }
  // The same of a step that was not the solver's; it never has another one then.
  void renew(const Piece& piece) { piece_ = piece; }

 private:
  Instant on_cubic(double t);

  const MotionSolver* solver_;
  std::vector<double> y_, yp_;
  std::vector<double> some_y_, some_yp_;
  StepSeries series_;
  std::optional<Piece> piece_;
};

}  // namespace mbs
