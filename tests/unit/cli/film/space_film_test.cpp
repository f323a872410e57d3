#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "cli/film/space_drawing.hpp"
#include "tests/support/film_frames.hpp"

using namespace mbs;
using film::SpaceDrawing;

namespace {

constexpr const char *of_steel = "fill=\"#aab6c6\"", *of_glass = "fill=\"#eef2f6\"";

SceneBody body(const std::string& name, const Outline& outline, ir::Vec3 from, ir::Vec3 to,
               double turn = 0) {
  SceneBody body{name, {{outline, {}, false}}, {}, true, {}, {}};
  body.motion = straight(0, 1, {from.x, from.y, from.z, 1, 0, 0, 0},
                         {to.x, to.y, to.z, std::cos(turn / 2), 0, 0, std::sin(turn / 2)});
  return body;
}
SceneBody ball(const std::string& name, double radius, ir::Vec3 from, ir::Vec3 to) {
  return body(name, DiscOutline{radius, false, {}}, from, to);
}

std::shared_ptr<Scene> scene_of(const std::vector<SceneBody>& bodies) {
  auto scene = std::make_shared<Scene>();
  scene->to = 1;
  scene->spatial = true;
  scene->up = {0, 0, 1};
  scene->size = 1;
  scene->bodies.push_back({"ground", {}, {}, false, {}, {}});
  scene->bodies.insert(scene->bodies.end(), bodies.begin(), bodies.end());
  return scene;
}
FilmOutput film_of(const std::shared_ptr<Scene>& scene, int frames = 5) {
  FilmOutput film{scene, {}, scene->from, scene->to, 2, frames};
  film.asked.size = {400, 200};
  return film;
}

SolidOutline cube(double half) {
  SolidOutline solid;
  for (int i = 0; i < 8; ++i)
    solid.points.push_back({i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half});
  solid.faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                 {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return solid;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}
std::string circle(film::Pixel p, double radius) {
  film::Canvas canvas(1, 1);
  canvas.circle(p, radius, {});
  const std::string svg = canvas.take();
  const std::size_t at = svg.find("<circle");
  return svg.substr(at, svg.find(" fill", at) - at);
}

}  // namespace

TEST_CASE("the eye is on one side and a little above, whichever way is up") {
  for (const ir::Vec3 up : {ir::Vec3{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}) {
    const film::View view = film::view_of(up);
    CHECK(norm(cross(view.right, view.over) - -1.0 * view.away) < 1e-15);
    CHECK(std::abs(norm(view.right) - 1) < 1e-15);
    CHECK(std::abs(dot(view.right, view.away)) < 1e-15);
    // Upwards is upwards on the picture, and nothing of it to a side.
    CHECK(std::abs(view.flat(up).x) < 1e-15);
    CHECK(view.flat(up).y == doctest::Approx(std::cos(0.3)));
    CHECK(view.depth(up) == doctest::Approx(-std::sin(0.3)));
  }
  // With z upwards x goes to the right, y away.
  const film::View view = film::view_of({0, 0, 1});
  CHECK(view.flat({1, 0, 0}).x == doctest::Approx(std::cos(0.45)));
  CHECK(view.depth({0, 1, 0}) == doctest::Approx(std::cos(0.3) * std::cos(0.45)));
}

TEST_CASE("a ball in space is drawn where it is seen") {
  SpaceDrawing drawing(film_of(scene_of({ball("b", 0.1, {0, 0, 0}, {1, 0, 0})})));
  // From its left at the begin to its right at the end, 0.2 + cos 0.45 m are 360 of 400 pixels.
  CHECK(drawing.camera(0).scale == doctest::Approx(360 / (0.2 + std::cos(0.45))));
  for (int k = 0; k < 5; ++k) {
    const ir::Vec3 place{0.25 * k, 0, 0};
    const film::Pixel p = drawing.camera(k).to(drawing.view().flat(place));
    CHECK(p.x == doctest::Approx(20 + drawing.camera(k).scale * (0.1 + 0.25 * k * std::cos(0.45))));
    CHECK(holds(drawing.frame(k), circle(p, 0.1 * drawing.camera(k).scale)));
    CHECK(well_formed(drawing.frame(k)));
  }
  CHECK(holds(drawing.frame(4), ">b</text>"));
}

TEST_CASE("what is nearer hides what is farther") {
  // The first goes away from the eye, the second comes; both stay where they are on the picture.
  const ir::Vec3 away = film::view_of({0, 0, 1}).away;
  SpaceDrawing drawing(
      film_of(scene_of({ball("a", 0.1, -1.0 * away, away), ball("b", 0.2, away, -1.0 * away)})));
  const auto a_hides = [&](int frame) {
    const std::string svg = drawing.frame(frame);
    return svg.find(of_steel) > svg.find(of_glass);
  };
  CHECK(a_hides(0));
  CHECK_FALSE(a_hides(4));
}

TEST_CASE("of a solid the faces towards the eye are drawn, as it turns") {
  SpaceDrawing drawing(film_of(scene_of({body("die", cube(0.1), {}, {}, 3)})));
  for (int k = 0; k < 5; ++k) {
    const std::string svg = drawing.frame(k);
    CHECK(count(svg, of_steel) == 1);
    // Three of six, and the one above is lit.
    CHECK(count(svg, "fill=\"#fff\" opacity") + count(svg, "fill=\"#000\" opacity") == 3);
    CHECK(count(svg, "fill=\"#fff\" opacity") >= 1);
    CHECK(well_formed(svg));
  }
  CHECK(drawing.frame(0) != drawing.frame(1));
}

TEST_CASE("circles on a ball show how it turns; a ball at rest has none") {
  auto turning = scene_of({body("b", DiscOutline{0.1, false, {}}, {}, {}, 1)});
  SpaceDrawing drawing(film_of(turning));
  const std::string first = drawing.frame(0), last = drawing.frame(4);
  CHECK(count(first, "stroke-width=\"0.9\"") == 2);
  CHECK(first.substr(0, first.find("t =")) != last.substr(0, last.find("t =")));
  SpaceDrawing still(film_of(scene_of({ball("b", 0.1, {}, {})})));
  CHECK(count(still.frame(0), "stroke-width=\"0.9\"") == 0);
}

TEST_CASE("half of a bore is before its journal, half of it behind") {
  auto scene = scene_of({ball("shaft", 0.05, {}, {0, 0, 0.1})});
  scene->bodies[0].parts.push_back({DiscOutline{0.06, true, {1, 0, 0}}, {}, false});
  SpaceDrawing drawing(film_of(scene));
  const std::string svg = drawing.frame(0);
  const std::size_t shaft = svg.find(of_steel), far = svg.find("fill=\"#f3f3ef\"");
  CHECK(count(svg, "fill=\"#f3f3ef\"") == 2);
  CHECK(far < shaft);
  CHECK(svg.find("fill=\"#f3f3ef\"", shaft) != svg.npos);
}

TEST_CASE("the lens in space touches when the simulation does") {
  auto scene = scene_of({ball("pin", 9e-3, {}, {1.5e-3, 0, 0})});
  scene->contacts.push_back(journal_in_bearing(
      0.7, 1, straight(0, 1, {0, 0, 0}, {1.5e-3, 0, 0}),
      straight(0, 1, {0.5e-3, 100, 0, -100, 0, 0}, {0.5e-3, 100, 0, -100, 0, 0})));
  auto film = film_of(scene, 11);
  film.asked.lens = {0};
  SpaceDrawing drawing(film);
  // As in the plane: 11 040 pixels a metre around (337.4, 50), the journal is 25.76. The
  // eccentricity is as long as it is, though it is seen from one side: along (cos 0.45, -sin 0.45
  // sin 0.3).
  const double x = std::cos(0.45), y = -std::sin(0.45) * std::sin(0.3), e = 11040 * 0.6e-3;
  const film::Pixel journal{337.4 + e * x / std::hypot(x, y), 50 - e * y / std::hypot(x, y)};
  CHECK(holds(drawing.frame(4), circle(journal, 25.76)));
  CHECK(holds(drawing.frame(4), "400 µm"));
  for (int k = 0; k < 11; ++k)
    CHECK(holds(drawing.frame(k), "stroke=\"#d1440c\"") == (k >= 7 && k < 10));
}

TEST_CASE("an arrow that begins on the far side of a body is dotted behind it") {
  // The eye is on the side of +x, -y, +z.
  const auto dotted = [](const ir::Vec3& at, const Outline& outline) {
    auto scene = scene_of({body("b", outline, {}, {})});
    SceneContact c;
    c.name = "hit";
    c.first = 0, c.second = 1;
    c.on_second.outline = outline;
    const std::vector<double> place{0, 0, 0, 1, at.x, at.y, at.z}, force{1e-3, 9, 0, 0, 0, -9};
    c.place = straight(0, 1, place, place), c.force = straight(0, 1, force, force);
    Impact impact;
    impact.t = 0, impact.t_end = 1, impact.closed = true, impact.F_max = 9;
    c.impacts = {impact};
    scene->contacts.push_back(c);
    const std::string svg = SpaceDrawing(film_of(scene)).frame(2);
    CHECK(well_formed(svg));
    CHECK(holds(svg, "stroke=\"#d1440c\""));
    return holds(svg, "stroke-dasharray=\"1 5\"");
  };
  CHECK(dotted({0, 0, -0.1}, cube(0.1)));             // below
  CHECK(dotted({-0.1, 0.1, -0.1}, cube(0.1)));        // the corner behind
  CHECK_FALSE(dotted({0.1, -0.1, -0.1}, cube(0.1)));  // before
  CHECK_FALSE(dotted({0.1, 0, 0}, cube(0.1)));
  CHECK(dotted({0, 0, -0.1}, DiscOutline{0.1, false, {}}));
}

TEST_CASE("who is followed stays in the middle, and leaves a trail") {
  auto film = film_of(scene_of({ball("b", 0.1, {0, 0, 0}, {5, 2, 1})}));
  film.asked.follow = {1};
  film.asked.trails = {{"b", {1}, {}}};
  SpaceDrawing drawing(film);
  for (int k = 0; k < 5; ++k) {
    const film::Pixel p = drawing.camera(k).to(drawing.view().flat(0.25 * k * ir::Vec3{5, 2, 1}));
    CHECK(p.x == doctest::Approx(200));
    CHECK(p.y == doctest::Approx(80));
    CHECK(drawing.camera(k).scale == doctest::Approx(80 / 0.4));  // four times its reach
    CHECK(holds(drawing.frame(k), circle({200, 80}, 3.5)));
  }
}

TEST_CASE("planes, joints of all kinds, springs and loads in space are drawn") {
  auto scene = scene_of({ball("b", 0.1, {0, 0, 0.5}, {0.3, 0, 0.5})});
  scene->bodies[0].parts.push_back({PlaneOutline{{0, 0, 1}}, {}, false});
  std::size_t before = SpaceDrawing(film_of(scene)).frame(2).size();
  const auto grows = [&](const char* what) {
    SpaceDrawing drawing(film_of(scene));
    const std::string svg = drawing.frame(2);
    INFO(what);
    CHECK(well_formed(svg));
    CHECK(svg.size() > before);
    before = svg.size();
  };
  for (const JointSymbol symbol : {JointSymbol::bar, JointSymbol::ball, JointSymbol::pin,
                                   JointSymbol::rail, JointSymbol::pin_on_rail}) {
    const std::string name(symbol_name(symbol));
    scene->joints.push_back({name, symbol, 0, 1, {}, {}, {0, 0, 1}});
    grows(name.c_str());
  }
  scene->springs.push_back({"s", 0, 1, {0, 0, 1}, {}});
  grows("spring");
  SceneLoad load;
  load.body = 1;
  load.effort = straight(0, 1, {0, 0, 5, 1, 0, 0}, {0, 0, 5, 1, 0, 0});
  scene->loads.push_back(load);
  grows("load");
  SpaceDrawing drawing(film_of(scene));
  // A force has one head, a torque two.
  CHECK(count(drawing.frame(2), "fill=\"#a2559b\"") == 3);
}

TEST_CASE("films in space of next to nothing and of what is no number") {
  SpaceDrawing nothing(film_of(scene_of({})));
  CHECK(well_formed(nothing.frame(4)));

  auto small = scene_of({ball("b", 1e-7, {}, {1e-6, 0, 0})});
  small->size = 1e-6;
  CHECK(holds(SpaceDrawing(film_of(small)).frame(2), "nm</text>"));

  auto lost = scene_of({ball("b", 0.1, {}, {1, 0, 0}), body("die", cube(0.1), {}, {1, 0, 0})});
  lost->bodies[1].motion.value[0] = {0, std::numeric_limits<double>::quiet_NaN()};
  lost->bodies[2].motion.value[3] = {1, std::numeric_limits<double>::infinity()};
  lost->joints.push_back({"O", JointSymbol::pin, 1, 2, {}, {}, {0, 0, 1}});
  auto film = film_of(lost);
  film.asked.trails = {{"b", {1}, {}}};
  film.asked.follow = {1};
  SpaceDrawing broken(film);
  for (int k = 0; k < 5; ++k) {
    CHECK(well_formed(broken.frame(k)));
    CHECK_FALSE(holds(broken.frame(k), "nan"));
    CHECK_FALSE(holds(broken.frame(k), "inf"));
  }
}
