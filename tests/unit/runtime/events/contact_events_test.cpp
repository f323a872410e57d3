// Contacts at their edges: at the start, grazing, at once, at rest, inside one step.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "runtime/numerics/chatter.hpp"
#include "runtime/numerics/crossing.hpp"
#include "runtime/results/sampler.hpp"
#include "tests/support/mechanisms.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// A disc of 0.1 m moving past a fixed one, both free of other forces.
Mechanism passing(double offset, double speed, double K) {
  Mechanism b;
  const ir::BodyId post = b.body("post", 1, 0.01), disc = b.body("disc", 1, 0.01);
  const ir::FrameId p = b.frame(post, "post"), d = b.frame(disc, "disc");
  b.place(post, 0, 0);
  b.place(disc, -1, offset, speed, 0);
  b.contact("hit", p, ir::Circle{0.1, false}, d, ir::Circle{0.1, false}, b.law(power_law(K)));
  return b;
}

}  // namespace

TEST_CASE("a crossing is located to rounding, on its far side") {
  for (const double root : {0.1, 0.5, 0.9999999, 1e-12}) {
    const double t =
        locate_crossing([&](double x) { return x * x * x - root * root * root; }, 0, 1);
    CHECK(t * t * t - root * root * root > 0);
    CHECK(t - root < 2e-13);
  }
  // Touching zero counts as crossing from above; an end on the wrong side means `at once`.
  CHECK(locate_crossing([](double x) { return x < 0.5 ? 1.0 : 0.0; }, 0, 1) ==
        doctest::Approx(0.5).epsilon(1e-12));
  CHECK(locate_crossing([](double) { return -1.0; }, 0.25, 1) == 0.25);
}

TEST_CASE("fifty switches within a nanosecond are chatter, slow ones are not") {
  ChatterGuard fast, slow;
  bool chatter = false;
  for (int i = 0; i < 60; ++i) chatter = fast.add(1 + i * 1e-11) || chatter;
  CHECK(chatter);
  for (int i = 0; i < 1000; ++i) CHECK_FALSE(slow.add(i * 1e-9));
}

TEST_CASE("a contact that begins and ends inside one step is found") {
  // In free flight steps grow without bound; the discs overlap by 1 nm at the nearest point.
  for (const double K : {1e3, 1e10}) {
    const Run r = run(passing(0.2 - 1e-9, 1, K), 3, 1e-6);
    REQUIRE(r.termination == Termination::finished);
    CHECK(r.impacts[0].size() == 1);
  }
  CHECK(run(passing(0.2 + 1e-9, 1, 1e10), 3, 1e-6).impacts[0].empty());
}

TEST_CASE("a body that just grazes another passes it") {
  // Tangential to rounding: whether it touches is not decided, that nothing is felt is.
  const Run r = run(passing(0.2, 1, 1e10), 3, 1e-6);
  REQUIRE(r.termination == Termination::finished);
  CHECK(r.impacts[0].size() <= 1);
  for (const Impact& i : r.impacts[0]) CHECK(i.F_max < 1e-6);
}

TEST_CASE("a central hit is found at any speed") {
  for (const double speed : {1e-3, 1.0, 1e3}) {
    const Run r = run(passing(0, speed, 1e10), 2 / speed, 1e-6);
    REQUIRE(r.impacts[0].size() == 1);
    CHECK(r.impacts[0][0].v_in == doctest::Approx(speed).epsilon(1e-9));
    CHECK(r.impacts[0][0].t == doctest::Approx(0.8 / speed).epsilon(1e-9));
    // Speeds are followed to 1e-6 m/s per step, some 50 of them in an impact.
    CHECK(std::abs(r.impacts[0][0].v_out - speed) < 2e-5 + 1e-5 * speed);
  }
}

TEST_CASE("a body that starts touching and at rest is carried") {
  Mechanism b = ball_on_table(power_law(1e8, 1.5, 0.2), 0.6, 0);
  const NodeId y = b.signal(SlotKind::body_coordinate, 1, 1);
  const Run r = run(b, 1, 1e-6);
  REQUIRE(r.termination == Termination::finished);
  CHECK(r.modes.last().contacts[0].armed);
  // Weight against K delta^1.5.
  const double sag = std::pow(9.81 / 1e8, 2.0 / 3);
  double end = 0;
  Sampler sampler(r);
  sampler.at(r.size() - 1, {&y, 1}, {&end, 1});
  CHECK(0.6 - end == doctest::Approx(sag).epsilon(1e-3));
  CHECK(sampler.contact(r.size() - 1, 0).FN == doctest::Approx(9.81).epsilon(1e-4));
}

