// Runs by explicit steps: against closed forms, and against IDA.
#include "runtime/forward/explicit_steps.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "runtime/contact/forces.hpp"
#include "runtime/scales/scales.hpp"
#include "runtime/setup/assembly.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/mechanisms.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

SimulationOptions by_steps() {
  SimulationOptions options;
  options.integrator = ir::IntegratorKind::explicit_steps;
  return options;
}

double speed_at_end(const Run& run, ir::BodyId body) {
  return run.y_at(run.size() - 1)[layout(*run.model).v + column_of(body.index)];
}

// A bob on a spring, x = a cos(w t), that meets a wall at `wall` < a.
struct Bob {
  static constexpr double a = 0.1, w = 10, wall = -0.06, radius = 0.02;
  Mechanism m;
  Bob() {
    const ir::BodyId bob = m.body("bob", 1, 1e-3);
    m.place(bob, a, 0);
    ir::Force pull;
    pull.kind = ir::ForceKind::at_point, pull.name = "pull";
    pull.first = m.frame(bob, "bob");
    pull.value[0] = m.mul_constant(-w * w, m.coordinate(bob, 0, 0));
    pull.value[1] = m.constant(0);
    m.s.forces.push_back(pull);
    m.contact("hit", pull.first, ir::Circle{radius, false},
              m.frame(ground, "wall", {wall - radius, 0}, -std::acos(0.0)), ir::HalfPlane{},
              m.law(power_law(1e8, 1.5, lankarani_factor(0.8))));
  }
};

}  // namespace

TEST_CASE("explicit steps move a slider-crank with play as IDA does") {
  SliderCrank crank(power_law(6.6e10, 1.5, lankarani_factor(0.9)));
  const Run steps = run(crank.m, 1.5e-3, 1e-9, by_steps()), ida = run(crank.m, 1.5e-3, 1e-9);
  REQUIRE(steps.termination == Termination::finished);
  CHECK(steps.method == ExplicitSteps::method);
  CHECK(exact_rates_from(steps.stretches, 0));
  CHECK(steps.counters.jacobians == 0);
  CHECK(steps.counters.steps < ida.counters.steps / 2);
  REQUIRE(steps.impacts[0].size() == ida.impacts[0].size());
  REQUIRE(steps.impacts[0].size() >= 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const Impact &a = steps.impacts[0][i], &b = ida.impacts[0][i];
    // Some thousand tolerances, as errors grow from impact to impact.
    CHECK(a.t == doctest::Approx(b.t).epsilon(1e-7));
    CHECK(a.v_in == doctest::Approx(b.v_in).epsilon(1e-6));
    CHECK(a.F_max == doctest::Approx(b.F_max).epsilon(1e-6));
    CHECK(a.energy_lost == doctest::Approx(b.energy_lost).epsilon(1e-5));
  }
  CHECK(steps.energy.largest_error() < 1e-8);
}

TEST_CASE("a contact within an explicit step is where the bodies of all unknowns are") {
  SliderCrank crank(power_law(6.6e10, 1.5, lankarani_factor(0.9)));
  const ModelPtr model = build(std::make_shared<const ir::Scenario>(crank.m.s));
  Diagnostics diagnostics;
  const auto start = assemble(*model, diagnostics);
  REQUIRE(start);
  Workspace workspace(*model);
  const Scales scales = make_scales(*model, *start, {}, 0, workspace);
  Mode mode = start->mode;
  ExplicitSteps steps(*model, scales, mode, workspace);
  const double h = 1e-5;
  REQUIRE(steps.start(0, start->y, start->yp, h) == StepStatus::accepted);
  const StepStatus status = steps.step(h);
  REQUIRE((status == StepStatus::accepted || status == StepStatus::stop));
  std::vector<double> y(layout(*model).size);
  for (const double part : {0.2, 0.5, 0.9}) {
    const double t = part * steps.time();
    REQUIRE(steps.interpolate(t, y.data(), nullptr));
    const auto found = steps.contact_within(t, 0);
    REQUIRE(found);
    // Roundings of lengths below 1 m, and of speeds of some m/s.
    CHECK(std::abs(found->gap - contact_gap(*model, 0, y.data())) < 1e-15);
    CHECK(std::abs(found->rate - gap_rate(*model, 0, y.data(), -1)) < 1e-13);
  }
}

TEST_CASE("errors of explicit runs go with the tolerance") {
  const Mechanism m = two_spheres(power_law(1e10, 1.5, flores_factor(0.7)), 4, 0.5);
  const auto speed = [&](double tol) {
    return speed_at_end(run(m, 1e-3, tol, by_steps()), ir::BodyId{2});
  };
  const double exact = speed(1e-13);
  for (const double tol : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9}) {
    CAPTURE(tol);
    // Of a quarter of the impact's speed; its thirty steps may each err by one of them.
    CHECK(std::abs(speed(tol) - exact) < 30 * tol * 0.25 * 0.5);
  }
}

