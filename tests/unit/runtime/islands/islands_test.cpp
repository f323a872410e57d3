// Bodies that only fall and meet, moved island by island.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "runtime/contact/group.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/run/simulation.hpp"
#include "tests/support/balls.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

SimulationOptions by_islands() {
  SimulationOptions options;
  options.islands = true;
  return options;
}

Run run_islands(const Balls& balls, double duration, double tol) {
  return run(balls.b, duration, tol, by_islands());
}

Balls box_of(int n, const ir::LawProgram& law) {
  Balls balls;
  balls.b.s.gravity = {0, -9.81};
  balls.grid(n);
  balls.group(law, balls.box(0.06 * n));
  return balls;
}

long hits(const Run& r) {
  return r.modes.last().groups[0].hits;
}

double speed_at_end(const Run& r, int ball, int axis) {
  return r.y_at(r.size() - 1)[layout(*r.model).v + 3 * ball + axis];
}

std::size_t logged(const Run& r, const std::string& what) {
  return std::ranges::count(r.log, what, &LogEntry::what);
}

}  // namespace

TEST_CASE("islands move balls as IDA does") {
  const ir::LawProgram laws[] = {
      power_law(1e8, 1.5, 0.6),
      with_ambrosio(power_law(1e8, 1.5, 0.6), 0.2, 1e-3, 5),
  };
  for (const ir::LawProgram& law : laws) {
    const Balls balls = box_of(4, law);
    const Run islands = run_islands(balls, 0.03, 1e-9), ida = run(balls.b, 0.03, 1e-9);
    REQUIRE(islands.termination == Termination::finished);
    REQUIRE(ida.termination == Termination::finished);
    CHECK(islands.method == "islands");
    CHECK(ida.method == "IDA");
    CHECK(islands.counters.jacobians == 0);
    CHECK(ida.counters.jacobians > 100);
    CHECK(hits(islands) > 5);
    CHECK(hits(islands) == hits(ida));
    CHECK(logged(islands, "closed") == logged(ida, "closed"));
    CHECK(logged(islands, "opened") == logged(ida, "opened"));
    // 1e-9 of a speed and of a depth a step, grown tenfold by each hit of a body.
    CHECK(largest_difference(motion_at_end(islands), motion_at_end(ida)) < 1e-5);
    const int work = layout(*ida.model).group;
    CHECK(islands.y_at(islands.size() - 1)[work] ==
          doctest::Approx(ida.y_at(ida.size() - 1)[work]).epsilon(1e-5));
  }
}

TEST_CASE("free flight is a parabola, and its end is found") {
  Balls balls;
  balls.b.s.gravity = {0, -9.81};
  balls.add(0, 0.5, 0.3, 1);
  const std::vector<ir::FrameId> floor = {balls.b.frame({0}, "floor")};
  balls.group(power_law(1e8, 1.5, 0.6), floor);
  const Run r = run_islands(balls, 0.5, 1e-6);
  REQUIRE(r.termination == Termination::finished);
  REQUIRE(r.log.size() >= 1);
  // Bodies fly by formula: only rounding is left.
  const double v = std::sqrt(1 + 2 * 9.81 * (0.5 - radius));
  CHECK(r.log[0].t == doctest::Approx((1 + v) / 9.81).epsilon(1e-12));
  CHECK(r.log[0].value == doctest::Approx(v).epsilon(1e-12));
}

TEST_CASE("a long flight bends as far as it likes") {
  Balls balls;
  balls.b.s.gravity = {0, -9.81};
  balls.add(0, 1, 0, 0);
  const std::vector<ir::FrameId> floor = {balls.b.frame({0}, "floor")};
  balls.group(power_law(1e6, 1, 0), floor);
  for (const double tol : {0.5, 1e-3, 1e-6}) {
    const Run r = run_islands(balls, 2, tol);
    REQUIRE(r.termination == Termination::finished);
    CHECK(hits(r) == 2);
  }
}

TEST_CASE("the deepest point of an impact is as accurate as asked, between the records too") {
  for (const double tol : {1e-3, 1e-6, 1e-9}) {
    Balls balls;
    balls.add(0, 0, 1, 0);
    balls.add(0.05, 0, -1, 0);
    balls.group(power_law(1e8, 1.5, 0));
    const ModelPtr model = balls.b.build();
    const Run r = run_islands(balls, 0.02, tol);
    REQUIRE(r.termination == Termination::finished);
    // m/2 taken from 2 m/s to rest by K delta^1.5: delta = (5 m v^2/(8 K))^(2/5).
    const double deepest = std::pow(5 * mass * 4 / (8 * 1e8), 0.4);
    double found = 0;
    for (std::size_t i = 0; i + 1 < r.size(); ++i) {
      const auto a = r.y_at(i), b = r.y_at(i + 1), da = r.yp_at(i), db = r.yp_at(i + 1);
      const double h = r.t[i + 1] - r.t[i];
      for (double u = 0; u < 1; u += 1e-3) {  // of the cubic that signals are read from
        const auto at = [&](int k) {
          const double rise = (b[k] - a[k]) / h;
          return a[k] + u * h * (da[k] + u * (rise - da[k] + (1 - u) * (2 * rise - da[k] - db[k])));
        };
        found = std::max(found, 2 * radius - (at(3) - at(0)));
      }
    }
    // The cubic errs by 4 tol, speeds by tol/4 in each of some ten steps, which the depth doubles.
    CHECK(std::abs(found / deepest - 1) < 10 * tol + 1e-6);
    CHECK(speed_at_end(r, 1, 0) == doctest::Approx(1).epsilon(10 * tol));
  }
}

