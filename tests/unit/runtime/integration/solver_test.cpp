#include "runtime/integration/solver.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

using namespace mbs;

namespace {

// x' = v, v' = -w^2 x: x = cos(w t) from rest at 1.
struct Oscillator : Dae {
  double tol = 1e-8;
  double w = 2 * std::numbers::pi;
  double broken_from = std::numeric_limits<double>::infinity();  // no residual after this time

  bool residual(double t, const double* y, const double* yp, double* r) override {
    r[0] = yp[0] - y[1];
    r[1] = yp[1] + w * w * y[0];
    return t < broken_from;
  }
  bool jacobian(double, double cj, const double*, const double*, double* values) override {
    values[0] = cj, values[1] = w * w, values[2] = -1, values[3] = cj;
    return true;
  }
  void weights(const double*, double* weights) override {
    weights[0] = 1 / tol, weights[1] = 1 / (w * tol);
  }
  static constexpr std::array<std::int64_t, 3> starts = {0, 2, 4};
  static constexpr std::array<std::int64_t, 4> rows = {0, 1, 0, 1};
  IdaSolver solver() { return IdaSolver(*this, 2, {starts, rows}); }
  bool start(IdaSolver& s, double t = 0, double first_step = 1e-4) {
    const std::array<double, 2> y = {std::cos(w * t), -w * std::sin(w * t)};
    const std::array<double, 2> yp = {y[1], -w * w * y[0]};
    return s.start(t, y, yp, first_step);
  }
};

StepStatus run_to(IdaSolver& solver, double stop) {
  StepStatus status = StepStatus::accepted;
  while (status == StepStatus::accepted) status = solver.step(stop);
  return status;
}

// A pendulum of length 1 in the form that mechanisms take: q = (x, y), v, impulse multipliers
// Lam and Mu of the length held. Starts from rest at 90 degrees.
struct Pendulum : Dae {
  static constexpr double g = 9.81;
  double tol = 1e-8;
  bool residual(double, const double* y, const double* yp, double* r) override {
    for (int i = 0; i < 2; ++i) {
      r[i] = yp[i] - y[2 + i] + 2 * y[i] * yp[5];
      r[2 + i] = yp[2 + i] + (i == 1 ? g : 0) + 2 * y[i] * yp[4];
    }
    r[4] = 2 * (y[0] * y[2] + y[1] * y[3]);
    r[5] = y[0] * y[0] + y[1] * y[1] - 1;
    return true;
  }
  static constexpr std::array<std::int64_t, 7> starts = {0, 4, 8, 11, 14, 16, 18};
  static constexpr std::array<std::int64_t, 18> rows = {0, 2, 4, 5, 1, 3, 4, 5, 0,
                                                        2, 4, 1, 3, 4, 2, 3, 0, 1};
  bool jacobian(double, double cj, const double* y, const double* yp, double* J) override {
    for (int i = 0; i < 2; ++i) {
      double* position = J + 4 * i;
      position[0] = cj + 2 * yp[5], position[1] = 2 * yp[4];
      position[2] = 2 * y[2 + i], position[3] = 2 * y[i];
      double* speed = J + 8 + 3 * i;
      speed[0] = -1, speed[1] = cj, speed[2] = 2 * y[i];
      J[14 + i] = 2 * y[i] * cj, J[16 + i] = 2 * y[i] * cj;
    }
    return true;
  }
  void weights(const double*, double* weights) override {
    for (int i = 0; i < 6; ++i) weights[i] = 1 / tol;
  }
};

}  // namespace

