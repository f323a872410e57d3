// Friction laws with states in space: in a plane they are those of the plane, and nothing depends
// on how the scene is turned.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "lang/scenario/vectors.hpp"
#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/laws_with_bends.hpp"
#include "tests/support/simulate.hpp"

namespace mbs::test {
namespace {

std::vector<std::string> laws_with_states() {
  std::vector<std::string> laws = laws_with_bends;
  laws.push_back("warming(0.3)");
  return laws;
}

// One whose state has no direction, and that holds.
const std::string own = R"(
friction warming(mu) {
  state heat = 0
  heat' = abs(vt)/(1 m) - heat/(1 s)
  FT = mu*FN/(1 + heat) * sign(vt)
  stick = mu*FN/(1 + heat)
}
)";

Run run_text(const std::string& text) {
  const Compiled c = compile_text(text);
  const ModelPtr model = build(std::make_shared<const ir::Scenario>(c.scenario()));
  Diagnostics diagnostics;
  ir::Simulate what = std::get<ir::Simulate>(scenario(*model).actions[0]);
  what.tol = 1e-9;
  Run r = simulate(model, what, {}, nullptr, diagnostics);
  REQUIRE(r.failure.has_value() == false);
  return r;
}

// At the end: place and speed of the one body, its spin about the third axis, the contact's work.
struct End {
  ir::Vec3 place, speed, spin;
  double lost = 0;
};

End end_of(const Run& r) {
  const auto y = r.y_at(r.size() - 1);
  const Layout& l = layout(*r.model);
  const double *q = y.data() + l.q, *v = y.data() + l.v;
  if (!l.spatial()) return {{q[0], q[1], 0}, {v[0], v[1], 0}, {0, 0, v[2]}, y[l.work]};
  const double size = std::hypot(std::hypot(q[3], q[4]), std::hypot(q[5], q[6]));
  const ir::Quaternion body{q[3] / size, q[4] / size, q[5] / size, q[6] / size};
  const ir::Vec3 spin = body * ir::Vec3{v[3], v[4], v[5]};
  return {{q[0], q[1], q[2]}, {v[0], v[1], v[2]}, spin, y[l.work]};
}

// A ball that drops on a floor with a spin, bounces, slides and rolls.
End in_plane(const std::string& world, const std::string& plane, const std::string& law) {
  return end_of(run_text(fmt::format(R"({}
world {} {{ gravity = (0, -9.81) m/s^2 }}
body ball {{ shape = sphere(20 mm), mass = 1 kg, inertia = 0.16 g*m^2, at = (0, 21) mm,
             velocity = (0.1, 0) m/s, spin = 4 rad/s }}
point floor = (0, 0) {{ shape = {} }}
contact c: ball to floor {{ law = flores(0.5, K = 1e6 N/m^1.5), friction = {} }}
simulate 0.15 s)",
                                     own, world, plane, law)));
}

// The same with a spin of all three directions, the whole scene turned by an angle.
End turned(double angle, const std::string& law) {
  return end_of(run_text(fmt::format(R"({}
let Q = turn((1, 2, -3), {} rad)
world spatial {{ gravity = Q * (0, 0, -9.81) m/s^2 }}
body ball {{ shape = sphere(20 mm), mass = 1 kg, inertia = 0.16 g*m^2, at = Q * (0, 0, 21) mm,
             velocity = Q * (0.1, -0.2, 0) m/s, spin = Q * (4, 10, 30) rad/s }}
point floor = (0, 0, 0) {{ shape = plane(Q * (0.1, 0, 1)) }}
contact c: ball to floor {{ law = flores(0.5, K = 1e6 N/m^1.5), friction = {} }}
simulate 0.15 s)",
                                     own, angle, law)));
}

// Of speeds of some 0.1 m/s, at a tolerance of 1e-9 and with some hundred steps' errors.
constexpr double near = 2e-6;

double apart(const End& a, const End& b) {
  return std::max({norm(a.place - b.place), norm(a.speed - b.speed), 0.02 * norm(a.spin - b.spin),
                   std::abs(a.lost - b.lost)});
}

}  // namespace

TEST_CASE("a script moved into space slides as it did") {
  for (const std::string& law : laws_with_states()) {
    CAPTURE(law);
    const End plane = in_plane("planar", "plane", law);
    CHECK(apart(plane, in_plane("spatial", "plane(y)", law)) < near);
    CHECK(plane.lost > 1e-3);  // J: it has slid
  }
}

TEST_CASE("a scene with bends that is turned") {
  for (const std::string& law : laws_with_states()) {
    CAPTURE(law);
    const End usual = turned(0, law);
    End other = turned(2, law);
    const ir::Quaternion back = inverse(ir::turn({1, 2, -3}, 2));
    for (ir::Vec3* v : {&other.place, &other.speed, &other.spin}) *v = back * *v;
    CHECK(apart(usual, other) < near);
  }
}

}  // namespace mbs::test
