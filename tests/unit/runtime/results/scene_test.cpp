#include "runtime/results/scene.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "runtime/numerics/hermite.hpp"
#include "runtime/results/film.hpp"
#include "runtime/results/scene_outlines.hpp"
#include "runtime/results/thin.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/laws.hpp"
#include "tests/support/mechanisms.hpp"

using namespace mbs;

namespace {

// As stages read a track.
double value_at(const Track& track, double t, std::size_t channel) {
  const auto after = std::upper_bound(track.t.begin(), track.t.end(), t);
  const auto i = static_cast<std::size_t>(after - track.t.begin()) - 1;
  const auto& v = track.value[channel];
  const auto& r = track.rate[channel];
  if (i + 1 >= track.t.size() || t <= track.t[i]) return v[i];
  return Hermite(track.t[i + 1] - track.t[i], t - track.t[i]).value(v[i], r[i], v[i + 1], r[i + 1]);
}

}  // namespace

TEST_CASE("a cubic is kept as its ends") {
  Thinner thinner({{1e-12, 0}});
  for (int i = 0; i <= 50; ++i) {
    const double t = i / 50.0;
    thinner.add(t, {t * t * t - t}, {3 * t * t - 1});
  }
  const Track track = thinner.take();
  CHECK(track.t.size() == 2);
  CHECK(value_at(track, 0.3, 0) == doctest::Approx(0.027 - 0.3).epsilon(1e-12));
}

TEST_CASE("the error stays below what is allowed, and fewer knots allow more") {
  std::size_t before = 2000;
  for (const double allowed : {1e-8, 1e-6, 1e-4}) {
    Thinner thinner({{allowed, 0}, {allowed, 0}});
    for (int i = 0; i <= 2000; ++i) {
      const double t = i / 100.0;
      thinner.add(t, {std::sin(t), std::cos(3 * t)}, {std::cos(t), -3 * std::sin(3 * t)});
    }
    const Track track = thinner.take();
    for (int i = 0; i <= 2000; ++i) {
      const double t = i / 100.0;
      CHECK(std::abs(value_at(track, t, 0) - std::sin(t)) <= allowed * 1.0001);
      CHECK(std::abs(value_at(track, t, 1) - std::cos(3 * t)) <= allowed * 1.0001);
    }
    CHECK(track.t.size() < before);
    before = track.t.size();
  }
}

TEST_CASE("a jump has a knot on both sides, a kink too, noise of the rate does not") {
  const auto knots = [](double jump, double kink) {
    Thinner thinner({{1e-6, 0}});
    for (int i = 0; i <= 10; ++i) thinner.add(0.1 * i, {0.1 * i}, {1});
    for (int i = 10; i <= 20; ++i) {
      const double t = 0.1 * i;
      thinner.add(t, {1 + jump + (1 + kink) * (t - 1)}, {1 + kink});
    }
    return thinner.take();
  };
  const Track jump = knots(0.5, 0);
  CHECK(jump.t == std::vector<double>{0, 1, 1, 2});
  CHECK(value_at(jump, 1 - 1e-9, 0) == doctest::Approx(1));
  CHECK(value_at(jump, 1, 0) == doctest::Approx(1.5));
  CHECK(knots(0, 3).t.size() == 4);
  CHECK(knots(0, 1e-9).t.size() == 2);
}

TEST_CASE("what does not change takes little, however long") {
  Thinner thinner({{1e-9, 1e-6}});
  for (int i = 0; i < 9600; ++i) thinner.add(i, {4}, {0});
  CHECK(thinner.take().t.size() <= 9600 / 90 + 3);
}

TEST_CASE("a value that is not a number does not join what is on its sides") {
  Thinner thinner({{1e-6, 0}});
  for (int i = 0; i <= 10; ++i) thinner.add(i, {i == 5 ? std::nan("") : 1.0}, {0});
  const Track track = thinner.take();
  CHECK(std::count_if(track.value[0].begin(), track.value[0].end(),
                      [](double v) { return std::isnan(v); }) == 1);
}

TEST_CASE("a track becomes coarser") {
  Thinner thinner({{1e-9, 0}});
  for (int i = 0; i <= 1000; ++i) {
    const double t = i / 100.0;
    thinner.add(t, {std::sin(t)}, {std::cos(t)});
  }
  const Track fine = thinner.take(), coarse = thinned(fine, {{1e-3, 0}});
  CHECK(coarse.t.size() < fine.t.size() / 4);
  for (int i = 0; i <= 1000; ++i)
    CHECK(std::abs(value_at(coarse, i / 100.0, 0) - std::sin(i / 100.0)) < 5e-3);
}

TEST_CASE("a slider-crank is drawn of what is known of it") {
  const test::SliderCrank crank(test::power_law(6.6e10, 1.5, 0.1));
  const Run run = test::run(crank.m, 1e-3, 1e-6);
  const auto scene = scene_of(run);
  REQUIRE(scene->bodies.size() == 4);
  const auto first = [&](int body) { return scene->bodies[body].parts.at(0); };
  CHECK(first(1).assumed);
  CHECK(std::get<HullOutline>(first(1).outline).points.size() == 2);  // a bar
  CHECK(std::get<HullOutline>(first(2).outline).points.size() == 2);
  CHECK(std::holds_alternative<BlockOutline>(first(3).outline));  // on its guide
  const SceneContact& contact = scene->contacts.at(0);
  CHECK(contact.clearance == doctest::Approx(0.5e-3));
  CHECK_FALSE(contact.first_is_bearing);
  CHECK(scene->to == run.t.back());
}

