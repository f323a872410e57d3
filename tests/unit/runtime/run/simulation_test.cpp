// Runs: free motion, mechanisms, limits, continuation, events.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "runtime/record/simulation_options.hpp"
#include "runtime/results/sampler.hpp"
#include "runtime/run/simulation.hpp"
#include "tests/support/mechanisms.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

Mechanism pendulum(double angle) {
  Mechanism b;
  b.s.gravity = {0, -9.81};
  // A point mass 1 m below its pin, as a body whose origin is the pin.
  const ir::BodyId rod = b.body("rod", 1, 1e-12, {0, -1});
  const ir::JointId pin = b.joint(ir::JointKind::revolute, "pin", {0}, b.frame(rod, "rod"));
  b.s.joints[pin.index].coordinate = hold(angle);
  b.s.joints[pin.index].speed = hold(0);
  return b;
}

double value(const Run& r, std::size_t sample, NodeId node) {
  double out = 0;
  Sampler(r).at(sample, {&node, 1}, {&out, 1});
  return out;
}

double largest(const Run& r, NodeId node) {
  Sampler sampler(r);
  double most = 0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    double v = 0;
    sampler.at(i, {&node, 1}, {&v, 1});
    most = std::max(most, std::abs(v));
  }
  return most;
}

}  // namespace

TEST_CASE("free fall") {
  Mechanism b;
  b.s.gravity = {0, -9.81};
  const ir::BodyId stone = b.body("stone", 2, 0.1);
  b.frame(stone, "stone");
  b.place(stone, 0, 10, 3, 0);
  const NodeId x = b.signal(SlotKind::body_coordinate, stone.index, 0);
  const NodeId y = b.signal(SlotKind::body_coordinate, stone.index, 1);
  const Run r = run(b, 1, 1e-6);
  REQUIRE(r.termination == Termination::finished);
  CHECK(r.t.back() == 1);
  // A parabola: any method of order 2 or more follows it to rounding once it has that order.
  CHECK(value(r, r.size() - 1, x) == doctest::Approx(3).epsilon(1e-6));
  CHECK(value(r, r.size() - 1, y) == doctest::Approx(10 - 4.905).epsilon(1e-6));
  CHECK(r.counters.steps < 100);
}

