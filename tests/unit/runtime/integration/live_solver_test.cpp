#include "runtime/integration/live_solver.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace mbs;

namespace {

// Three unknowns: a' = -a, b' = 0 with a value that everybody may read, c' = a b.
struct Decay : Dae {
  static constexpr std::array<std::int64_t, 4> starts = {0, 2, 3, 4};
  static constexpr std::array<std::int64_t, 4> rows = {0, 2, 1, 2};
  bool residual(double, const double* y, const double* yp, double* r) override {
    r[0] = yp[0] + y[0];
    r[1] = yp[1];
    r[2] = yp[2] - y[0] * y[1];
    return true;
  }
  bool jacobian(double, double cj, const double* y, const double*, double* values) override {
    values[0] = cj + 1, values[1] = -y[1], values[2] = cj, values[3] = cj;
    return true;
  }
  void weights(const double*, double* weights) override {
    for (int i = 0; i < 3; ++i) weights[i] = 1e9;
  }
};

constexpr std::array<double, 3> at_first = {1, 3, 0}, rates_at_first = {-1, 0, 3};
constexpr std::array<char, 3> all = {1, 1, 1}, without_b = {1, 0, 1};
// The error of a step is at most 1e-9 by the weights; some hundred steps may add up.
constexpr double precision = 1e-6;

void run_to(LiveSolver& solver, double stop) {
  while (solver.step(stop) == StepStatus::accepted) {
  }
}

}  // namespace

TEST_CASE("unknowns that cannot move keep their values, the others see them") {
  Decay dae;
  LiveSolver solver(dae, 3, {Decay::starts, Decay::rows});
  solver.choose(without_b);
  REQUIRE(solver.start(0, at_first, rates_at_first, 1e-4));
  run_to(solver, 1);
  CHECK(solver.y()[0] == doctest::Approx(std::exp(-1)).epsilon(precision));
  CHECK(solver.y()[1] == 3);
  CHECK(solver.yp()[1] == 0);
  CHECK(solver.y()[2] == doctest::Approx(3 * (1 - std::exp(-1))).epsilon(precision));
}

TEST_CASE("between steps and in derivatives all unknowns are there") {
  Decay dae;
  LiveSolver solver(dae, 3, {Decay::starts, Decay::rows});
  solver.choose(without_b);
  REQUIRE(solver.start(0, at_first, rates_at_first, 1e-4));
  run_to(solver, 1);
  const double t = 0.5 * (solver.previous_time() + solver.time());
  std::array<double, 3> y{}, yp{};
  REQUIRE(solver.interpolate(t, y.data(), yp.data()));
  CHECK(y[0] == doctest::Approx(std::exp(-t)).epsilon(precision));
  CHECK(y[1] == 3);
  CHECK(yp[1] == 0);
  REQUIRE(solver.derivative(0, y.data()));
  CHECK(y[1] == 3);
  REQUIRE(solver.derivative(1, y.data()));
  CHECK(y[1] == 0);
  CHECK(y[0] == doctest::Approx(-std::exp(-1)).epsilon(1e-4));
  CHECK(solver.worst_unknown() != 1);
}

TEST_CASE("which unknowns move may change at each start, and counters go on") {
  Decay dae;
  LiveSolver solver(dae, 3, {Decay::starts, Decay::rows});
  REQUIRE(solver.start(0, at_first, rates_at_first, 1e-4));
  run_to(solver, 0.5);
  const long steps = solver.counters().steps;
  const std::array<double, 3> y = {solver.y()[0], solver.y()[1], solver.y()[2]};
  solver.choose(without_b);
  const std::array<double, 3> yp = {-y[0], 0, y[0] * y[1]};
  REQUIRE(solver.start(0.5, y, yp, 1e-4));
  run_to(solver, 0.75);
  const std::array<double, 3> z = {solver.y()[0], solver.y()[1], solver.y()[2]};
  solver.choose(all);
  const std::array<double, 3> zp = {-z[0], 0, z[0] * z[1]};
  REQUIRE(solver.start(0.75, z, zp, 1e-4));
  run_to(solver, 1);
  CHECK(solver.y()[0] == doctest::Approx(std::exp(-1)).epsilon(precision));
  CHECK(solver.y()[2] == doctest::Approx(3 * (1 - std::exp(-1))).epsilon(precision));
  CHECK(solver.counters().steps > steps);
  CHECK(solver.counters().restarts == 3);
}
