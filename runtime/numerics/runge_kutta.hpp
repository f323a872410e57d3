// Explicit steps of order 5 with an error estimate of order 4: the pair of Tsitouras (Computers &
// Mathematics with Applications 62 (2011) 770), and the size of steps. Knows vectors alone.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace mbs {

// y' = f(t, y). False: not defined there. Must not throw.
class Ode {
 public:
  virtual ~Ode() = default;
  virtual bool rates(double t, const double* y, double* f) = 0;
};

// The coefficients. The last stage is at the end of the step, and the first of the next one.
struct Tsitouras {
  static constexpr int stages = 7, order = 5, dense_terms = 4;
  static const std::array<double, stages> c;
  static const std::array<std::array<double, stages>, stages> a;  // the last row gives the step
  static const std::array<double, stages> e;                      // fifth minus fourth order
  // Weights within a step, polynomials in theta: theta, theta^2, ...
  static const std::array<std::array<double, dense_terms>, stages> dense;
};

// The unknowns come with those first that rates depend on; of the others, which are integrals,
// stages have no values.
class RungeKutta {
 public:
  explicit RungeKutta(int size);
  // How many of them rates depend on, from now on: all, unless told.
  void set_active(int count) { active_ = static_cast<std::size_t>(count); }
  // From y at t, with y' there. Nothing of what was before is used again.
  void start(double t, const double* y, const double* f);
  // Tries a step from where it stands to `to`. False: f is not defined somewhere on it.
  bool attempt(Ode& ode, double to);
  // What was tried: values, rates, and the error estimate of each value.
  double tried_time() const { return trial_.to; }
  const double* tried() const { return end_of(trial_); }
  const double* tried_rates() const { return rates_of(trial_, Tsitouras::stages - 1); }
  void error(double* out) const;
  // The sum of the squares of error estimates times their weights.
  double squared_error(const double* weights) const;
  // Values and rates of the last two stages of the last step, both at its end: by what they differ
  // is what the equations make of a small change there. Of active unknowns alone.
  struct LastStages {
    const double *y, *y_before, *f, *f_before;
    double shift(int i) const { return y[i] - y_before[i]; }
    double change_of_rate(int i) const { return f[i] - f_before[i]; }
  };
  LastStages last_stages() const;
  // Within what was tried, as `interpolate` within the last step.
  void interpolate_tried(double t, double* y, double* f) const {
    interpolate_in(trial_, t, size_, y, f);
  }
  // What was tried is the last step now, and it stands at its end.
  void accept();
  // It stands at other values; the last step stays as it was.
  void move_end(const double* y, const double* f);

  double time() const { return trial_.from; }
  double previous_time() const { return last_.from; }
  std::span<const double> y() const { return {begin_of(trial_), size_}; }
  std::span<const double> f() const { return {rates_of(trial_, 0), size_}; }
  // Where the last step began.
  std::span<const double> previous_y() const { return {begin_of(last_), size_}; }
  // Within the last step, of order 4; `f` may be null.
  void interpolate(double t, double* y, double* f) const { interpolate_in(last_, t, size_, y, f); }
  // The first `count` values alone.
  void interpolate_first(double t, int count, double* y) const {
    interpolate_in(last_, t, static_cast<std::size_t>(count), y, nullptr);
  }
  // By how much the cubic through values and rates at both ends of the last step misses the
  // interpolant in its middle, times `part`: of `count` unknowns from `first` on.
  void missed_by_cubic(int first, int count, double part, double* out) const;
  // A step from the beginning of the last one to `t` within it: of order 5. False as `attempt`.
  bool again(Ode& ode, double t, double* y, double* f);

 private:
  // Values at both ends and of the last stage but one, then the rates of all stages, each in
  // `stride_` places.
  struct Step {
    double from = 0, to = 0;
    std::vector<double> all;
  };
  static constexpr std::size_t values = 3;
  bool compute(Ode& ode, Step& step);
  template <int stage>
  bool look(Ode& ode, Step& step);
  void interpolate_in(const Step& step, double t, std::size_t count, double* y, double* f) const;
  double* begin_of(Step& step) const { return step.all.data(); }
  const double* begin_of(const Step& step) const { return step.all.data(); }
  double* end_of(Step& step) const { return step.all.data() + stride_; }
  const double* end_of(const Step& step) const { return step.all.data() + stride_; }
  double* before_of(Step& step) const { return step.all.data() + 2 * stride_; }
  const double* before_of(const Step& step) const { return step.all.data() + 2 * stride_; }
  double* rates_of(Step& step, int stage) const {
    return step.all.data() + (values + stage) * stride_;
  }
  const double* rates_of(const Step& step, int stage) const {
    return step.all.data() + (values + stage) * stride_;
  }

  std::size_t size_, active_;
  std::size_t stride_;  // sizes in memory: even, so that unknowns go by in pairs
  Step last_;
  Step trial_;  // begins where it stands
  Step again_;
};

// The size of steps, s. `error` is the norm of the estimate over the tolerance: 1 is allowed.
class StepSize {
 public:
  bool known() const { return size_ > 0; }
  double size() const { return size_; }
  void set(double h) { size_ = h; }
  void at_most(double h);
  // `cut`: something else than the error made it shorter, so what was thought possible stays so.
  void accepted(double h, double error, bool cut);
  void rejected(double h, double error);
  void undefined(double h);  // there was no value to estimate an error of

 private:
  double size_ = 0;
  bool failed_ = false;  // the attempt before
};

}  // namespace mbs
