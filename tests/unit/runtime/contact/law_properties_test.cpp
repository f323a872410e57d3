// How long the states of a law last, and when its force acts.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "tests/support/mechanisms.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

constexpr double ball_mass = 0.1, radius = 0.02, stiffness = 1e4;

// A ball above the floor, with this gap and speed.
struct Ball {
  Mechanism m;
  explicit Ball(ir::LawProgram law, double gap, double vy) {
    const ir::BodyId ball = m.body("ball", ball_mass, 1e-5);
    m.place(ball, 0, radius + gap, 0, vy);
    const ir::FrameId floor = m.frame(ground, "floor");
    m.contact("c", floor, ir::HalfPlane{}, m.frame(ball, "ball"), ir::Circle{radius, false},
              m.law(std::move(law)));
  }
};

// A spring with a clock that goes while its contact is closed.
ir::LawProgram clocked(ir::StateLife life) {
  LawMaker law("clocked");
  Graph& g = law.g();
  law.p.states.push_back({"z", 0.5, law.number(1), dim::time});
  ir::LawProgram p = law.with_FN(g.mul(law.number(stiffness), law.delta));
  p.state_life = life;
  return p;
}

// Two bounces; the clock at the end, less what it begins with.
double clock_after(ir::StateLife life, std::vector<Impact>& impacts) {
  Ball ball(clocked(life), 1e-3, -0.5);
  ball.m.s.gravity = {0, -9.81};
  const Run r = run(ball.m, 0.18, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  impacts = r.impacts[0];
  REQUIRE(impacts.size() == 2);
  REQUIRE(impacts[1].closed);
  return r.y_at(r.size() - 1)[layout(*r.model).z] - 0.5;
}

double length(const Impact& impact) {
  return impact.t_end - impact.t;
}

// Pulls and pushes towards gap 0, touching or not.
ir::LawProgram film(ir::Acts acts) {
  LawMaker law("film");
  law.p.FN = law.g().mul(law.number(stiffness), law.delta);
  law.p.acts = acts;
  return law.p;
}

}  // namespace

TEST_CASE("the state of a law begins anew with every contact, or lasts for the run") {
  std::vector<Impact> impacts;
  const double episode = clock_after(ir::StateLife::episode, impacts);
  CHECK(episode == doctest::Approx(length(impacts[1])).epsilon(1e-6));
  const double whole = clock_after(ir::StateLife::run, impacts);
  CHECK(whole == doctest::Approx(length(impacts[0]) + length(impacts[1])).epsilon(1e-6));
}

TEST_CASE("a law that always acts swings a body through the surface and back") {
  const double gap = 1e-3, period = 2 * std::numbers::pi * std::sqrt(ball_mass / stiffness);
  Ball ball(film(ir::Acts::always), gap, 0);
  const Run r = run(ball.m, 1.25 * period, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  const auto y = r.y_at(r.size() - 1);
  const Layout& l = layout(*r.model);
  CHECK(std::abs(y[l.q + 1] - radius) < 1e-3 * gap);  // in the middle, on its way down
  CHECK(y[l.v + 1] == doctest::Approx(-gap * 2 * std::numbers::pi / period).epsilon(1e-4));
  REQUIRE(!r.impacts[0].empty());
  CHECK(r.impacts[0][0].t == doctest::Approx(period / 4).epsilon(1e-4));
  CHECK(r.impacts[0][0].t_end == doctest::Approx(3 * period / 4).epsilon(1e-4));
}

TEST_CASE("a law that acts on overlap leaves a body alone that does not touch") {
  Ball ball(film(ir::Acts::overlap), 1e-3, 0);
  const Run r = run(ball.m, 0.05, 1e-8);
  const auto y = r.y_at(r.size() - 1);
  CHECK(y[layout(*r.model).q + 1] == doctest::Approx(radius + 1e-3));
  CHECK(r.impacts[0].empty());
}
