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
  const double* tried() const { return trial_.end.data(); }
  const double* tried_rates() const { return rates_of(trial_, Tsitouras::stages - 1); }
  void error(double* out) const;
  // By how much the last stage of the last step differs from the one before it, both at its end, in
  // y and in y' of active unknowns: what the equations make of a small change there.
  void last_change(double* y, double* f) const;
  // Within what was tried, as `interpolate` within the last step.
  void interpolate_tried(double t, double* y, double* f) const {
    interpolate_in(trial_, t, size_, y, f);
  }
  // What was tried is the last step now, and it stands at its end.
  void accept();
  // It stands at other values; the last step stays as it was.
  void move_end(const double* y, const double* f);

  double time() const { return t_; }
  double previous_time() const { return last_.from; }
  std::span<const double> y() const { return {y_.data(), size_}; }
  std::span<const double> f() const { return {f_.data(), size_}; }
  // Where the last step began.
  std::span<const double> previous_y() const { return {last_.begin.data(), size_}; }
  // Within the last step, of order 4; `f` may be null.
  void interpolate(double t, double* y, double* f) const { interpolate_in(last_, t, size_, y, f); }
  // The first `count` values alone.
  void interpolate_first(double t, int count, double* y) const {
    interpolate_in(last_, t, static_cast<std::size_t>(count), y, nullptr);
  }
  // By how much the cubic through values and rates at both ends of the last step misses the
  // interpolant in its middle: of the unknowns behind `from`.
  void missed_by_cubic(int from, double* out) const;
  // A step from the beginning of the last one to `t` within it: of order 5. False as `attempt`.
  bool again(Ode& ode, double t, double* y, double* f);

 private:
  struct Step {
    double from = 0, to = 0;
    std::vector<double> begin, end;
    std::vector<double> before;  // values of the last stage but one
    std::vector<double> k;       // stages, one after the other, each of stride_
  };
  bool compute(Ode& ode, Step& step);
  template <int stage>
  bool look(Ode& ode, Step& step);
  void interpolate_in(const Step& step, double t, std::size_t count, double* y, double* f) const;
  double* rates_of(Step& step, int stage) const { return step.k.data() + stage * stride_; }
  const double* rates_of(const Step& step, int stage) const {
    return step.k.data() + stage * stride_;
  }

  std::size_t size_, active_;
  std::size_t stride_;  // sizes in memory: even, so that unknowns go by in pairs
  double t_ = 0;
  std::vector<double> y_, f_;
  Step last_, trial_;
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
