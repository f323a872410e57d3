// IDA behind plain callbacks: variable step, variable order BDF for F(t, y, y') = 0.
// Its source is the only one that knows the library which does the work.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/integration/solver_pattern.hpp"
#include "runtime/integration/step.hpp"

namespace mbs {

// A system F(t, y, y') = 0 whose Jacobian has a known pattern. Callbacks must not throw.
class Dae {
 public:
  virtual ~Dae() = default;
  // r = F(t, y, y'). False: not defined here; the step is tried again with a smaller size.
  virtual bool residual(double t, const double* y, const double* yp, double* r) = 0;
  // Entries of dF/dy + cj dF/dy' in the order of the pattern. False as for the residual.
  virtual bool jacobian(double t, double cj, const double* y, const double* yp, double* values) = 0;
  // Asked before each Jacobian: the pattern from now on, if it is another one.
  virtual std::optional<SolverPattern> new_pattern() { return {}; }
  // weights[i] = 1/tolerance of unknown i, in force for the step to come.
  virtual void weights(const double* y, double* weights) = 0;
};

class IdaSolver {
 public:
  IdaSolver(Dae& dae, int size, SolverPattern pattern);
  ~IdaSolver();
  IdaSolver(IdaSolver&&) noexcept;
  IdaSolver& operator=(IdaSolver&&) = delete;

  bool ready() const;  // false: out of memory
  // (Re)starts at order 1 from consistent (t, y, y') with a first step of about `first_step`, s.
  bool start(double t, std::span<const double> y, std::span<const double> yp, double first_step);
  void set_max_step(double seconds);  // inf: none
  // The highest of its formulas. Lower than what it is at only right after a start.
  static constexpr int highest_order = 5;
  void set_max_order(int order);
  // One accepted step, never beyond `stop`. y(), yp() and time() are at its end.
  StepStatus step(double stop);

  double time() const;
  double previous_time() const;  // where the last step began; interpolation reaches back to it
  const double* y() const;
  const double* yp() const;
  // The solution within the last step, from the solver's own polynomial: y and its derivative.
  bool interpolate(double t, double* y, double* yp) const;
  // The k-th derivative of that polynomial at time(), k = 0 to last_order(); `out` has all
  // unknowns.
  bool derivative(int k, double* out) const;
  double last_step() const;  // s, size of the last step
  int last_order() const;
  // Which unknown has the largest weighted local error of the last attempt; -1: unknown.
  int worst_unknown() const;
  SolverCounters counters() const;     // over all restarts
  const std::string& message() const;  // of the last failure

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mbs
