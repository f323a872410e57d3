// Runs by explicit steps and IDA in turns.
#include "runtime/forward/auto_steps.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "tests/support/compiled.hpp"
#include "tests/support/massless_coupler.hpp"
#include "tests/support/mechanisms.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

SimulationOptions by(ir::IntegratorKind kind) {
  SimulationOptions options;
  options.integrator = kind;
  return options;
}

constexpr auto in_turns = ir::IntegratorKind::automatic;

// A mass in a damper of rate d/m, 1/s, under a force of its own: x' = (F/d)(1 - exp(-d t/m)).
struct Damped {
  static constexpr double mass = 1e-2, force = 2;
  Mechanism m;
  double rate;
  explicit Damped(double r) : rate(r) {
    const ir::BodyId body = m.body("load", mass, 1e-3);
    ir::Force pull;
    pull.kind = ir::ForceKind::at_point, pull.name = "pull";
    pull.first = m.frame(body, "load");
    pull.value[0] =
        m.s.graph.add(m.constant(force), m.mul_constant(-rate * mass, m.coordinate(body, 0, 1)));
    pull.value[1] = m.constant(0);
    m.s.forces.push_back(pull);
  }
};

Run run(const std::string& script, double end, double tol, ir::IntegratorKind kind) {
  const Compiled c = compile_text(script);
  Diagnostics diagnostics;
  ir::Simulate what;
  what.duration = end, what.tol = tol, what.integrator = kind;
  const ModelPtr model = build(std::make_shared<const ir::Scenario>(c.scenario()));
  return simulate(model, what, {}, nullptr, diagnostics);
}

}  // namespace

TEST_CASE("a run that nothing holds back is by explicit steps alone, and the same") {
  const Mechanism m = two_spheres(power_law(1e10, 1.5, flores_factor(0.7)), 4, 0.5);
  const Run a = run(m, 1e-3, 1e-6, by(in_turns));
  const Run b = run(m, 1e-3, 1e-6, by(ir::IntegratorKind::explicit_steps));
  CHECK(a.method == ExplicitSteps::method);
  CHECK(a.method_note.empty());
  CHECK(a.counters.jacobians == 0);
  CHECK(a.counters.explicit_steps == a.counters.steps);
  CHECK(a.stretches.size() == 1);
  REQUIRE(a.size() == b.size());
  CHECK(a.t == b.t);
  CHECK(a.impacts[0][0].F_max == b.impacts[0][0].F_max);
}

TEST_CASE("IDA takes over where stability bounds explicit steps, at any scale") {
  for (const double rate : {1e4, 1e7, 1e10}) {
    CAPTURE(rate);
    const Damped damped(rate);
    const Run r = run(damped.m, 1, 1e-6, by(in_turns));
    const Run ida = run(damped.m, 1, 1e-6, by(ir::IntegratorKind::ida));
    REQUIRE(r.termination == Termination::finished);
    CHECK(r.method == "IDA and Runge-Kutta 5(4)");
    CHECK(share_of_ida(r.stretches, 1).find("IDA for ") == 0);
    // A mass that stability alone bounds would take rate/3 steps.
    CHECK(r.counters.steps < 2 * ida.counters.steps + 300);
    const double v = Damped::force / (rate * Damped::mass);
    CHECK(r.y_at(r.size() - 1)[layout(*r.model).v] == doctest::Approx(v).epsilon(1e-6));
    // All energy is exchanged in the transient, which explicit steps follow; what IDA makes of it
    // is what it may err by, and a run in turns may err no more.
    CHECK(r.energy.largest_error() < ida.energy.largest_error());
  }
}

