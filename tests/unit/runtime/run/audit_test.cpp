// Errors planted into recorded runs: the audit finds them, and nothing where there are none.
#include <cmath>

#include "runtime/model/evaluation.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/record/findings.hpp"
#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/results/audit_report.hpp"
#include "runtime/run/audit.hpp"
#include "runtime/scales/scales.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;
using mbs::test::compile_text;

namespace {

Run run_of(const std::string& text, double duration, double tol = 1e-6,
           ir::IntegratorKind integrator = ir::IntegratorKind::ida) {
  const auto compiled = compile_text(text);
  ir::Simulate what;
  what.duration = duration, what.tol = tol, what.integrator = integrator;
  Diagnostics diagnostics;
  return simulate(build(std::make_shared<ir::Scenario>(compiled.scenario())), what, {}, nullptr,
                  diagnostics);
}

Run continued(const Run& before, double duration) {
  ir::Simulate what;
  static_cast<ir::RunSettings&>(what) = before.settings;
  what.duration = duration, what.continues = true;
  Diagnostics diagnostics;
  return simulate(before.model, what, {}, &before, diagnostics);
}

const char* const driven = R"(mbs 1
body b { mass = 1 kg, inertia = 1 g*m^2 }
prismatic S: ground to b
drive d: S.travel = 10 mm*sin(20 rad/s*t)
)";
const char* const sped = R"(mbs 1
body b { mass = 1 kg, inertia = 1 g*m^2 }
prismatic S: ground to b
drive d: S.speed = 0.2 m/s*sin(20 rad/s*t)
)";

Scales scales_of(const Model& model, const Assembly& start, double tol) {
  Workspace workspace(model);
  SimulationOptions options;
  options.tol = tol;
  return make_scales(model, start, options, 0, workspace);
}

// Audits a run's samples anew, with the body where `shift` puts it: its position and its speed.
template <class Shift>
Finding audited(const Run& run, const Shift& shift) {
  const Model& model = *run.model;
  const Scales scales = scales_of(model, run.start, run.settings.tolerance());
  std::vector<Finding> findings;
  DriveAudit audit(model, scales, findings);
  Placement at = placement_of(model);
  for (std::size_t i = 0; i < run.size(); ++i) {
    std::vector<double> y(run.y_at(i).begin(), run.y_at(i).end());
    shift(run.t[i], y[layout(model).q], y[layout(model).v]);
    place(model, y.data(), at);
    audit.add(run.t[i], at, run.start.mode);
  }
  return findings.at(0);
}

const auto as_recorded = [](double, double&, double&) {};

std::string codes(const Run& run) {
  std::string text;
  for (const Diagnostic& d : audit_warnings(run, {0, 1, 2}))
    text += "[" + std::string(info(d.code).name) + "]";
  return text;
}

}  // namespace

TEST_CASE("a drive that is followed passes, at every tolerance") {
  for (const char* text : {driven, sped})
    for (const double tol : {1e-3, 1e-6, 1e-9}) {
      const Run run = run_of(text, 1, tol);
      REQUIRE(run.termination == Termination::finished);
      // At 1e-3 the work of the drive is known to a millijoule, and that is too little here.
      CHECK(codes(run) == (tol < 1e-3 ? "" : "[W0705]"));
      CHECK(audited(run, as_recorded).passed());
    }
}

TEST_CASE("drives and energy are looked at where explicit steps end") {
  // A bob that a driven slide shakes: its own motion makes the steps, which are long.
  const char* const shaken = R"(mbs 1
world planar { gravity = (0, -9.81) m/s^2 }
body slide { mass = 1 kg, inertia = 1 g*m^2 }
body bob { mass = 1 kg, inertia = 1 g*m^2, cm = (0, -100) mm }
prismatic S: ground to slide
revolute J: slide to bob
drive d: S.travel = 10 mm*sin(20 rad/s*t)
)";
  for (const double tol : {1e-4, 1e-6, 1e-9}) {
    CAPTURE(tol);
    const Run run = run_of(shaken, 1, tol, ir::IntegratorKind::explicit_steps);
    REQUIRE(run.termination == Termination::finished);
    REQUIRE(run.method == "Runge-Kutta 5(4)");
    CHECK(codes(run).empty());
    REQUIRE(run.audit.drives.size() == 1);
    const Finding& f = run.audit.drives[0];
    CHECK(f.allowed > 0);  // it was looked at
    CHECK(f.passed());
    CHECK(run.energy.largest_error() > 0);
    CHECK(run.energy.largest_error() < tol);
  }
}

