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