TEST_CASE("impacts far apart do not cost each other steps") {
  const auto steps = [](int couples) {
    Balls balls;
    for (int i = 0; i < couples; ++i) {
      balls.add(0, i, 0.5, 0);
      balls.add(0.041 + 1e-4 * i, i, -0.5, 0);  // they meet one after the other
    }
    balls.group(power_law(1e8, 1.5, 0.6));
    const Run r = run_islands(balls, 0.02, 1e-6);
    REQUIRE(r.termination == Termination::finished);
    CHECK(hits(r) == couples);
    return static_cast<double>(r.counters.steps) / couples;
  };
  const double one = steps(1);
  CHECK(one < 60);  // an impact is 16 common instants long
  CHECK(steps(40) < 1.3 * one);
}

TEST_CASE("a row of balls at rest passes the momentum of a hit on") {
  // Newton's cradle: equal balls that all but touch, a hit at one end.
  Balls balls;
  for (int i = 0; i < 5; ++i) balls.add(i * (2 * radius + 1e-6), 0, 0, 0);
  balls.add(-0.1, 0, 1, 0);
  balls.group(power_law(1e8, 1.5, 0));
  const Run r = run_islands(balls, 0.1, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  double momentum = 0;
  for (int i = 0; i < 6; ++i) momentum += speed_at_end(r, i, 0);
  CHECK(momentum == doctest::Approx(1).epsilon(1e-9));
  CHECK(speed_at_end(r, 4, 0) > 0.95);  // the last one takes nearly all, as in any elastic chain
  CHECK(std::abs(energy_at(r, r.size() - 1) - energy_at(r, 0)) < 1e-6 * energy_at(r, 0));
}

TEST_CASE("a heap comes to rest") {
  const Run r = run_islands(box_of(4, power_law(1e7, 1.5, 0.9)), 1.5, 1e-4);
  REQUIRE(r.termination == Termination::finished);
  double kinetic = 0;
  for (int i = 0; i < 16; ++i)
    for (int axis = 0; axis < 2; ++axis)
      kinetic += 0.5 * mass * std::pow(speed_at_end(r, i, axis), 2);
  // A ball weighs 1 N: this is what it gains on falling by 0.02 mm.
  CHECK(kinetic < 2e-5);
  CHECK(closed_pairs(r.modes.last().groups[0]) > 15);
}

TEST_CASE("a crowd keeps its momentum and its books") {
  Balls balls;
  balls.grid(8);
  balls.group(power_law(1e8, 1.5, 0.3));
  const Run coarse = run_islands(balls, 0.03, 1e-6), fine = run_islands(balls, 0.03, 1e-9);
  REQUIRE(coarse.termination == Termination::finished);
  CHECK(hits(coarse) > 40);
  // As far apart as IDA's own runs at these tolerances: see contact_group_test.cpp.
  CHECK(largest_difference(motion_at_end(coarse), motion_at_end(fine)) < 2e-3);
  const auto momentum = [](const Run& r, std::size_t i) {
    double sum = 0;
    for (int k = 0; k < 64; ++k) sum += r.y_at(i)[layout(*r.model).v + 3 * k];
    return sum;
  };
  CHECK(std::abs(momentum(coarse, coarse.size() - 1) - momentum(coarse, 0)) < 1e-9);
  for (std::size_t i = 0; i < coarse.size(); i += 7)
    CHECK(std::abs(energy_at(coarse, i) - energy_at(coarse, 0)) < 1e-5 * energy_at(coarse, 0));
}

TEST_CASE("a force that jumps acts from the closing to the opening") {
  Balls balls;
  balls.add(0, 0, 1, 0);
  balls.add(0.05, 0, -1, 0);
  balls.group(kelvin_voigt(1e6, 20));
  const Run r = run_islands(balls, 0.02, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  CHECK(hits(r) == 1);
  CHECK(r.modes.last().groups[0].pairs.empty());
  CHECK(std::abs(energy_at(r, r.size() - 1) - energy_at(r, 0)) < 1e-6 * energy_at(r, 0));
  // A damped oscillator from x = 0 until its force is 0 again: contacts do not pull.
  const double m = mass / 2, zeta = 20 / (2 * std::sqrt(1e6 * m));
  const double damped = std::sqrt(1 - zeta * zeta);
  const double angle = std::atan2(2 * zeta * damped, 2 * zeta * zeta - 1);
  const double restitution = std::exp(-zeta / damped * angle);
  CHECK((speed_at_end(r, 1, 0) - speed_at_end(r, 0, 0)) / 2 ==
        doctest::Approx(restitution).epsilon(1e-5));
}

TEST_CASE("a run goes on with the other method") {
  const Balls balls = box_of(3, power_law(1e8, 1.5, 0.6));
  const ModelPtr model = balls.b.build();
  Diagnostics none;
  ir::Simulate what;
  what.duration = 0.015, what.tol = 1e-9;
  const auto half = [&](bool islands, const Run* previous) {
    what.islands = islands;
    return simulate(model, what, {}, previous, none);
  };
  const Run first = half(true, nullptr), changed = half(false, &first), back = half(true, &changed);
  const Run ida = half(false, nullptr), whole = half(false, &ida), other = half(true, &ida);
  CHECK(changed.method == "IDA and islands");
  CHECK(back.method == "IDA and islands");
  REQUIRE(whole.termination == Termination::finished);
  for (const Run* r : {&changed, &other}) {
    REQUIRE(r->termination == Termination::finished);
    CHECK(hits(*r) == hits(whole));
    CHECK(largest_difference(motion_at_end(*r), motion_at_end(whole)) < 1e-5);
    CHECK(r->counters.jacobians > 0);
  }
  CHECK(back.counters.steps > changed.counters.steps);
}

TEST_CASE("options and limits hold among islands") {
  const Balls balls = box_of(3, power_law(1e8, 1.5, 0.6));
  SimulationOptions options = by_islands();
  SUBCASE("the longest step") {
    options.max_step = 1e-5;
    const Run r = run(balls.b, 0.02, 1e-4, options);
    for (std::size_t i = 1; i < r.size(); ++i) CHECK(r.t[i] - r.t[i - 1] < 1.01e-5);
  }
  SUBCASE("an interrupt") {
    long polls = 0;
    options.interrupted = [&] { return ++polls > 50; };
    const Run r = run(balls.b, 10, 1e-6, options);
    CHECK(r.termination == Termination::interrupted);
    CHECK(r.size() == 51);
  }
  SUBCASE("a limit of time") {
    options.max_wall_seconds = 0;
    CHECK(run(balls.b, 10, 1e-6, options).termination == Termination::time_limit);
  }
  SUBCASE("a model that islands do not suit") {
    Balls held = balls;
    const ir::BodyId wheel = held.b.body("wheel", 1, 1);
    held.b.place(wheel, 10, 10);
    held.b.joint(ir::JointKind::revolute, "axle", held.b.frame({0}, "bearing", {10, 10}),
                 held.b.frame(wheel, "hub"));
    const Run r = run(held.b, 0.01, 1e-6, options);
    REQUIRE(r.failure);
    CHECK(r.failure->code == Code::E0414);
    CHECK(r.failure->message == "the bodies cannot be moved island by island: joint `axle`");
  }
}

TEST_CASE("bounces ever shorter do not hold up a run") {
  // Each takes half of the speed, so infinitely many of them take a finite time; and the force,
  // which is there at once, does not let the ball rest on the floor.
  const test::Compiled c = test::compile_text(
      "world planar { gravity = (0, -9.81) m/s^2 }\n"
      "law hard(F: N) = if ddelta > 0 then F else F/4\n"
      "body ball { shape = sphere(20 mm), mass = 0.1 kg, at = (0, 21) mm }\n"
      "point floor = (0, 0) { shape = plane }\n"
      "contacts heap { among = [ball, floor], law = hard(50 N) }\n");
  Diagnostics none;
  ir::Simulate what;
  what.duration = 0.2, what.tol = 1e-4, what.islands = true;
  const Run r =
      simulate(build(std::make_shared<const ir::Scenario>(c.scenario())), what, {}, nullptr, none);
  REQUIRE(r.termination == Termination::finished);
  CHECK(hits(r) > 10);
  CHECK(r.counters.steps < 5000);  // those lower than the tolerance are stepped over
  CHECK(r.y_at(r.size() - 1)[1] == doctest::Approx(radius).epsilon(1e-3));
}

TEST_CASE("a fast spinner with something off its centre holds up no other body") {
  const auto steps = [](const std::string& spin) {
    const std::string text = R"(mbs 1
law hertz(K: N/m^1.5) = K * delta^1.5
body a { mass = 1 kg, inertia = 1e-3 kg*m^2, velocity = (0.1, 0) m/s, spin = )" +
                             spin + R"(, point rim = (10 mm, 0) { shape = sphere(5 mm) } }
body b { shape = sphere(20 mm), mass = 1 kg, at = (1 m, 0) }
contacts heap { among = [a.rim, b], law = hertz(1e8 N/m^1.5) }
)";
    const Compiled compiled = compile_text(text);
    Diagnostics diagnostics;
    const ModelPtr model = build(std::make_shared<ir::Scenario>(compiled.scenario()));
    Simulation simulation(model, by_islands(), nullptr, diagnostics);
    simulation.advance(1);
    return simulation.run().counters.steps;
  };
  // Its rim sets the pace; the limit on turning that the solver's steps obey would make 5001 of
  // them.
  CHECK(steps("1000 rad/s") < 2500);
}