TEST_CASE("a driven coordinate that stays behind is found where it does") {
  const Run run = run_of(driven, 1);
  const Finding f = audited(run, [](double t, double& x, double& v) {
    if (t > 0.5) x = 0, v = 0;
  });
  CHECK(!f.passed());
  CHECK(f.t > 0.5);
  CHECK(f.value == doctest::Approx(0.01).epsilon(0.05));  // the whole amplitude
}

TEST_CASE("a speed that is not driven is found, though the way be right") {
  const Run run = run_of(sped, 1);
  const Finding f = audited(run, [](double t, double&, double& v) {
    if (t > 0.5) v = 0;
  });
  CHECK(!f.passed());
  CHECK(f.value == doctest::Approx(0.2).epsilon(0.05));
  CHECK(f.dimension == dim::speed);
}

TEST_CASE("a way that a driven speed does not lead along is found, though the speed be right") {
  const Run run = run_of(sped, 1);
  const Finding f = audited(run, [](double t, double& x, double&) {
    if (t > 0.5) x += 1e-3;
  });
  CHECK(!f.passed());
  CHECK(f.value == doctest::Approx(1e-3).epsilon(0.01));
  CHECK(f.dimension == dim::length);
}

TEST_CASE("what a drive does between two samples is seen") {
  // Of this run only two samples are left; between them the sine goes up and down.
  Run run = run_of(driven, 0.3);
  const Run whole = run;
  run.samples = Recording(layout(*run.model).size);
  run.t = {0, whole.t.back()};
  run.samples.add(whole.y_at(0).data(), whole.yp_at(0).data());
  run.samples.add(whole.y_at(whole.size() - 1).data(), whole.yp_at(whole.size() - 1).data());
  const Finding f = audited(run, as_recorded);
  CHECK(!f.passed());
  CHECK(f.value > 1e-3);
}

TEST_CASE("a jump of a driven speed may be taken from either side") {
  // At an instant that is recorded twice the speed leaps by what the drive leaps.
  const auto compiled = compile_text(
      "mbs 1\nbody b { mass = 1 kg, inertia = 1 g*m^2 }\nprismatic S: ground to b\n"
      "drive d: S.speed = if t < 0.25 s then 0 m/s else 1 m/s\n");
  const ModelPtr model = build(std::make_shared<ir::Scenario>(compiled.scenario()));
  Diagnostics diagnostics;
  const auto start = assemble(*model, diagnostics);
  REQUIRE(start);
  const Scales scales = scales_of(*model, *start, 1e-6);
  for (const bool leaps : {true, false}) {
    std::vector<Finding> findings;
    DriveAudit audit(*model, scales, findings);
    Placement at = placement_of(*model);
    const auto add = [&](double t, double x, double v) {
      std::vector<double> y = start->y;
      y[layout(*model).q] = x;
      y[layout(*model).v] = v;
      place(*model, y.data(), at);
      audit.add(t, at, start->mode);
    };
    add(0, 0, 0);
    add(0.25, 0, 0);
    if (leaps) add(0.25, 0, 1);
    add(0.5, leaps ? 0.25 : 0, leaps ? 1 : 0);
    CHECK(findings.at(0).passed() == leaps);
  }
}

// A speed of 1 rad/s that leaps to 3: which of both it has at the instant of the leap is no
// question of being kept, however soon after the beginning of a run, or of a part of one, that is.
TEST_CASE("a driven speed may jump soon after a run begins, goes on, or ends at that instant") {
  const auto leaps_at = [](const std::string& when) {
    return "mbs 1\nbody arm { mass = 1 kg, inertia = 1 g*m^2 }\nrevolute O: ground to arm\n"
           "drive m: O.speed = if t < " +
           when + " then 1 rad/s else 3 rad/s\n";
  };
  for (const auto integrator : {ir::IntegratorKind::ida, ir::IntegratorKind::automatic}) {
    for (const double first : {0.05, 0.0999, 0.099999, 0.0999999999, 0.1}) {
      CAPTURE(first);
      const Run before = run_of(leaps_at("0.1 s"), first, 1e-6, integrator);
      const Run run = continued(before, 0.2 - first);
      CHECK(codes(run) == "");
      CHECK(run.t.back() == doctest::Approx(0.2));
      // It is looked at all the same: 0.1 rad and 0.3 rad.
      CHECK(run.audit.drives.at(0).allowed > 0);
      CHECK(run.y_at(run.size() - 1)[layout(*run.model).q + 2] == doctest::Approx(0.4));
    }
    for (const double end : {1e-6, 1.0, 100.0, 1e4})
      CHECK(codes(run_of(leaps_at("1e-12 s"), end, 1e-6, integrator)) == "");
  }
}