TEST_CASE("a force that jumps at first touch counts from there in explicit steps") {
  // FN = K delta + D ddelta, which also ends with a jump, from tension: half a damped swing.
  const double K = 2.4e9, D = 3000, mass = 4, zeta = D / (2 * std::sqrt(K * mass / 2));
  LawMaker law("kelvin_voigt");
  Graph& g = law.g();
  law.p.FN = g.add(g.mul(law.number(K), law.delta), g.mul(law.number(D), law.ddelta));
  const double wanted = std::exp(-std::acos(-1.0) * zeta / std::sqrt(1 - zeta * zeta));
  const Mechanism m = two_spheres(law.p, mass, 0.5);
  for (const double tol : {1e-5, 1e-6, 1e-7, 1e-8}) {
    CAPTURE(tol);
    const Run r = run(m, 1e-3, tol, by_steps());
    REQUIRE(r.impacts[0].size() == 1);
    CHECK(std::abs(r.impacts[0][0].restitution() - wanted) < 5 * tol);
  }
}

TEST_CASE("a bend of a law is no loss to explicit steps") {
  // K delta, and from `d` on ten times as stiff: no loss, and the depth by energy.
  const double K = 1e8, more = 1e10, d = 20e-6, mass = 4, v = 0.5;
  LawMaker law("two_springs");
  Graph& g = law.g();
  const NodeId beyond = g.binary(Op::maximum, g.sub(law.delta, law.number(d)), law.number(0));
  law.p.FN = g.add(g.mul(law.number(K), law.delta), g.mul(law.number(more), beyond));
  // m v^2/4 = K x^2/2 + more (x - d)^2/2
  const double a = K + more, b = more * d, c = more * d * d - 0.5 * mass * v * v;
  const double depth = (b + std::sqrt(b * b - a * c)) / a;
  const Mechanism m = two_spheres(law.p, mass, v);
  for (const double tol : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
    CAPTURE(tol);
    const Run r = run(m, 1e-3, tol, by_steps());
    REQUIRE(r.impacts[0].size() == 1);
    CHECK(std::abs(r.impacts[0][0].restitution() - 1) < 3 * tol);
    CHECK(std::abs(r.impacts[0][0].depth / depth - 1) < 3 * tol);
    CHECK(r.counters.error_test_failures < 12);
  }
}

TEST_CASE("explicit steps land where a contact closes") {
  const Bob bob;
  for (const double tol : {1e-3, 1e-5, 1e-7}) {
    CAPTURE(tol);
    const Run r = run(bob.m, 0.3, tol, by_steps());
    REQUIRE(r.impacts[0].size() >= 1);
    const Impact& first = r.impacts[0][0];
    const double t = std::acos(Bob::wall / Bob::a) / Bob::w;
    const double v = Bob::a * Bob::w * std::sin(Bob::w * t);
    // Errors of the steps up to there.
    CHECK(std::abs(first.t - t) < 3 * tol / Bob::w);
    CHECK(std::abs(first.v_in - v) < 3 * tol);
    for (std::size_t i = 0; i < r.size(); ++i)
      if (r.t[i] == first.t)
        CHECK(std::abs(contact_gap(*r.model, 0, r.y_at(i).data())) <
              2e-3 * tol * first.depth + 1e-15);
  }
}

TEST_CASE("a contact that has opened in mid-step is an onset when it closes again") {
  // Else the first step into each later impact is as long as those of the flight before it, and ten
  // are tried in vain.
  const Bob bob;
  const Run r = run(bob.m, 2, 1e-3, by_steps());
  REQUIRE(r.impacts[0].size() == 4);
  CHECK(r.counters.error_test_failures <= 4);
}

TEST_CASE("an impact ends with a step, and explicit steps are then as long as before it") {
  const Bob bob;
  for (const double tol : {1e-4, 1e-5, 1e-6, 1e-7}) {
    CAPTURE(tol);
    const Run r = run(bob.m, 0.3, tol, by_steps());
    REQUIRE(r.impacts[0].size() == 1);
    const double begin = r.impacts[0][0].t, end = r.impacts[0][0].t_end;
    const auto struck = std::ranges::lower_bound(r.t, begin) - r.t.begin();
    const auto left = std::ranges::upper_bound(r.t, end) - r.t.begin();
    const double usual = r.t[struck - 1] - r.t[struck - 2];
    // The step over the end is over soon, and the bob swings back as it came. Steps that grow by
    // five from those of the impact would be a tenth as long at most.
    CHECK(r.t[left + 1] - end > 0.5 * usual);
    CHECK(r.counters.error_test_failures <= 5);
  }
}