TEST_CASE("the solver follows an oscillator and stops exactly where it is told") {
  Oscillator oscillator;
  IdaSolver solver = oscillator.solver();
  REQUIRE(solver.ready());
  REQUIRE(oscillator.start(solver));
  CHECK(run_to(solver, 2.25) == StepStatus::stop);
  CHECK(solver.time() == 2.25);
  // A few hundred steps of local error 1e-8 each, which an oscillator adds up.
  CHECK(std::abs(solver.y()[0]) < 1e-5);
  CHECK(solver.y()[1] == doctest::Approx(-oscillator.w).epsilon(1e-5));
  CHECK(solver.counters().steps > 50);
  CHECK(solver.counters().restarts == 1);
  CHECK(run_to(solver, 2.5) == StepStatus::stop);  // and goes on from there
  CHECK(solver.y()[0] == doctest::Approx(-1).epsilon(1e-5));
}

TEST_CASE("the solver's own polynomial is as accurate inside a step as at its ends") {
  Oscillator oscillator;
  IdaSolver solver = oscillator.solver();
  REQUIRE(oscillator.start(solver));
  double worst = 0;
  std::array<double, 2> y, yp;
  while (solver.step(1) == StepStatus::accepted) {
    const double middle = 0.5 * (solver.previous_time() + solver.time());
    REQUIRE(solver.interpolate(middle, y.data(), yp.data()));
    worst = std::max(worst, std::abs(y[0] - std::cos(oscillator.w * middle)));
  }
  CHECK(worst < 1e-5);                                       // as above
  CHECK_FALSE(solver.interpolate(-1, y.data(), yp.data()));  // outside
}

TEST_CASE("counters go on over restarts") {
  Oscillator oscillator;
  IdaSolver solver = oscillator.solver();
  REQUIRE(oscillator.start(solver));
  run_to(solver, 1);
  const SolverCounters first = solver.counters();
  REQUIRE(oscillator.start(solver, 1, 1e-5));
  run_to(solver, 2);
  const SolverCounters both = solver.counters();
  CHECK(both.restarts == 2);
  CHECK(both.steps > first.steps);
  CHECK(both.residuals > first.residuals);
  CHECK(both.jacobians > first.jacobians);
}

TEST_CASE("a residual that is not defined ends as a value, not as an abort") {
  Oscillator oscillator;
  oscillator.broken_from = 0.5;
  IdaSolver solver = oscillator.solver();
  REQUIRE(oscillator.start(solver));
  CHECK(run_to(solver, 1) == StepStatus::undefined);
  CHECK(solver.time() <= 0.5);
  CHECK_FALSE(solver.message().empty());
}

TEST_CASE("steps never exceed the largest allowed") {
  Oscillator oscillator;
  IdaSolver solver = oscillator.solver();
  solver.set_max_step(1e-3);
  REQUIRE(oscillator.start(solver));
  double largest = 0;
  while (solver.step(0.2) == StepStatus::accepted) largest = std::max(largest, solver.last_step());
  CHECK(largest <= 1e-3 * (1 + 1e-12));
}

TEST_CASE("a pendulum in stabilised index-2 form keeps its period and its length") {
  Pendulum pendulum;
  IdaSolver solver(pendulum, 6, {Pendulum::starts, Pendulum::rows});
  // At rest with the string level: gravity alone acts, no multiplier.
  const std::array<double, 6> y = {1, 0, 0, 0, 0, 0}, yp = {0, 0, 0, -Pendulum::g, 0, 0};
  REQUIRE(solver.start(0, y, yp, 1e-5));
  // 4 K(sin 45 deg)/sqrt(g) is the period from 90 degrees.
  const double period = 4 * std::comp_ellint_1(std::sqrt(0.5)) / std::sqrt(Pendulum::g);
  CHECK(period == doctest::Approx(2.367841948).epsilon(1e-9));
  CHECK(run_to(solver, period) == StepStatus::stop);
  CHECK(solver.y()[0] == doctest::Approx(1).epsilon(1e-6));
  CHECK(std::abs(solver.y()[1]) < 1e-5);  // some hundred steps at a local error of 1e-8
  CHECK(std::abs(std::hypot(solver.y()[0], solver.y()[1]) - 1) < 1e-10);
}