TEST_CASE("what is closed and was not struck is IDA's until it opens") {
  const double K = 1e8, weight = 9.81, rest = std::pow(weight / K, 2.0 / 3);
  const Run lies = run(ball_on_table(power_law(K), 0.6 - rest, 0), 0.1, 1e-8, by(in_turns));
  REQUIRE(lies.termination == Termination::finished);
  CHECK(lies.counters.explicit_steps == 0);
  // Pressed into the table it leaps: its fall is followed by explicit steps, and so is what it
  // falls on.
  const double deep = 1e-4;
  const Run leaps = run(ball_on_table(power_law(K), 0.6 - deep, 0), 0.03, 1e-8, by(in_turns));
  REQUIRE(leaps.termination == Termination::finished);
  REQUIRE(leaps.impacts[0].size() == 2);
  const Impact &first = leaps.impacts[0][0], &second = leaps.impacts[0][1];
  CHECK_FALSE(exact_rates_from(leaps.stretches, 0.5 * first.t_end));
  CHECK(exact_rates_from(leaps.stretches, 0.5 * (first.t_end + second.t)));
  CHECK(exact_rates_from(leaps.stretches, second.t + 1e-5));
  // K d^2.5/2.5 lifts it by d and gives it its speed, with which it comes back.
  const double v = std::sqrt(2 * (K * std::pow(deep, 2.5) / 2.5 - weight * deep));
  CHECK(first.v_out == doctest::Approx(v).epsilon(1e-6));
  CHECK(second.v_in == doctest::Approx(v).epsilon(1e-6));
}

// The pin rests in its bearing for most of a turn, under loads that change: IDA's steps are a third
// of explicit ones there, and cost as much. Chaos lets counts differ by a tenth or so.
TEST_CASE("what rests beside moving parts is no other case") {
  const SliderCrank crank(power_law(6.6e10, 1.5, lankarani_factor(0.9)));
  for (const double tol : {1e-4, 1e-6}) {
    CAPTURE(tol);
    const Run turns = run(crank.m, 15e-3, tol, by(in_turns));
    const Run alone = run(crank.m, 15e-3, tol, by(ir::IntegratorKind::explicit_steps));
    const auto rests = [](const LogEntry& entry) { return entry.what == "rest"; };
    CHECK(std::ranges::any_of(turns.log, rests));
    CHECK(turns.counters.steps < 1.35 * static_cast<double>(alone.counters.steps));
  }
}

// The ball rings out on the table, whose stiffness bounds explicit steps for ever.
TEST_CASE("what comes to rest for good is IDA's") {
  for (const double tol : {1e-4, 1e-6, 1e-8}) {
    CAPTURE(tol);
    const Mechanism ball = ball_on_table(power_law(1e8, 1.5, flores_factor(0.5)), 0.65, 0);
    const Run turns = run(ball, 2, tol, by(in_turns)), ida = run(ball, 2, tol);
    REQUIRE(turns.termination == Termination::finished);
    CHECK_FALSE(exact_rates_from(turns.stretches, 1.9));
    CHECK(turns.counters.steps < ida.counters.steps);
    CHECK(turns.counters.residuals < 4 * ida.counters.residuals);
  }
}

TEST_CASE("what explicit steps do not suit is told, and goes by IDA") {
  ir::LawProgram sticky = power_law(1e8);
  sticky.stick = sticky.FN;
  sticky.FT = sticky.FN;
  const Run r = run(two_spheres(sticky, 1, 1), 1e-3, 1e-6, by(in_turns));
  CHECK(r.termination == Termination::finished);
  CHECK(r.warnings.empty());
  CHECK(r.method == "IDA");
  CHECK(r.method_note.find("can stick") != std::string::npos);
  CHECK(run(two_spheres(sticky, 1, 1), 1e-3, 1e-6).method_note.empty());
}