TEST_CASE("a disc that starts touching both sides of a groove is carried by both") {
  Mechanism b;
  b.s.gravity = {0, -9.81};
  const ir::BodyId disc = b.body("disc", 1, 0.005);
  const ir::FrameId fd = b.frame(disc, "disc");
  const double turn = 0.25 * std::numbers::pi;
  const ir::FrameId left = b.frame({0}, "left", {}, -turn), right = b.frame({0}, "right", {}, turn);
  b.place(disc, 0, 0.1 * std::sqrt(2.0));
  const ir::LawId law = b.law(power_law(1e8, 1.5, 0.2));
  b.contact("l", fd, ir::Circle{0.1, false}, left, ir::HalfPlane{}, law);
  b.contact("r", fd, ir::Circle{0.1, false}, right, ir::HalfPlane{}, law);
  const Run r = run(b, 1, 1e-6);
  REQUIRE(r.termination == Termination::finished);
  Sampler sampler(r);
  for (int i = 0; i < 2; ++i) {
    CHECK(r.modes.last().contacts[i].armed);
    CHECK(sampler.contact(r.size() - 1, i).FN ==
          doctest::Approx(9.81 / std::sqrt(2.0)).epsilon(1e-4));
  }
}

TEST_CASE("a body that starts in contact is armed at once, with the speed it has") {
  const Run r = run(ball_on_table(power_law(1e8, 1.5, 0.2), 0.5999, 0), 0.05, 1e-6);
  REQUIRE(r.termination == Termination::finished);
  REQUIRE(r.impacts[0].size() >= 1);
  CHECK(r.impacts[0][0].t == 0);
  CHECK(r.impacts[0][0].v_in == 0);
  CHECK(ModeReader(r.modes).at(0).contacts[0].armed);
}

TEST_CASE("bodies that start touching and part leave no impact behind") {
  Mechanism b = two_spheres(power_law(1e10), 1, -1, 0.05, 0);
  const Run r = run(b, 1e-3, 1e-6);
  REQUIRE(r.termination == Termination::finished);
  CHECK(r.impacts[0].empty());
}

TEST_CASE("two contacts that close at one instant are both latched there") {
  // One disc meets two at rest, symmetrically.
  Mechanism b;
  const ir::BodyId mid = b.body("mid", 1, 0.01), up = b.body("up", 1, 0.01),
                   low = b.body("low", 1, 0.01);
  const ir::FrameId fm = b.frame(mid, "mid"), fu = b.frame(up, "up"), fl = b.frame(low, "low");
  b.place(mid, -1, 0, 2, 0);
  b.place(up, 0, 0.15);
  b.place(low, 0, -0.15);
  const ir::LawId law = b.law(power_law(1e13));
  b.contact("a", fm, ir::Circle{0.1, false}, fu, ir::Circle{0.1, false}, law);
  b.contact("b", fm, ir::Circle{0.1, false}, fl, ir::Circle{0.1, false}, law);
  const NodeId vx = b.signal(SlotKind::body_coordinate, 1, 0, 1);
  const NodeId vy = b.signal(SlotKind::body_coordinate, 1, 1, 1);
  const Run r = run(b, 1, 1e-8);
  REQUIRE(r.impacts[0].size() == 1);
  REQUIRE(r.impacts[1].size() == 1);
  CHECK(r.impacts[0][0].t == doctest::Approx(r.impacts[1][0].t).epsilon(1e-14));
  CHECK(r.impacts[0][0].F_max == doctest::Approx(r.impacts[1][0].F_max).epsilon(1e-9));
  // Elastic, all masses 1: along each line of centres, at cosine s, the usual exchange gives
  // v = 2 (1 - 2 a)/(1 + 2 a) with a = s^2, 1 - a = (0.15/0.2)^2; the penetration of some um turns
  // the lines a little.
  double v = 0, w = 0;
  Sampler sampler(r);
  sampler.at(r.size() - 1, {&vx, 1}, {&v, 1});
  sampler.at(r.size() - 1, {&vy, 1}, {&w, 1});
  const double a = 1 - 0.5625;
  CHECK(v == doctest::Approx(2 * (1 - 2 * a) / (1 + 2 * a)).epsilon(1e-3));
  CHECK(std::abs(w) < 1e-9);
}

TEST_CASE("a clearance that starts concentric stays free until its first contact") {
  const Mechanism b = SliderCrank(power_law(6.6e10)).m;
  const Run r = run(b, 2.5e-4, 1e-6);
  REQUIRE(r.termination == Termination::finished);
  REQUIRE(r.impacts[0].size() == 1);
  CHECK(r.impacts[0][0].t == doctest::Approx(2.27286e-4).epsilon(1e-5));
}

