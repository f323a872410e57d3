// Steps that stand still with a speed, and what becomes of contacts that rest under explicit steps.
#include "runtime/forward/standstill.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "runtime/results/sampler.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/mechanisms.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// x' = u, u' = -rate (u - drift)
struct Drag : Ode {
  double rate = 1, drift = 0;
  bool rates(double, const double* y, double* f) override {
    f[0] = y[1], f[1] = -rate * (y[1] - drift);
    return true;
  }
};

StepUnknowns one_place() {
  StepUnknowns plan;
  plan.unknowns = {0, 1};
  plan.size = plan.motion = plan.gaps = plan.integrals = 2;
  plan.moved = {{0, 1}};
  return plan;
}

// Tries one step of `h` from this speed; speeds are followed to 1e-6 m/s.
bool stands(Drag drag, double x, double u, double h, Standstill& standstill, double noise = 0) {
  RungeKutta steps(2);
  const double y[] = {x, u};
  double f[2];
  drag.rates(0, y, f);
  steps.start(0, y, f);
  REQUIRE(steps.attempt(drag, h));
  return standstill.met_in(steps, one_place(), std::vector<double>{1e6, 1e6}, noise);
}

// A ball that rests on a table, by explicit steps alone; N.
struct Resting {
  double force = 0, weight = 0;
  long steps = 0;
};
Resting rest(double K, double D, double tol, bool space) {
  const std::string up = space ? "(0, 0, 0.147479)" : "(0, 0.147479)";
  const Compiled c = compile_text(fmt::format(
      "mbs 1\nworld {} {{ gravity = {} m/s^2 }}\nbody table {{ shape = plane{} }}\nweld w: ground "
      "to table\nbody ball {{ shape = sphere(20 mm), mass = 0.0168093 kg, at = {} m }}\n"
      "contact hit: ball to table {{ law = kelvin_voigt({} N/m, {} N*s/m) }}\n",
      space ? "spatial" : "planar", space ? "(0, 0, -9.81)" : "(0, -9.81)",
      space ? "((0, 0, 1))" : "", up, K, D));
  Diagnostics diagnostics;
  ir::Simulate what;
  what.duration = 0.5, what.tol = tol, what.integrator = ir::IntegratorKind::explicit_steps;
  const Run r = simulate(build(std::make_shared<const ir::Scenario>(c.scenario())), what, {},
                         nullptr, diagnostics);
  REQUIRE(r.termination == Termination::finished);
  return {Sampler(r).contact(r.size() - 1, 0).FN, 0.0168093 * 9.81, r.counters.steps};
}

}  // namespace

TEST_CASE("a step that stands still with a speed is no step") {
  Drag drag;
  Standstill standstill;
  // The end of the range in which it is stable: what decays is mapped onto itself there.
  const double edge = 3.5;
  for (const double rate : {1e-3, 1.0, 1e9}) {
    CAPTURE(rate);
    drag.rate = rate;
    Standstill of_rate;
    CHECK(stands(drag, 0, 1e-4, edge / rate, of_rate));
    CHECK(of_rate.near());
    CHECK(of_rate.longest() == doctest::Approx(edge / rate / 2));
    CHECK_FALSE(stands(drag, 0, 1e-4, edge / rate / 2, of_rate));
  }
  // Speeds below what anybody asks for, ways that are lost in rounding of a place, and a drift.
  drag.rate = 1;
  CHECK_FALSE(stands(drag, 0, 1e-11, edge, standstill));
  CHECK_FALSE(stands(drag, 1e12, 1e-4, edge, standstill));
  // 3.5e-4 m are 350 tolerances.
  CHECK_FALSE(stands(drag, 0, 1e-4, edge, standstill, 400));
  drag.drift = 1;
  CHECK_FALSE(stands(drag, 0, 1, edge, standstill));
  CHECK_FALSE(standstill.near());
}

TEST_CASE("steps may grow again behind one that stood still") {
  Drag drag;
  Standstill standstill;
  REQUIRE(stands(drag, 0, 1e-4, 3.5, standstill));
  const double first = standstill.longest();
  for (int i = 0; i < 60; ++i) standstill.passed(10);
  CHECK(standstill.longest() > 1.5 * first);
  standstill.passed(1e-3);  // something else makes steps shorter
  CHECK_FALSE(standstill.near());
}

// Overdamped contacts, of which the quicker rate bounds steps: speeds that stay, of some ten of
// their tolerances, made forces of twice the weight. What decays is gone to rounding long before
// the end.
TEST_CASE("explicit steps press what rests by its weight") {
  for (const bool space : {false, true})
    for (const double tol : {1e-3, 1e-4, 1e-6})
      for (const auto& [K, D] : {std::pair{2.41809e7, 1871.06}, {1e6, 800.0}, {2e5, 300.0}}) {
        CAPTURE(space);
        CAPTURE(tol);
        CAPTURE(K);
        const Resting resting = rest(K, D, tol, space);
        CHECK(resting.force == doctest::Approx(resting.weight).epsilon(1e-3));
      }
}