TEST_CASE("who took which steps is known afterwards") {
  const Stretches both = {{0, true}, {1, false}, {3, true}, {4, false}};
  CHECK(exact_rates_from(both, 0));
  CHECK(exact_rates_from(both, 0.5));
  CHECK_FALSE(exact_rates_from(both, 1));
  CHECK_FALSE(exact_rates_from(both, 2.9));
  CHECK(exact_rates_from(both, 3));
  CHECK_FALSE(exact_rates_from(both, -1));
  CHECK_FALSE(exact_rates_from({}, 0));
  CHECK(share_of_ida(both, 4.5) == "IDA for 2.5 of 4.5 s, taken up 2 times");
  CHECK(share_of_ida({{0, true}}, 1).empty());
  CHECK(share_of_ida({{0, false}}, 1).empty());
}

// A ball of 1 kg whose contact rings at 3 kHz on a table that is shaken: what is left of ringing
// after one trial of IDA kept it from all later ones, where formulas of order 5 are not stable.
TEST_CASE("a contact that rings at rest is settled, for runs of any length") {
  const std::string script = R"(mbs 1
world planar { gravity = (0, -9.81) m/s^2 }
body ball  { shape = sphere(100 mm), mass = 1 kg, at = (0, 1) m }
body table { shape = plane }
drive shake: table = (0, 0.5 m + 0.1 m * sin(7.5 rad/s * t))
contact hit: ball to table { law = hunt_crossley(0.9, K = 1.4e12 N/m^1.5) }
)";
  for (const double end : {7.0, 7.5, 8.0, 9.0}) {
    CAPTURE(end);
    const Run r = run(script, end, 1e-6, in_turns);
    const Run ida = run(script, end, 1e-6, ir::IntegratorKind::ida);
    REQUIRE(r.termination == Termination::finished);
    CHECK(r.counters.steps < ida.counters.steps);
    CHECK(r.impacts[0].size() > 30);
  }
}

// Steps of one length that each map a ball onto itself, with a speed: at that length the method
// does so with the quicker of the two rates at which an overdamped contact settles.
TEST_CASE("what is stiff and stands still in steps that are all alike is held back by these") {
  const std::string script = R"(mbs 1
world planar { gravity = (0, -9.81) m/s^2 }
body table { shape = plane }
weld w: ground to table
body ball { shape = sphere(20 mm), mass = 0.0168093 kg, at = (0 m, 0.147479 m) }
contact hit: ball to table { law = kelvin_voigt(2.41809e7 N/m, 1871.06 N*s/m) }
)";
  const Run r = run(script, 2, 1e-4, in_turns);
  const Run ida = run(script, 2, 1e-4, ir::IntegratorKind::ida);
  CHECK(r.counters.steps < ida.counters.steps);
  CHECK(r.counters.explicit_steps < 100);
}

namespace {

std::string why_ida(const std::string& world, const std::string& force) {
  const Compiled c = compile_text("mbs 1\n" + world + "force f: " + force + "\n");
  return better_by_ida(*build(std::make_shared<const ir::Scenario>(c.scenario())));
}

}  // namespace

// What jumps where a speed is 0 may do so for ever. What a speed only makes larger does not jump
// with it, and what bends there pulls to neither side.
TEST_CASE("IDA has what jumps with a speed from the start, and no other force") {
  const std::string plane = "body b { mass = 1 kg, inertia = 1 g*m^2, velocity = (1, 0) m/s }\n";
  const std::string space =
      "world spatial\n"
      "body b { mass = 1 kg, inertia = (1, 1, 1) g*m^2 }\n";
  for (const char* jumps :
       {"b = (-1 N*sign(b.vx), 0 N)", "b = (if b.vx > 0.1 m/s then -1 N else 0 N, 0 N)",
        "b = (if t > 1 s and b.vx > 0 m/s then -1 N else 0 N, 0 N)",
        "b = (0 N, 1 N*floor(b.vx/(1 m/s)))",
        "b = (if b.spin*b.x > 1 m/s then 1 N else 0 N, 0 N)"}) {
    CAPTURE(jumps);
    CHECK(why_ida(plane, jumps) == "`f` may switch with a speed, for ever where that is 0");
  }
  CHECK_FALSE(why_ida(space, "b = (if b.spin.x > 0 rad/s then -1 N else 0 N, 0 N, 0 N)").empty());
  for (const char* others :
       {"b = (if t < 0.5 s then 0 N else -1 N*s/m*b.vx, 0 N)",
        "b = (if b.x > 0.5 m then -1 N*s/m*b.vx else 0 N, 0 N)",
        "b = (max(0 N, 1 N*s/m*b.vx), 0 N)", "b = (-5 N*clamp(b.vx/(1 m/s), -1, 1), 0 N)",
        "b = (-1 N*s^2/m^2*abs(b.vx)*b.vx, 0 N)", "b = (-1 N*sign(b.x), 0 N)",
        "b = (-1 N*s/m*b.vx, 0 N)"}) {
    CAPTURE(others);
    CHECK(why_ida(plane, others).empty());
  }
}