TEST_CASE("impacts in space end with a step, too") {
  // One motion, so the same steps, but for sums of three squares in place of two. Without openings
  // in space more of them fail: 4, 8 and 13 in place of 3, 6 and 12.
  const auto bounce = [](const std::string& world, const char* shape, const char* floor,
                         double tol) {
    const auto scenario = std::make_shared<const ir::Scenario>(
        compile_text("mbs 1\nworld " + world + "\nbody ball { shape = " + shape +
                     ", mass = 1 kg, inertia = 1e-4 kg*m^2, at = (0, 60) mm }\n"
                     "point table = (0, 0) { shape = " +
                     floor +
                     " }\ncontact hit: ball to table { law = lankarani_nikravesh(0.8, K = 1e8 "
                     "N/m^1.5) }\n")
            .scenario());
    Diagnostics diagnostics;
    ir::Simulate what;
    what.duration = 0.4, what.tol = tol, what.integrator = ir::IntegratorKind::explicit_steps;
    return simulate(build(scenario), what, {}, nullptr, diagnostics);
  };
  for (const double tol : {1e-4, 1e-5, 1e-6, 1e-7}) {
    CAPTURE(tol);
    const Run plane =
        bounce("planar { gravity = (0, -9.81) m/s^2 }", "ellipse(20 mm, 20 mm)", "plane", tol);
    const Run space =
        bounce("spatial { gravity = (0, -9.81, 0) m/s^2 }", "sphere(20 mm)", "plane(y)", tol);
    REQUIRE(plane.impacts[0].size() == 3);
    REQUIRE(space.impacts[0].size() == 3);
    CHECK(space.counters.error_test_failures == plane.counters.error_test_failures);
    CHECK(std::abs(space.counters.steps - plane.counters.steps) <= 1);
  }
}

TEST_CASE("explicit steps keep loops closed at any tolerance") {
  SliderCrank crank({}, 0.3);
  for (const double tol : {1e-3, 1e-6, 1e-9}) {
    CAPTURE(tol);
    const Run r = run(crank.m, 24e-3, tol, by_steps());
    REQUIRE(r.termination == Termination::finished);
    // A twentieth of what a place may err by, times two for what a step adds.
    CHECK(r.max_drift() < 0.1 * tol * 0.12);
  }
}

TEST_CASE("a run may go on with another integrator") {
  const Mechanism m = two_spheres(power_law(1e10, 1.5, flores_factor(0.7)), 4, 0.5);
  const ModelPtr model = m.build();
  Diagnostics diagnostics;
  ir::Simulate what;
  what.duration = 0.22e-3, what.tol = 1e-9;  // into the impact
  const Run half = simulate(model, what, {}, nullptr, diagnostics);
  what.duration = 0.78e-3;
  what.integrator = ir::IntegratorKind::explicit_steps;
  const Run whole = simulate(model, what, {}, &half, diagnostics);
  const Run steps = run(m, 1e-3, 1e-9, by_steps());
  CHECK(half.method == "IDA");
  CHECK(whole.method == "IDA and Runge-Kutta 5(4)");
  CHECK_FALSE(exact_rates_from(whole.stretches, 0.1e-3));
  CHECK_FALSE(exact_rates_from(whole.stretches, half.t.back()));  // begins with what IDA says
  CHECK(exact_rates_from(whole.stretches, 0.9e-3));
  CHECK(speed_at_end(whole, {2}) == doctest::Approx(speed_at_end(steps, {2})).epsilon(1e-7));
}

TEST_CASE("what explicit steps do not suit is told, and nothing runs") {
  ir::LawProgram sticky = power_law(1e8);
  sticky.stick = sticky.FN;
  sticky.FT = sticky.FN;
  for (const auto& law : {sticky}) {
    const Run r = run(two_spheres(law, 1, 1), 1e-3, 1e-6, by_steps());
    REQUIRE(r.failure);
    CHECK(r.failure->code == Code::E0510);
    CHECK(r.size() == 0);
  }
  SimulationOptions both = by_steps();
  both.step = 1e-5;
  const Run r = run(two_spheres(power_law(1e8), 1, 1), 1e-3, 1e-6, both);
  REQUIRE(r.failure);
  CHECK(r.failure->code == Code::E0510);
}

TEST_CASE("a law that fails ends an explicit run with its own words") {
  LawMaker law("fails");
  Graph& g = law.g();
  const Mechanism m =
      two_spheres(law.with_FN(g.unary(Op::log, g.sub(law.number(1e-6), law.delta))), 4, 0.5);
  const Run r = run(m, 1e-3, 1e-6, by_steps()), ida = run(m, 1e-3, 1e-6);
  REQUIRE(r.failure);
  REQUIRE(ida.failure);
  CHECK(r.failure->code == ida.failure->code);
}
