// IDA for those unknowns that can move before it starts anew; the others keep their values.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "runtime/integration/solver.hpp"

namespace mbs {

// A system, seen as if only some of its unknowns were there.
class LiveDae : public Dae {
 public:
  LiveDae(Dae& whole, int size, SolverPattern pattern);
  // `live`: by unknown of the whole, whether it can move. What depends on the others must be
  // nothing but themselves.
  void choose(std::span<const char> live);
  void start(std::span<const double> y, std::span<const double> yp);
  int size() const { return static_cast<int>(live_.size()); }
  SolverPattern pattern() const { return {column_starts_, rows_}; }
  // Between the unknowns that can move and all of them.
  void gather(const double* whole, double* out) const;
  void scatter(const double* live, double* whole) const;
  int of_whole(int live) const { return live_[live]; }

  bool residual(double t, const double* y, const double* yp, double* r) override;
  bool jacobian(double t, double cj, const double* y, const double* yp, double* values) override;
  void weights(const double* y, double* weights) override;

 private:
  Dae& whole_;
  SolverPattern all_;
  std::vector<int> live_;              // in order
  std::vector<std::int64_t> entries_;  // of the whole pattern
  std::vector<std::int64_t> column_starts_, rows_;
  std::vector<double> y_, yp_, r_, weights_, values_;
};

// Used as IdaSolver is, with all unknowns of the system.
class LiveSolver {
 public:
  LiveSolver(Dae& dae, int size, SolverPattern pattern);
  // Right before a start: until then there are no values to be asked for. Without it all of them
  // can move.
  void choose(std::span<const char> live);

  bool ready() const { return ida_->ready(); }
  bool start(double t, std::span<const double> y, std::span<const double> yp, double first_step);
  void set_max_step(double seconds) { ida_->set_max_step(seconds); }
  void set_max_order(int order) { ida_->set_max_order(order); }
  StepStatus step(double stop);
  double time() const { return ida_->time(); }
  double previous_time() const { return ida_->previous_time(); }
  const double* y() const { return some_ ? y_.data() : ida_->y(); }
  const double* yp() const { return some_ ? yp_.data() : ida_->yp(); }
  bool interpolate(double t, double* y, double* yp) const;
  bool derivative(int k, double* out) const;
  double last_step() const { return ida_->last_step(); }
  int last_order() const { return ida_->last_order(); }
  int worst_unknown() const;
  SolverCounters counters() const;

 private:
  void replace(Dae& dae, int size, SolverPattern pattern);

  Dae& dae_;
  int size_;
  LiveDae live_dae_;
  SolverPattern pattern_;
  std::vector<char> live_;  // as chosen last; empty: all
  bool some_ = false;       // of the unknowns move
  std::optional<IdaSolver> ida_;
  SolverCounters before_;  // of solvers that were replaced
  std::vector<double> y_, yp_;
  mutable std::vector<double> few_, few_rates_;
};

}  // namespace mbs
