// Accelerations and multipliers at samples, by explicit accelerations and by the equations of
// TreeRates: two ways to the same numbers.
#include "runtime/forward/forward_rates.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "runtime/coordinates/rates.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/record/mode_record.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/mechanisms.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

struct Found {
  int samples = 0, solved = 0;
  double accelerations = 0, forces = 0;             // the largest
  double of_accelerations = 0, of_multipliers = 0;  // the largest differences
};

double largest(std::span<const double> all) {
  double most = 0;
  for (const double x : all) most = std::max(most, std::abs(x));
  return most;
}

double apart(std::span<const double> a, std::span<const double> b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

// Rows of the tree's joints have no multipliers in either.
std::vector<double> multipliers(const Model& m, const std::vector<double>& yp) {
  std::vector<double> out;
  for (int k = 0; k < m.layout.constraints; ++k)
    if (!m.rows[k].tree || m.rows[k].drive >= 0) out.push_back(yp[m.layout.lam + k]);
  return out;
}

Found compare(const Run& run) {
  const Model& m = *run.model;
  REQUIRE(TreeRates::suit(m));
  REQUIRE(ForwardRates::suit(m));
  Workspace w(m);
  TreeRates tree(m);
  ForwardRates forward(m, w);
  ModeReader modes(run.modes);
  Found found;
  std::vector<double> y(m.layout.size), yp(m.layout.size);
  for (std::size_t i = 0; i < run.size(); ++i) {
    run.samples.read(i, y, yp);
    const Instant now{run.t[i], y.data(), yp.data(), &modes.at(i)};
    std::vector<double> wanted = yp, got = yp;
    REQUIRE(tree.solve(now, wanted.data(), w));
    ++found.samples;
    if (!forward.solve(now, got.data())) {
      CHECK(got == yp);
      continue;
    }
    ++found.solved;
    const auto part = [&](const std::vector<double>& of) {
      return std::span(of).subspan(m.layout.v, m.layout.motions);
    };
    found.accelerations = std::max(found.accelerations, largest(part(wanted)));
    found.of_accelerations = std::max(found.of_accelerations, apart(part(wanted), part(got)));
    const auto a = multipliers(m, wanted), b = multipliers(m, got);
    found.forces = std::max(found.forces, largest(a));
    found.of_multipliers = std::max(found.of_multipliers, apart(a, b));
  }
  return found;
}

Run run(const std::string& script, double end) {
  const Compiled c = compile_text(script);
  Diagnostics diagnostics;
  ir::Simulate what;
  what.duration = end;
  return simulate(build(std::make_shared<const ir::Scenario>(c.scenario())), what, {}, nullptr,
                  diagnostics);
}

// Condition numbers of these mechanisms are some thousands: rounding is 1e-12 of the largest.
void check(const Run& run) {
  REQUIRE(run.termination == Termination::finished);
  const Found found = compare(run);
  CHECK(found.of_accelerations < 1e-9 * found.accelerations);
  CHECK(found.of_multipliers <= 1e-9 * found.forces);
  // But for the instants at which a contact closes or opens.
  CHECK(found.solved > 0.8 * found.samples);
}

}  // namespace

TEST_CASE("rates at samples of a slider-crank with play") {
  const SliderCrank crank(power_law(6.6e10, 1.5, lankarani_factor(0.9)));
  const Run r = run(crank.m, 3e-3, 1e-6);
  CHECK(compare(r).forces > 1);  // the torque of its motor
  check(r);
}

TEST_CASE("rates at samples of a loop that a drive moves unevenly") {
  check(run(R"(mbs 1
world planar { gravity = (0, -9.81) m/s^2 }
body a { mass = 1 kg, inertia = 0.1 kg*m^2, cm = (0.5, 0) m, point tip = (1, 0) m }
body b { mass = 2 kg, inertia = 0.2 kg*m^2, cm = (1, 0) m, point tip = (2, 0) m }
body c { mass = 1 kg, inertia = 0.1 kg*m^2, cm = (0.5, 0) m, point tip = (1.5, 0) m }
point base = (2.2, 0.3) m
revolute A: ground to a { angle = 1.2 rad }
revolute B: a.tip to b { angle ~ -1 rad }
revolute C: b.tip to c.tip
revolute D: base to c
drive motor: A.angle = 1.2 rad + 0.4 rad * sin(3 rad/s * t)
spring s: a.tip to c.tip { stiffness = 200 N/m, length = 2 m, damping = 3 N*s/m }
)",
            2));
}

TEST_CASE("rates at samples in space, of a loop and of a drive") {
  const std::string script = R"(mbs 1
world spatial { gravity = (0, 0, -9.81) m/s^2 }
body crank { mass = 1 kg, inertia = (0.01, 0.02, 0.02) kg*m^2, cm = (0.1, 0, 0) m, point tip = (0.2, 0, 0) m }
body rod { mass = 1 kg, inertia = (0.01, 0.05, 0.05) kg*m^2, cm = (0.3, 0, 0) m, point tip = (0.6, 0, 0) m }
revolute O: ground to crank { axis = (0, 0, 1) }
universal U: crank.tip to rod
drive motor: O.angle = 2 rad/s * t + 0.3 rad * sin(5 rad/s * t)
)";
  check(run(script, 1));
}

TEST_CASE("what explicit accelerations do not know is left to others") {
  ir::LawProgram sticky = power_law(1e8);
  sticky.stick = sticky.FN;
  sticky.FT = sticky.FN;
  CHECK_FALSE(ForwardRates::suit(*Assembled(two_spheres(sticky, 1, 1)).model));
}