TEST_CASE("a pendulum known by its pin and its mass alone is a bar between them") {
  test::Mechanism m;
  const ir::BodyId bob = m.body("bob", 1, 0.1, {0, -0.5});
  m.revolute("hinge", m.frame(test::ground, "ground", {1, 0}), m.frame(bob, 0, 0));
  const auto scene = scene_of(test::run(m, 1e-3, 1e-6));
  const auto hull = std::get<HullOutline>(scene->bodies[1].parts.at(0).outline);
  REQUIRE(hull.points.size() == 2);
  CHECK(hull.points[1].y == -0.5);
}

// What the knots give is compared with the record itself: positions to 1e-5 of the size,
// eccentricities to 0.2 % of the clearance, each with what four bytes a number would add.
TEST_CASE("a body without a shape reaches to all its points, used or not") {
  const auto compiled = test::compile_text(R"(mbs 1
body rod { mass = 1 kg, inertia = 1 kg*m^2, cm = (0.3, 0) m
  point a = (0, 0) m
  point b = (0.5, 0) m
  point tip = (1, 0) m }
body ball { mass = 1 kg, inertia = 1 kg*m^2, at = (5, 0) m
  point far = (3, 0) m
  point bulk = (0, 0) m { shape = sphere(10 cm) } }
revolute O: ground to rod.a
revolute P: ground to ball
simulate 1 s
)");
  const Scene scene = still_scene(compiled.scenario(), 1);
  const auto hull = std::get<HullOutline>(scene.bodies[1].parts.at(0).outline);
  double reach = 0;
  for (const ir::Vec2& p : hull.points) reach = std::max(reach, p.x);
  CHECK(reach == 1);
  // What has a shape is drawn as that.
  CHECK(scene.bodies[2].parts.size() == 1);
  CHECK(std::get<DiscOutline>(scene.bodies[2].parts[0].outline).radius == 0.1);
}

TEST_CASE("in space a body on two hinges reaches to its mass, a rod between two does not grow") {
  const auto points = [](const std::string& cm) {
    const auto compiled = test::compile_text(R"(mbs 1
world spatial {}
body door { mass = 1 kg, inertia = (1, 1, 1) kg*m^2, cm = )" +
                                             cm +
                                             R"(
  point low = (0, 0, 0) m
  point high = (0, 0, 2) m }
point above = (0, 0, 2) m
revolute a: ground to door.low
spherical b: above to door.high
simulate 1 ms
)");
    const Scene scene = still_scene(compiled.scenario(), 2);
    return std::get<SolidOutline>(scene.bodies[1].parts.at(0).outline).points;
  };
  REQUIRE(points("(0.5, 0, 1) m").size() == 3);
  CHECK(points("(0.5, 0, 1) m")[2].x == 0.5);
  CHECK(points("(0, 0, 1) m").size() == 2);
}

TEST_CASE("what touches in space by edges, corners and cones is drawn as its body alone") {
  const auto compiled = test::compile_text(R"(mbs 1
world spatial { gravity = (0, 0, -9.81) m/s^2 }
default contact { law = hooke(1e6 N/m) }
body a { shape = box(10 cm, 10 cm, 10 cm), mass = 1 kg }
body b { shape = box(10 cm, 10 cm, 10 cm), mass = 1 kg, at = (0, 0, 0.2) m }
body c { shape = cone(5 cm, 10 cm), mass = 1 kg, at = (0, 0, 0.4) m }
body d { shape = sphere(1 cm), mass = 1 kg, at = (0, 0, 0.6) m }
contact corners: a.corner to b
contact edges: a.edge to b.edge { law = newton(0.5) }
contact cd: d to c
simulate 1 ms
)");
  const Scene scene = still_scene(compiled.scenario(), 1);
  CHECK(scene.contacts.size() > 20);
  for (const SceneBody& body : scene.bodies)
    for (const ScenePart& part : body.parts)
      CHECK(std::holds_alternative<SolidOutline>(part.outline));
  for (const SceneContact& contact : scene.contacts)
    for (const ScenePart& part : {contact.on_first, contact.on_second})
      CHECK(std::holds_alternative<DiscOutline>(part.outline));
}

TEST_CASE("the knots give the motion as exactly as they promise") {
  const test::SliderCrank crank(test::power_law(6.6e10, 1.5, 0.1));
  const Run run = test::run(crank.m, 2e-3, 1e-6);
  const auto scene = scene_of(run);
  const SceneContact& contact = scene->contacts.at(0);
  REQUIRE(contact.impacts.size() > 1);
  Workspace w(*run.model);
  std::vector<double> y(layout(*run.model).size), yp(y);
  double largest = 0;
  for (std::size_t i = 0; i + 1 < run.size(); ++i) {
    if (run.t[i + 1] == run.t[i]) continue;  // the side before a jump
    run.samples.read(i, y, yp);
    const auto at = [&](int body, int index) {
      return slot_value(*run.model, {SlotKind::body_coordinate, body, index, 0},
                        {run.t[i], y.data(), yp.data(), nullptr}, w);
    };
    const double angle = at(2, 2);
    CHECK(std::abs(value_at(scene->bodies[2].motion, run.t[i], 0) - at(2, 0)) <
          1e-5 * scene->size * 1.001);
    const double ex = at(2, 0) + 0.12 * std::cos(angle) - at(3, 0);
    CHECK(std::abs(value_at(contact.place, run.t[i], 0) - ex) < 2e-3 * contact.clearance * 1.001);
    largest = std::max(largest, value_at(contact.force, run.t[i], 1));
  }
  CHECK(largest == doctest::Approx(contact.impacts[0].F_max).epsilon(0.05));
  CHECK(scene->bodies[2].motion.t.size() < run.size() / 4);
}