TEST_CASE("a pendulum keeps its period, its length and its energy") {
  Mechanism b = pendulum(std::numbers::pi / 2);
  const NodeId angle = b.signal(SlotKind::body_coordinate, 1, 2);
  const NodeId error = b.signal(SlotKind::energy, 0, static_cast<int>(EnergySignal::error));
  const double period = 2.367841948;  // from 90 degrees, L = 1 m, g = 9.81 m/s^2
  const Run r = run(b, period, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  // Near its turning point the angle only errs by the square of the error in time.
  CHECK(value(r, r.size() - 1, angle) == doctest::Approx(std::numbers::pi / 2).epsilon(1e-7));
  CHECK(r.max_drift() < 1e-9);
  CHECK(largest(r, error) < 1e-6);
}

TEST_CASE("a run can be continued, and stepped by hand, to the same end") {
  Mechanism b = pendulum(1);
  const NodeId angle = b.signal(SlotKind::body_coordinate, 1, 2);
  Diagnostics diagnostics;
  const ModelPtr model = b.build();
  ir::Simulate what;
  what.duration = 1, what.tol = 1e-8;
  const Run first = simulate(model, what, {}, nullptr, diagnostics);
  const Run second = simulate(model, what, {}, &first, diagnostics);
  CHECK(second.t.back() == 2);
  CHECK(second.counters.steps > first.counters.steps);
  what.duration = 2;
  const Run whole = simulate(model, what, {}, nullptr, diagnostics);
  const double end = value(whole, whole.size() - 1, angle);
  CHECK(value(second, second.size() - 1, angle) == doctest::Approx(end).epsilon(1e-6));

  SimulationOptions options;
  options.tol = 1e-8;
  Simulation by_hand(model, options, nullptr, diagnostics);
  REQUIRE(by_hand.ready());
  long steps = 1;
  while (by_hand.step(2)) ++steps;
  CHECK(steps == by_hand.run().counters.steps);
  CHECK(by_hand.run().t.back() == 2);
  CHECK(value(by_hand.run(), by_hand.run().size() - 1, angle) == end);  // the same computation
}

TEST_CASE("until ends a run where its condition becomes true") {
  Mechanism b = pendulum(1);
  Graph& g = b.s.graph;
  const NodeId angle = b.signal(SlotKind::body_coordinate, 1, 2);
  const NodeId below = g.binary(Op::less, angle, g.constant(0.25));
  const Run r = run(b, 10, 1e-9, {}, below);
  CHECK(r.termination == Termination::until);
  CHECK(value(r, r.size() - 1, angle) == doctest::Approx(0.25).epsilon(1e-9));
  // It is passed on the way from 1 rad, before the first quarter of a period is over.
  CHECK(r.t.back() < 0.55);
  const NodeId already = g.binary(Op::less, g.constant(0.5), angle);
  const Run none = run(b, 10, 1e-9, {}, already);
  CHECK(none.termination == Termination::until);
  CHECK(none.t.back() == 0);
}

TEST_CASE("when finds each time a condition becomes true, also a compound one") {
  Mechanism b = pendulum(1);
  Graph& g = b.s.graph;
  const NodeId angle = b.signal(SlotKind::body_coordinate, 1, 2);
  const NodeId spin = b.signal(SlotKind::body_coordinate, 1, 2, 1);
  ir::Event event;
  event.name = "back";
  // Swinging back through the lowest point, and not before t = 2.
  event.condition =
      g.binary(Op::logical_and, g.binary(Op::less, g.constant(0), angle),
               g.binary(Op::logical_and, g.binary(Op::less, g.constant(0), spin),
                        g.unary(Op::logical_not, g.binary(Op::less, b.time(), g.constant(2)))));
  b.s.events.push_back(event);
  int calls = 0;
  SimulationOptions options;
  options.on_event = [&](int index, const Run& r) {
    ++calls;
    CHECK(index == 0);
    CHECK(r.t.back() == r.event_times[0].back());
    return calls == 3;
  };
  const Run r = run(b, 100, 1e-9, options);
  CHECK(r.termination == Termination::stopped);
  REQUIRE(r.event_times[0].size() == 3);
  // Period from 1 rad: 4 K(sin(0.5))/sqrt(g); the first such passage lies at 3/4 of a period.
  const double period = 4 * std::comp_ellint_1(std::sin(0.5)) / std::sqrt(9.81);
  // 3/4 period is 1.6 s; the condition waits for t = 2 s, when the bob is still right of the lowest
  // point and rising.
  CHECK(r.event_times[0][0] == doctest::Approx(2).epsilon(1e-12));
  CHECK(r.event_times[0][1] == doctest::Approx(1.75 * period).epsilon(1e-7));
  CHECK(r.event_times[0][2] == doctest::Approx(2.75 * period).epsilon(1e-7));
}

TEST_CASE("an interrupted run and one out of time keep what they have") {
  Mechanism b = pendulum(1);
  SimulationOptions options;
  int polls = 0;
  options.interrupted = [&] { return ++polls > 10; };
  const Run interrupted = run(b, 10, 1e-8, options);
  CHECK(interrupted.termination == Termination::interrupted);
  CHECK(interrupted.size() > 5);
  SimulationOptions hasty;
  hasty.max_wall_seconds = -1;
  const Run late = run(b, 10, 1e-8, hasty);
  CHECK(late.termination == Termination::time_limit);
  REQUIRE(late.failure);
  CHECK(late.failure->code == Code::E0702);
  CHECK(late.size() == 1);  // the start
}

TEST_CASE("values between samples follow the motion") {
  Mechanism b = pendulum(1);
  const NodeId angle = b.signal(SlotKind::body_coordinate, 1, 2);
  const NodeId spin = b.signal(SlotKind::body_coordinate, 1, 2, 1);
  const Run r = run(b, 1, 1e-8);
  Sampler sampler(r);
  // Energy is kept at any time, to the accuracy of cubic interpolation over a step.
  for (double t = 0; t <= 1; t += 0.037) {
    double a = 0, w = 0;
    sampler.at_time(t, {&angle, 1}, {&a, 1});
    sampler.at_time(t, {&spin, 1}, {&w, 1});
    CHECK(0.5 * w * w - 9.81 * std::cos(a) == doctest::Approx(-9.81 * std::cos(1)).epsilon(1e-6));
  }
}

TEST_CASE("slider-crank with clearance: the first impacts of an independent computation") {
  const Mechanism b = SliderCrank(power_law(6.610198398e10, 1.5, lankarani_factor(0.9))).m;
  const NodeId error =
      b.s.graph.slot({SlotKind::energy, 0, static_cast<int>(EnergySignal::error), 0});
  const Run r = run(b, 1e-3, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  REQUIRE(r.impacts[0].size() >= 2);
  const Impact& first = r.impacts[0][0];
  // Eight digits are known; free flight keeps them all.
  CHECK(first.t == doctest::Approx(2.27286032e-4).epsilon(1e-8));
  CHECK(first.v_in == doctest::Approx(4.38578315).epsilon(1e-8));
  CHECK(first.t_end == doctest::Approx(2.8072326e-4).epsilon(1e-7));
  CHECK(first.restitution() == doctest::Approx(0.891857).epsilon(1e-6));
  CHECK(r.impacts[0][1].t == doctest::Approx(6.3705643e-4).epsilon(1e-7));
  CHECK(r.impacts[0][1].v_in == doctest::Approx(2.75694915).epsilon(1e-7));
  CHECK(largest(r, error) < 1e-6);
  CHECK(r.max_drift() < 1e-9);
}

TEST_CASE("friction that turns round inside an impact: the step it happens in is taken again") {
  // The law holds its direction of sliding until that is found to change. Four digits of the force
  // were lost when the rest of such a step was kept.
  const ir::LawProgram normal = power_law(6.610198398e10, 1.5, lankarani_factor(0.9));
  const Mechanism b = SliderCrank(with_ambrosio(normal, 0.03)).m;
  const Run coarse = run(b, 7.5e-4, 1e-6), fine = run(b, 7.5e-4, 1e-8);
  REQUIRE(coarse.impacts[0].size() >= 2);
  REQUIRE(fine.impacts[0].size() >= 2);
  CHECK(coarse.impacts[0][1].F_max == doctest::Approx(30702.824).epsilon(3e-6));
  CHECK(fine.impacts[0][1].F_max == doctest::Approx(30702.824).epsilon(1e-7));
  CHECK(fine.impacts[0][1].energy_lost ==
        doctest::Approx(coarse.impacts[0][1].energy_lost).epsilon(1e-5));
}

TEST_CASE("constraints do not hold up long steps") {
  // Smooth motion over two swings: hardly a step is taken twice. When the multipliers of positions
  // were followed too closely, every step was.
  const Run r = run(pendulum(1), 4, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  CHECK(r.counters.steps < 2500);
  CHECK(r.counters.error_test_failures < r.counters.steps / 20);
}
