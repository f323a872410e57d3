// Parts that are switched: impulses in the log, order of declaration, what holds the same twice,
// runs that go on.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "runtime/record/mode_record.hpp"
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
  REQUIRE_MESSAGE(r.failure.has_value() == false, r.failure->message);
  return r;
}

const LogEntry& logged(const Run& r, const std::string& what) {
  for (const LogEntry& entry : r.log)
    if (entry.what == what) return entry;
  FAIL("nothing was " << what);
  return r.log.front();
}

double last(const Run& r, int unknown) {
  return r.y_at(r.size() - 1)[unknown];
}

}  // namespace

// A rod of length L that falls flat with v is caught at its end: with w = -3 v/(2 L) about the end,
// the momentum m v of its centre becomes m w L/2, so the hook gives m v/4 upwards.
TEST_CASE("a hook that catches a falling rod gives a quarter of its momentum; small ones alike") {
  for (const double k : {1.0, 1e-6}) {
    CAPTURE(k);
    const Run r = run_text(fmt::format(R"(
world planar {{ gravity = (0, -10) m/s^2 }}
let L = {0} m
body rod {{ mass = 3 kg, inertia = 3 kg * L^2/12, cm = (L/2, 0 m), at = (0 m, 0.2 * L) }}
point hook = (0, 0)
revolute catch: hook to rod {{ active = false }}
when caught: rod.y < 0 m {{ hold catch }}
simulate 0.25 s * sqrt({0}) {{ tol = 1e-9 }}
)",
                                       k));
    const double v = std::sqrt(2 * 10 * 0.2 * k);
    CHECK(logged(r, "held").value == doctest::Approx(3 * v / 4).epsilon(1e-7));
    CHECK(r.event_times[0].size() == 1);
  }
}

TEST_CASE("a motor that is switched on gives the inertia its missing speed at once") {
  const Run r = run_text(R"(
body rotor { mass = 1 kg, inertia = 2 kg*m^2 }
revolute A: ground to rotor { angle = 0, speed = 3 rad/s }
drive motor: A.speed = 10 rad/s { active = false }
when on: t > 0.5 s { engage motor }
simulate 1 s
)");
  CHECK(logged(r, "held").value == doctest::Approx(14).epsilon(1e-9));
  CHECK(logged(r, "held").note == "impulse 14 N*m*s");
}

TEST_CASE("the order in which events at one instant are declared does not matter, to the bit") {
  const auto text = [](const char* first, const char* second) {
    return fmt::format(R"(
body a {{ mass = 1 kg, inertia = 2 kg*m^2 }}
body b {{ mass = 1 kg, inertia = 3 kg*m^2 }}
body c {{ mass = 1 kg, inertia = 5 kg*m^2 }}
revolute A: ground to a {{ angle = 0, speed = 10 rad/s }}
revolute B: ground to b {{ angle = 0, speed = -2 rad/s }}
revolute C: ground to c {{ angle = 0, speed = 4 rad/s }}
weld ab: a to b {{ active = false }}
weld bc: b to c {{ active = false }}
{}
{}
simulate 2 s
)",
                       first, second);
  };
  const char *one = "when t > 1 s { hold ab }", *two = "when A.angle > 10 rad { hold bc }";
  const Run r = run_text(text(one, two)), s = run_text(text(two, one));
  REQUIRE(r.size() == s.size());
  for (std::size_t i = 0; i < r.size(); ++i)
    for (std::size_t k = 0; k < r.y_at(i).size(); ++k) CHECK(r.y_at(i)[k] == s.y_at(i)[k]);
}

TEST_CASE("of two latches that hold the same one does it all until the other has to") {
  const Run r = run_text(R"(
world planar { gravity = (0, -10) m/s^2 }
body a { mass = 1 kg, inertia = 1 kg*m^2 }
weld one: ground to a
weld two: ground to a
when t > 1 s { free one }
when t > 2 s { free two }
simulate 3 s { tol = 1e-9 }
)");
  CHECK(last(r, layout(*r.model).q + 1) == doctest::Approx(-5).epsilon(1e-8));
  ModeReader modes(r.modes);
  CHECK(modes.at(0).switched->holds({ir::Sort::joint, 1}));
  CHECK_FALSE(modes.at(r.size() - 1).switched->holds({ir::Sort::joint, 1}));
  CHECK(modes.at(0).switched->holds({ir::Sort::joint, 0}));  // back again
}

TEST_CASE("where nothing is switched there is nothing to remember") {
  const Run r = run_text("body a { mass = 1 kg }\nprismatic S: ground to a\nsimulate 1 s");
  CHECK(r.start.mode.switched == nullptr);
}

// A driven cart turns round at the very instant at which it strikes a ball, as a rod lands and is
// caught. Rounding decides, k by k, which of the four comes first; each may be the one to give the
// cart its new speed, by m dv = -4 * 3 N s.
TEST_CASE("that a driven speed jumps is told once, whatever else happens at that instant") {
  for (const double k : {1.0, 3.0, 7.0, 13.0, 1000.0, 1e6, 1e-6}) {
    CAPTURE(k);
    const Run r = run_text(fmt::format(R"(
world planar {{ }}
let v = {0} m/s
let turns = 0.25 s / {0}
body cart {{ mass = 4 kg, point front = (0, 0) m }}
prismatic S: ground to cart {{ travel = 0 m }}
drive pull: S.speed = if t < turns then 2*v else -v
body ball {{ mass = 1 kg, shape = sphere(10 mm), at = (0.51, 0) m, velocity = (0, 0) m/s }}
contact c: ball to cart.front {{ law = newton(1) }}
body rod {{ mass = 3 kg, inertia = 0.1 kg*m^2, at = (5, 0.25) m, velocity = (0 m/s, -v)
  point left = (-0.3, 0) m, point right = (0.3, 0) m }}
point hook = (4.7, 0) m
point floor = (0, 0) m {{ shape = plane }}
revolute H: hook to rod.left {{ active = false }}
contact f: rod.right to floor {{ law = newton(0.5) }}
when caught: rod.y < 0 m {{ hold H }}
simulate 0.5 s / {0} {{ tol = 1e-9 }}
)",
                                       1 / k));
    CHECK(std::ranges::count(r.log, "blow", &LogEntry::what) == 1);
    CHECK(logged(r, "blow").subject == "pull");
    CHECK(k * logged(r, "blow").value == doctest::Approx(-12).epsilon(1e-9));
  }
}