TEST_CASE("touching balls pass an impact on as Hertz's law wants it") {
  // Three equal balls in a row, the outer two touching; speeds known to eight digits, whatever the
  // stiffness, mass and speed.
  Mechanism b;
  ir::FrameId frames[3];
  for (int i = 0; i < 3; ++i) {
    const ir::BodyId ball = b.body("p" + std::to_string(i), 1, 0.01);
    frames[i] = b.frame(ball, "p" + std::to_string(i));
    b.place(ball, 0.25 * i - (i == 0 ? 0.125 : 0), 0, i == 0 ? 1 : 0, 0);
  }
  const ir::LawId law = b.law(power_law(1e9));
  for (int i = 0; i < 2; ++i)
    b.contact("c" + std::to_string(i), frames[i], ir::Circle{0.125, false}, frames[i + 1],
              ir::Circle{0.125, false}, law);
  const double expected[] = {-0.07095235, 0.07640304, 0.99454931};
  const Run r = run(b, 0.3, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  Sampler sampler(r);
  for (int i = 0; i < 3; ++i) {
    const NodeId vx = b.signal(SlotKind::body_coordinate, i + 1, 0, 1);
    double v = 0;
    Sampler(r).at(r.size() - 1, {&vx, 1}, {&v, 1});
    CHECK(v == doctest::Approx(expected[i]).epsilon(1e-6));
  }
}

TEST_CASE("a ball settles on a shaking table and rides on it, in few steps") {
  for (const double e : {0.9, 0.6, 0.3})
    for (const double tol : {1e-6, 1e-8}) {
      CAPTURE(e);
      CAPTURE(tol);
      const Run r = run(ball_on_table(power_law(1.4e12, 1.5, flores_factor(e)), 1, 0.1), 10, tol);
      REQUIRE(r.termination == Termination::finished);
      CHECK(r.modes.last().contacts[0].armed);
      CHECK(r.modes.last().contacts[0].resting);
      CHECK(r.counters.steps < 30000);
      CHECK_FALSE(r.impacts[0].back().closed);
      // The table's acceleration at the end of 10 s and the weight are what the ball feels.
      const double force = 9.81 - 0.1 * 7.5 * 7.5 * std::sin(75.0);
      CHECK(Sampler(r).contact(r.size() - 1, 0).FN == doctest::Approx(force).epsilon(1e-3));
    }
}

TEST_CASE("a ball settles on a table that stands still") {
  for (const double e : {0.9, 0.5})
    for (const double tol : {1e-6, 1e-8}) {
      CAPTURE(e);
      CAPTURE(tol);
      const Run r = run(ball_on_table(power_law(1.4e12, 1.5, flores_factor(e)), 1, 0), 10, tol);
      REQUIRE(r.termination == Termination::finished);
      CHECK(r.counters.steps < 30000);
      CHECK_FALSE(r.impacts[0].back().closed);
      CHECK(Sampler(r).contact(r.size() - 1, 0).FN == doctest::Approx(9.81).epsilon(1e-3));
    }
}

TEST_CASE("a ball at rest is thrown off when the table falls away faster") {
  // 20 rad/s and 0.1 m: 40 m/s^2, four times gravity.
  Mechanism b = ball_on_table(power_law(1e9, 1.5, flores_factor(0.3)), 0.6, 0.1, 20);
  const Run r = run(b, 2, 1e-7);
  REQUIRE(r.termination == Termination::finished);
  CHECK(r.impacts[0].size() > 5);
  for (const Impact& i : r.impacts[0]) CHECK(i.t_end >= i.t - 10 * !i.closed);
}

// A contact that has been closed for thirty times the length of an impact is at rest; what counts
// is when it closed, not when its run went on.
TEST_CASE("a run that goes on within an impact is not at rest") {
  const Mechanism ball = ball_on_table(power_law(1e8, 1.5, flores_factor(0.6)), 0.65, 0);
  const Run whole = run(ball, 0.2, 1e-6);
  REQUIRE(whole.impacts[0].size() == 1);
  const Impact& hit = whole.impacts[0][0];
  REQUIRE(hit.closed);
  for (const double part : {0.01, 0.1, 0.5, 0.9}) {
    CAPTURE(part);
    ir::Simulate what;
    what.duration = hit.t + part * (hit.t_end - hit.t);
    Diagnostics diagnostics;
    const Run first = simulate(whole.model, what, {}, nullptr, diagnostics);
    what.duration = 0.2 - what.duration, what.continues = true;
    const Run second = simulate(whole.model, what, {}, &first, diagnostics);
    CHECK(std::ranges::none_of(second.log, [](const LogEntry& e) { return e.what == "rest"; }));
    REQUIRE(second.impacts[0].size() == 1);
    // Of a hundred steps each errs by a tolerance at most.
    CHECK(second.impacts[0][0].t_end == doctest::Approx(hit.t_end).epsilon(1e-6));
    CHECK(second.impacts[0][0].v_out == doctest::Approx(hit.v_out).epsilon(1e-4));
  }
}
