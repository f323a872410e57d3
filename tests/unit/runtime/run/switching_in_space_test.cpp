// Parts that are switched in space: impulses in the log, order of declaration, what takes hold
// where.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;

namespace {

Run run_text(const std::string& text) {
  const test::Compiled c = test::compile_text("world spatial { }\n" + text);
  const ModelPtr model = build(std::make_shared<const ir::Scenario>(c.scenario()));
  const auto& what = std::get<ir::Simulate>(scenario(*model).actions[0]);
  Diagnostics diagnostics;
  return simulate(model, what, {}, nullptr, diagnostics);
}

const LogEntry& logged(const Run& r, const std::string& what) {
  for (const LogEntry& entry : r.log)
    if (entry.what == what) return entry;
  FAIL("nothing was " << what);
  return r.log.front();
}

}  // namespace

// A body of the mass m and the isotropic inertia J is caught at the lever r from its centre while
// it moves with v: w = m r x v / (J + m r^2) across r, and the point gives m (v' - v).
TEST_CASE("the log has the impulse that a joint in space gives, whatever the units") {
  for (const double k : {1.0, 1e-6}) {
    CAPTURE(k);
    const Run r = run_text(fmt::format(R"(
let k = {}
body a {{
  mass = 2 kg, inertia = 0.5 kg*m^2 * k^2, cm = (1, 0, 0) m * k
  at = (0, 0, 1) m * k, velocity = (0, 0, -2) m/s * k, rotation = turn(x, 40 deg)
}}
spherical grip: ground to a {{ active = false }}
when a.z < 0 m {{ hold grip }}
simulate 1 s
)",
                                       k));
    // w = 2*1*2/2.5 = 1.6 about y; the centre goes on with -1.6 m/s of -2 m/s
    CHECK(logged(r, "held").value == doctest::Approx(0.8 * k).epsilon(1e-7));
    if (k == 1) CHECK(logged(r, "held").note.starts_with("impulse (0, 0, 0.8) N*s, ("));
  }
}

TEST_CASE("a motor on an angle of a cross joint gives an impulse of torque") {
  const Run r = run_text(R"(
body a { mass = 1 kg, inertia = 2 kg*m^2 }
universal U: ground to a { pins = [x, y], angle1 = 0, angle2 = 0 }
drive motor: U.speed1 = 3 rad/s { active = false }
when t > 0.1 s { engage motor }
simulate 0.2 s
)");
  CHECK(logged(r, "held").note == "impulse 6 N*m*s");
}

TEST_CASE("the order of events at one instant does not matter in space, to the bit") {
  const auto text = [](const char* first, const char* second) {
    return fmt::format(R"(
body a {{ mass = 1 kg, inertia = (1, 2, 2.5) kg*m^2, at = (0, 0, 0) m, spin = (0.3, -0.2, 0.5) rad/s }}
body b {{ mass = 2 kg, inertia = 3 kg*m^2, at = (1, 1, 0) m, velocity = (0, 0, 1) m/s, rotation = turn((1, 1, 1), 60 deg) }}
body c {{ mass = 1 kg, inertia = 5 kg*m^2, at = (2, 0, 1) m, velocity = (0, 1, 0) m/s }}
weld ab: a to b {{ active = false }}
weld bc: b to c {{ active = false }}
{}
{}
simulate 1 s
)",
                       first, second);
  };
  const char *one = "when t > 0.5 s { hold ab }", *two = "when b.z > 0.5 m { hold bc }";
  const Run r = run_text(text(one, two)), s = run_text(text(two, one));
  REQUIRE(r.size() == s.size());
  for (std::size_t i = 0; i < r.size(); ++i)
    for (std::size_t k = 0; k < r.y_at(i).size(); ++k) CHECK(r.y_at(i)[k] == s.y_at(i)[k]);
}

TEST_CASE("a nut engages its screw at any whole turn of the thread") {
  const auto run = [](const char* travel) {
    return run_text(fmt::format(R"(
body nut {{ mass = 1 kg, inertia = 1 kg*m^2, at = (0, 0, 0) mm, velocity = (0, 0, 10) mm/s }}
screw thread: ground to nut {{ lead = 5 mm, active = false }}
when nut.z > {} {{ hold thread }}
simulate 2 s
)",
                                travel));
  };
  CHECK_FALSE(run("15 mm").failure);
  const Run off = run("16 mm");
  REQUIRE(off.failure);
  CHECK(off.failure->code == Code::E0710);
}