// A body that stays behind from an instant soon after that is found.
TEST_CASE("a drive that is not kept just behind the start of another part is found") {
  const Run whole = run_of(sped, 1);
  const Model& model = *whole.model;
  const Scales scales = scales_of(model, whole.start, 1e-6);
  std::vector<Finding> findings;
  DriveAudit audit(model, scales, findings);
  audit.run_to(1);
  audit.go_on(whole.t[40], whole.t[40] - whole.t[39]);
  std::vector<double> y(whole.y_at(41).begin(), whole.y_at(41).end());
  y[layout(model).v] += 0.01;
  Placement at = placement_of(model);
  place(model, y.data(), at);
  audit.add(whole.t[41], at, whole.start.mode);
  CHECK(findings.at(0).value == doctest::Approx(0.01).epsilon(0.01));
  CHECK_FALSE(findings.at(0).passed());
}

// A ball that lies in its dent, m g/K deep, does nothing; explicit steps keep it at the edge of
// stability, where it trembles by what they may err: 5e-5 m/s at 1e-4, of which it makes 4e-5 J in
// a second, for ever.
TEST_CASE("the books of what stands still are in order") {
  const std::string rests = R"(mbs 1
world planar { gravity = (0, -9.81) m/s^2 }
body ball { shape = sphere(20 mm), mass = 1 kg, inertia = 1 g*m^2, at = (0, 20 mm - 9.81e-5 m) }
point floor = (0, 0) { shape = plane }
contact hit: ball to floor { law = kelvin_voigt(1e5 N/m, )";
  const auto stands = [&](const std::string& damping, double end, double tol) {
    return run_of(rests + damping + " N*s/m) }\n", end, tol, ir::IntegratorKind::explicit_steps);
  };
  for (const char* damping : {"300", "600", "1500", "5000"})
    for (const double tol : {1e-4, 1e-6}) CHECK(codes(stands(damping, 1, tol)) == "");
  CHECK(codes(stands("1500", 10, 1e-4)) == "");
  // What energy from nowhere makes of it is still found: a hundred joules.
  Run run = stands("600", 1, 1e-4);
  run.energy.add(run.t.back(), {1e2, 0, 0, 0, 0});
  CHECK(codes(run) == "[W0705]");
}

TEST_CASE("energy from nowhere, a joint that comes apart, a pin through its bearing") {
  const std::string text = R"(mbs 1
world planar { gravity = (0, -9.81) m/s^2 }
body crank { mass = 1 kg, inertia = 1 g*m^2, point tip = (100, 0) mm }
body rod { mass = 1 kg, inertia = 1 g*m^2 }
revolute O: ground to crank { angle = 0 }
revolute A: crank.tip to rod
body pin { shape = sphere(9.9 mm), mass = 1 kg, at = (1, 0) m }
point bearing = (1, 0) m { shape = ring(10 mm) }
contact B: bearing to pin { law = hertz(K = 1e9 N/m^1.5) }
)";
  Run run = run_of(text, 0.05);
  REQUIRE(run.termination == Termination::finished);
  REQUIRE(!run.impacts.at(0).empty());
  CHECK(codes(run) == "");
  Run other = run;
  other.energy.add(run.t.back(), {1e3, 0, 0, 0, 0});
  CHECK(codes(other) == "[W0705]");
  other = run;
  const Scales scales = scales_of(*run.model, run.start, run.settings.tolerance());
  note_drift(*run.model, scales, 0.04, {1e-3, 0}, other.audit);
  CHECK(codes(other) == "[W0706]");
  CHECK(other.audit.constraints.t == 0.04);
  other = run;
  other.impacts[0][0].depth = 0.9e-3;  // the pin has a radius of 9.9 mm
  CHECK(codes(other) == "");
  other.impacts[0][0].depth = 1.1e-3;
  CHECK(codes(other) == "[W0707]");
}
