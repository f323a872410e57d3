// A driven speed that jumps strikes what moves with it: impulses against closed forms.
#include "runtime/equations/velocity_jump.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "runtime/elements/energy.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;

namespace {

Run run_text(const std::string& text) {
  const test::Compiled c = test::compile_text(text);
  const ModelPtr model = build(std::make_shared<const ir::Scenario>(c.scenario()));
  const auto& what = std::get<ir::Simulate>(scenario(*model).actions[0]);
  Diagnostics diagnostics;
  Run r = simulate(model, what, {}, nullptr, diagnostics);
  REQUIRE(r.failure.has_value() == false);
  return r;
}

// Impulses that the log tells of, N s or N m s.
std::vector<double> blows(const Run& r) {
  std::vector<double> found;
  for (const LogEntry& entry : r.log)
    if (entry.what == "blow") found.push_back(entry.value);
  return found;
}

double last_speed(const Run& r, int body, int component) {
  return r.y_at(r.size() - 1)[layout(*r.model).v + 3 * body + component];
}

}  // namespace

TEST_CASE(
    "geared wheels: the impulse is that of all inertia, seen from the motor; slow ones alike") {
  for (const double speed : {5.0, 5e-6}) {
    CAPTURE(speed);
    const Run r = run_text(fmt::format(R"(
body small {{ mass = 1 kg, inertia = 1 g*m^2 }}
body large {{ mass = 1 kg, inertia = 4 g*m^2 }}
point right = (300, 0) mm
revolute P: ground to small {{ angle = 0 }}
revolute Q: right to large {{ angle = 0 }}
gear mesh: P to Q {{ ratio = -2 }}
drive motor: P.speed = if t < 10 ms then 0 rad/s else {} rad/s
simulate 20 ms
)",
                                       speed));
    REQUIRE(blows(r).size() == 1);
    CHECK(blows(r)[0] == doctest::Approx(speed * 17e-3).epsilon(1e-9));  // J1 + 2^2 J2
  }
}

TEST_CASE("all constraints together do no other work: the books balance in a closed loop") {
  const Run r = run_text(R"(
body crank  { mass = 0.30 kg, inertia = 1e-5 kg*m^2,   cm = (25, 0) mm, point tip = (50, 0) mm }
body rod    { mass = 0.21 kg, inertia = 2.5e-4 kg*m^2, cm = (60, 0) mm, point pin = (120, 0) mm }
body slider { mass = 0.14 kg }
revolute  O: ground to crank { angle = 0.7 }
revolute  A: crank.tip to rod
revolute  B: rod.pin to slider
prismatic S: ground to slider
drive motor: O.speed = if t < 10 ms then 0 rad/s else 60 rad/s
simulate 11 ms
)");
  const Layout& at = layout(*r.model);
  Workspace w(*r.model);
  for (std::size_t i = 1; i < r.size(); ++i) {
    if (r.t[i] != r.t[i - 1] || r.t[i] < 9e-3) continue;
    const Energies before = energies(*r.model, r.y_at(i - 1).data(), w);
    const Energies after = energies(*r.model, r.y_at(i).data(), w);
    const double work = r.y_at(i)[at.input] - r.y_at(i - 1)[at.input];
    CHECK(after.kinetic - before.kinetic == doctest::Approx(work).epsilon(1e-9));
  }
  CHECK(blows(r).size() == 1);
  CHECK(last_speed(r, 0, 2) == doctest::Approx(60).epsilon(1e-9));
}

TEST_CASE(
    "contacts pass no blow on: a block at rest on a table that leaps away slips under friction") {
  const Run r = run_text(R"(
world planar { gravity = (0, -9.81) m/s^2 }
body table { shape = plane }
drive leap: table = (if t < 50 ms then 0 m else 1 m/s*(t - 50 ms), 0 m)
body block { shape = sphere(20 mm), mass = 1 kg, at = (0, 20) mm }
drive upright: block.angle = 0
contact foot: block to table { law = kelvin_voigt(1e6 N/m, 1e3 N*s/m), friction = coulomb(0.3) }
simulate 150 ms
)");
  CHECK(blows(r).empty());  // the table has no mass, and nothing else takes part
  // 0.1 s of sliding at mu g; the law's own bounces of a few micrometres are long over by then.
  CHECK(last_speed(r, 1, 0) == doctest::Approx(0.3 * 9.81 * 0.1).epsilon(1e-3));
}

TEST_CASE("two drives that jump at one instant strike once each, in either order") {
  const auto script = [](const char* first, const char* second) {
    return fmt::format(R"(
body a {{ mass = 1 kg, inertia = 1 g*m^2 }}
body b {{ mass = 1 kg, inertia = 1 g*m^2 }}
revolute P: ground to a {{ angle = 0 }}
revolute Q: a to b {{ angle = 0 }}
{}
{}
simulate 20 ms
)",
                       first, second);
  };
  const char* m = "drive m: P.speed = if sin(100 rad/s*t) < 0.5 then 0 rad/s else 1 rad/s";
  const char* n = "drive n: Q.speed = if sin(100 rad/s*t) >= 0.5 then 2 rad/s else 0 rad/s";
  const Run one = run_text(script(m, n)), other = run_text(script(n, m));
  CHECK(blows(one).size() == 2);
  CHECK(blows(other).size() == 2);
  CHECK(last_speed(one, 1, 2) == doctest::Approx(3).epsilon(1e-9));
  CHECK(last_speed(other, 1, 2) == doctest::Approx(3).epsilon(1e-9));
}
