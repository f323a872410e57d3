// How a step of an integrator ends, and what it has cost so far.
#pragma once

namespace mbs {

struct SolverCounters {
  long steps = 0, residuals = 0, jacobians = 0, factorizations = 0, newton_iterations = 0;
  long error_test_failures = 0, convergence_failures = 0, restarts = 0;
  // How many of the steps and residuals were explicit: a residual is an evaluation of y' then.
  long explicit_steps = 0, evaluations = 0;

  SolverCounters& operator+=(const SolverCounters& more) {
    steps += more.steps;
    residuals += more.residuals;
    jacobians += more.jacobians;
    factorizations += more.factorizations;
    newton_iterations += more.newton_iterations;
    error_test_failures += more.error_test_failures;
    convergence_failures += more.convergence_failures;
    restarts += more.restarts;
    explicit_steps += more.explicit_steps;
    evaluations += more.evaluations;
    return *this;
  }
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
