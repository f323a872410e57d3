// How a step of an integrator ends, and what it has cost so far.
#pragma once

namespace mbs {

struct SolverCounters {
  long steps = 0, residuals = 0, jacobians = 0, factorizations = 0, newton_iterations = 0;
  long error_test_failures = 0, convergence_failures = 0, restarts = 0;
  // Of steps and residuals those that were explicit: a residual is an evaluation of y' then.
  long explicit_steps = 0, evaluations = 0;
};

enum class StepStatus {
  accepted,        // one step further
  stop,            // the stop time is reached, exactly
  step_too_small,  // error test or convergence failed down to the smallest step
  undefined,       // residual or Jacobian could not be evaluated, however small the step
  singular,        // the iteration matrix could not be factorised
  failed,          // anything else
};

}  // namespace mbs