// The same forces, run: where one bends at a speed of 0 a body passes there once, or stands, and
// the race does the rest. By closed forms of x' = v, v' = f.
TEST_CASE("forces that bend with a speed take no more steps than under IDA") {
  const auto body = [](const std::string& force, double v) {
    return "mbs 1\nbody b { mass = 1 kg, inertia = 1 g*m^2, velocity = (" + std::to_string(v) +
           ", 0) m/s }\nforce f: b = (" + force + ", 0 N)\n";
  };
  struct Case {
    std::string force;
    double v, speed;  // m/s, at the start and after 2 s
  };
  const Case cases[] = {
      {"1 N - 3 N*s/m*max(0 m/s, b.vx)", -1, (1 - std::exp(-3.0)) / 3},  // 0 after 1 s
      {"1 N - 4 N*s^2/m^2*abs(b.vx)*b.vx", 0, 0.5 * std::tanh(4.0)},
      {"1 N - 2 N*clamp(b.vx/(1e-3 m/s), -1, 1)", 0.5, 5e-4},  // slides 0.5 s, then stands
      {"if t < 1 s then 0 N else -2 N*s/m*b.vx", 1, std::exp(-2.0)},
  };
  for (const Case& c : cases) {
    CAPTURE(c.force);
    const Run turns = run(body(c.force, c.v), 2, 1e-6, in_turns);
    const Run ida = run(body(c.force, c.v), 2, 1e-6, ir::IntegratorKind::ida);
    REQUIRE(turns.termination == Termination::finished);
    // A step may err by 1e-6 m/s in each of a hundred steps.
    CHECK(turns.y_at(turns.size() - 1)[layout(*turns.model).v] ==
          doctest::Approx(c.speed).epsilon(1e-4));
    CHECK(turns.counters.explicit_steps > 0);
    CHECK(turns.counters.steps < ida.counters.steps + 100);
  }
}

// x = v t to the last digits, as by IDA alone and by explicit steps alone.
TEST_CASE("free flight goes as far as numbers do") {
  for (const double v : {1.0, 1e5})
    for (const double end : {1e15, 1e17, 3e17, 1e18, 1e20}) {
      CAPTURE(v);
      CAPTURE(end);
      const Run r = run("mbs 1\nbody b { mass = 1 kg, inertia = 1 g*m^2, velocity = (" +
                            std::to_string(v) + ", 0) m/s }\n",
                        end, 1e-6, in_turns);
      REQUIRE(r.termination == Termination::finished);
      CHECK(r.y_at(r.size() - 1)[layout(*r.model).q] == doctest::Approx(v * end).epsilon(1e-12));
    }
}

TEST_CASE("what explicit steps turn out not to suit is told with its reason") {
  const Run r = run(massless_coupler, 0.1, 1e-6, in_turns);
  REQUIRE(r.termination == Termination::finished);
  CHECK(r.counters.explicit_steps == 0);
  CHECK(r.method == "IDA");
  CHECK(r.method_note.find("`bar` can move without any") != std::string::npos);
  CHECK(share_of_ida(r.stretches, 0.1).empty());
}
