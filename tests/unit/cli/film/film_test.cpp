#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "cli/film/drawing.hpp"
#include "cli/film/lens.hpp"
#include "lang/scenario/film_length.hpp"
#include "lang/text/number.hpp"
#include "tests/support/film_frames.hpp"

using namespace mbs;
using Drawing = film::PlaneDrawing;

namespace {

constexpr double pi = std::numbers::pi;

// A disc of radius 0.1 m that rolls from x = 0 to x = 1 m in a second, by half a turn.
std::shared_ptr<Scene> rolling(double scale = 1) {
  auto scene = std::make_shared<Scene>();
  scene->from = 0, scene->to = 1;
  scene->low = {-0.1 * scale, -0.1 * scale}, scene->high = {1.1 * scale, 0.1 * scale};
  scene->size = 1.2 * scale;
  scene->bodies.push_back({"ground", {}, {}, false, {}, {}});
  SceneBody disc{"disc", {{DiscOutline{0.1 * scale, false, {}}, {}, false}}, {}, true, {}, {}};
  disc.motion = straight(0, 1, {0, 0, 0}, {scale, 0, pi});
  scene->bodies.push_back(disc);
  return scene;
}

// 400 x 200 pixels, of which the clock takes 40 at the bottom: the stage is 400 x 160, less a
// margin of 20 (an eighth of 160). The disc is seen from x = -0.1 to 1.1 m, so 300 pixels are a
// metre and x = 0.5 m is in the middle: x = 0 at 200 - 150 = 50, y = 0 at 80.
FilmOutput film_of(const std::shared_ptr<Scene>& scene, int frames = 5) {
  FilmOutput film{scene, {}, scene->from, scene->to, 2, frames};
  film.asked.size = {400, 200};
  return film;
}

// Lines of one that the other has not.
std::vector<std::string> lines_only_in(const std::string& a, const std::string& b) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < a.size();) {
    const std::size_t end = std::min(a.find('\n', at), a.size());
    const std::string line = a.substr(at, end - at);
    if (!holds(b, line)) lines.push_back(line);
    at = end + 1;
  }
  return lines;
}

constexpr const char* of_trail = "stroke=\"#1f5fa8\"";
std::size_t trail_length(const std::string& svg) {
  const std::size_t end = svg.find(of_trail);
  return end == svg.npos ? 0 : end - svg.rfind("<path", end);
}

}  // namespace

TEST_CASE("a film has a frame for its first and its last instant, and evenly between") {
  CHECK(ir::film_frames(5e-3, 500, 25) == 64);  // 62.5 + 1, rounded
  CHECK(ir::film_frames(1, 1, 25) == 26);
  CHECK(ir::film_frames(0, 500, 25) == 1);
  CHECK(ir::film_frames(1, 1e-9, 25) == 1);
  CHECK(ir::usual_slow(5e-3) == 2000);
  CHECK(ir::usual_slow(24e-3) == doctest::Approx(500));
  CHECK(ir::usual_slow(1) == 10);
  CHECK(ir::usual_slow(1000) == doctest::Approx(0.01));
  CHECK(ir::usual_slow(0) == 1);
  CHECK(ir::usual_slow(1e-320) == 1);
  for (double seconds = 1e-9; seconds < 1e6; seconds *= 1.37) {
    const double lasts = seconds * ir::usual_slow(seconds);
    CHECK(lasts > 6.3);  // the factors lie 2.5 apart at most, so it is within sqrt(2.5) of 10
    CHECK(lasts < 15.9);
  }
  const Drawing drawing(film_of(rolling(), 5));
  CHECK(drawing.instant(0) == 0);
  CHECK(drawing.instant(1) == 0.25);
  CHECK(drawing.instant(4) == 1);
}

TEST_CASE("frames show bodies where the scene has them") {
  Drawing drawing(film_of(rolling()));
  const std::string first = drawing.frame(0), middle = drawing.frame(2), last = drawing.frame(4);
  // A circle begins on its right: radius 30 at x = 50, 200 and 350.
  CHECK(holds(first, "M80 80A30 30"));
  CHECK(holds(middle, "M230 80A30 30"));
  CHECK(holds(last, "M380 80A30 30"));
  // The mark that shows how it turns, from 0.72 to 0.96 of the radius: to the right; a quarter turn
  // later upwards; then to the left.
  CHECK(holds(first, "M71.6 80L78.8 80"));
  CHECK(holds(middle, "M200 58.4L200 51.2"));
  CHECK(holds(last, "M328.4 80L321.2 80"));
  for (const std::string& svg : {first, middle, last}) CHECK(well_formed(svg));
  CHECK(holds(first, "t = 0.00 s"));
  CHECK(holds(last, "t = 1.00 s"));
  CHECK(holds(first, "2 times slower"));
  CHECK(holds(first, ">disc</text>"));
}

TEST_CASE("a film says how fast it is, and of more than anybody can picture what a second shows") {
  const auto shows = [](double slow, const char* words) {
    FilmOutput film = film_of(rolling());
    film.slow = slow;
    return holds(Drawing(film).frame(0), words);
  };
  CHECK(shows(1, "as fast as it happens"));
  CHECK(shows(500, "500 times slower"));
  CHECK(shows(1000.0 / 3, "333.3 times slower"));
  CHECK(shows(12345.6, "12346 times slower"));
  CHECK(shows(1e5, "100000 times slower"));
  CHECK(shows(2e5, "1 s shows 5 µs"));
  CHECK(shows(1e8, "1 s shows 10 ns"));
  CHECK(shows(2e12, "1 s shows 0.5 ps"));
  CHECK(shows(0.05, "20 times faster"));
  CHECK(shows(1.0 / 7.2e5, "1 s shows 8.333 d"));
  CHECK(shows(1.0 / 108000, "1 s shows 1.25 d"));
}

TEST_CASE("frames differ only where something moves") {
  const auto scene = rolling();
  scene->bodies[0].parts.push_back(
      {CurveOutline{{{0.4, 0.02}, {0.6, 0.02}, {0.6, 0.06}}}, {}, false});
  scene->joints.push_back({"O", JointSymbol::pin, 0, 1, {}, {}, {}});
  Drawing drawing(film_of(scene));
  const std::string first = drawing.frame(0), last = drawing.frame(4);
  const std::string wall = "M170 74L230 74L230 62Z";
  CHECK(holds(first, wall));
  CHECK(holds(last, wall));
  const auto changed = lines_only_in(first, last);
  // Disc, its mark, pin and its dot, names of disc and pin (each with its halo), the clock.
  CHECK(changed.size() == 9);
  for (const std::string& line : changed) {
    CHECK_FALSE(holds(line, wall));
    CHECK_FALSE(holds(line, "#eeeee9"));  // the grid
  }
}

TEST_CASE("a film follows a body, which stays in the middle") {
  auto film = film_of(rolling());
  film.asked.follow = {1};
  Drawing drawing(film);
  for (int k = 0; k < 5; ++k) {
    const auto middle = drawing.camera(k).to({drawing.instant(k), 0});
    CHECK(middle.x == doctest::Approx(200));
    CHECK(middle.y == doctest::Approx(80));
  }
  // Half the lower side of the stage is four times its reach of 0.1 m: 80 pixels are 0.4 m, which
  // is less than the 300 a metre that show all of it.
  CHECK(drawing.camera(0).scale == doctest::Approx(300));
  auto near = rolling();
  std::get<DiscOutline>(near->bodies[1].parts[0].outline).radius = 0.01;
  film.scene = near;
  CHECK(Drawing(film).camera(0).scale == doctest::Approx(80 / 0.04));
}

TEST_CASE("a film goes with bodies that are small beside their way, unless it is to stand still") {
  auto small = rolling();
  std::get<DiscOutline>(small->bodies[1].parts[0].outline).radius = 0.01;
  auto film = film_of(small);
  const Drawing going(film);
  for (int k = 0; k < 5; ++k) {
    const auto middle = going.camera(k).to({going.instant(k), 0});
    CHECK(middle.x == doctest::Approx(200));
    CHECK(middle.y == doctest::Approx(80));
    // 0.02 m of disc and 0.015 m on each side are as high as the stage without its margins of 20
    // pixels.
    CHECK(going.camera(k).scale == doctest::Approx(120 / 0.05));
  }
  film.asked.follow = {0};  // ground
  const Drawing still(film);
  CHECK(still.camera(0).to({0, 0}).x == doctest::Approx(still.camera(4).to({0, 0}).x));
  CHECK(still.camera(0).scale == doctest::Approx(360 / 1.02));
  // What it starts with a contact far below is seen with that.
  SceneContact floor;
  floor.place = straight(0, 1, {1, 0, 1, 0, -1}, {1, 0, 1, 1, -1});
  small->contacts.push_back(floor);
  film.asked.follow = {};
  CHECK(Drawing(film).camera(0).scale == doctest::Approx(still.camera(0).scale));
}

TEST_CASE("a trail grows from frame to frame") {
  auto film = film_of(rolling());
  film.asked.trails = {{"disc.edge", {1}, {0, -0.1}}};
  Drawing drawing(film);
  std::size_t before = 0;
  for (int k = 0; k < 5; ++k) {
    const std::size_t length = trail_length(drawing.frame(k));
    CHECK(length > before);
    before = length;
  }
  // From below the disc at x = 0 to above it, half a turn later, at x = 1 m.
  CHECK(holds(drawing.frame(0), "M50 110"));
  const std::string last = drawing.frame(4);
  const std::size_t end = last.find(of_trail);
  CHECK(holds(last.substr(last.rfind("<path", end), end), "L350 50\""));
  CHECK(holds(drawing.frame(4), "cx=\"350\" cy=\"50\""));
}

namespace {

// In touch from 0.4 s to 0.8 s; the journal's centre goes to the right from the middle to 1.5 mm,
// deeper than the clearance of 1 mm.
std::shared_ptr<Scene> in_bearing() {
  auto scene = rolling();
  scene->contacts.push_back(journal_in_bearing(0.4, 0.8, straight(0, 1, {0, 0}, {1.5e-3, 0}),
                                               straight(0, 1, {0.5e-3, 100, 0}, {0.5e-3, 100, 0})));
  return scene;
}

}  // namespace

TEST_CASE("the lens shows the gap at its magnification") {
  auto film = film_of(in_bearing(), 11);
  film.asked.lens = {0}, film.asked.size = {400, 228};
  Drawing drawing(film);
  // Of a height of 228 its words take 104 and a margin 4: its radius is 60 pixels; 18 pixels from
  // the edge. The bearing's circle is
  // 0.8 of that, 48, the clearance 0.3 of the bearing, 14.4: 14 400 pixels a metre. The journal
  // is 33.6.
  CHECK(holds(drawing.frame(0), "<circle cx=\"322\" cy=\"64\" r=\"48\""));
  CHECK(holds(drawing.frame(0), "<circle cx=\"322\" cy=\"64\" r=\"33.6\""));
  CHECK(holds(drawing.frame(2), "<circle cx=\"326.32\" cy=\"64\" r=\"33.6\""));  // 0.3 mm
  CHECK(holds(drawing.frame(2), "700 µm"));
  // The contact's colour is there exactly while there is a force.
  const auto warm = [&](int k) { return holds(drawing.frame(k), "stroke=\"#d1440c\""); };
  for (int k = 0; k < 11; ++k) CHECK(warm(k) == (k >= 4 && k < 8));
  CHECK(holds(drawing.frame(5), "1 of 1"));
  CHECK(holds(drawing.frame(9), ">open</text>"));
  CHECK(well_formed(drawing.frame(5)));
}

TEST_CASE("a contact of two discs in the lens touches when they do") {
  auto film = film_of(in_bearing(), 11);
  auto scene = in_bearing();
  SceneContact& c = scene->contacts[0];
  c.clearance = 0;
  c.on_first.outline = DiscOutline{0.1, false, {}};
  c.on_second.outline = PlaneOutline{{}};
  c.place = straight(0, 1, {2e-4, 1, 0, 0.5, 0}, {2e-4, 1, 0, 0.5, 0});
  film.scene = scene;
  film.asked.lens = {0}, film.asked.size = {400, 228};
  Drawing drawing(film);
  // The deepest penetration, 0.5 mm, is 0.3 of the radius of 60: 36 000 pixels a metre. The gap of
  // 0.2 mm is 7.2, half of it on each side; in touch both overlap by 0.5 mm, 9 on each side.
  CHECK(holds(drawing.frame(0), "L-3.6 0L"));
  CHECK(holds(drawing.frame(0), "L3.6 0L"));
  CHECK(holds(drawing.frame(5), "L9 0L"));
  CHECK(holds(drawing.frame(5), "L-9 0L"));
}

TEST_CASE("a flat side falls back beyond its corners alone, seen from where it is touched") {
  const ScenePart square{CurveOutline{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}, {0.5, 0, 0}, false};
  // Turned by a right angle about (3, 2): its middle is at (3, 2.5), its upper side at y = 3.5.
  const ScenePose pose{3, 2, std::numbers::pi / 2};
  const auto fall = [&](double x, double touched_at) {
    return film::fall_back(square, pose, 0, 1, x, {touched_at, 3.5});
  };
  for (const double x : {-0.4, 0.0, 0.4}) CHECK(fall(x, 3.5) == doctest::Approx(0).epsilon(1e-12));
  // From (3.5, 3.5) it goes on for half a unit to one side, for one and a half to the other.
  CHECK(fall(0.6, 3.5) > 1e6);
  CHECK(fall(-0.6, 3.5) == doctest::Approx(0).epsilon(1e-12));
  CHECK(fall(-1.4, 3.5) == doctest::Approx(0).epsilon(1e-12));
  CHECK(fall(-1.6, 3.5) > 1e6);
  CHECK(fall(-0.6, 2.5) > 1e6);  // from the other end it is the other way round
}

TEST_CASE("a wide gap is magnified less; what no magnification shows is not to scale") {
  auto film = film_of(in_bearing(), 11);
  auto scene = in_bearing();
  SceneContact& c = scene->contacts[0];
  c.clearance = 0;
  c.on_first.outline = DiscOutline{0.1, false, {}};
  c.on_second.outline = PlaneOutline{{}};
  c.place = straight(0, 1, {30e-3, 1, 0, 0.5, 0}, {2e-4, 1, 0, 0.5, 0});
  film.scene = scene;
  film.asked.lens = {0}, film.asked.size = {400, 228};
  Drawing drawing(film);
  // The gap of 30 mm takes 0.9 of the radius of 60 pixels, half of it on each side.
  CHECK(holds(drawing.frame(0), "L-27 0L"));
  CHECK(holds(drawing.frame(0), "L27 0L"));
  const double times = 54 / 30e-3 / drawing.camera(0).scale;
  CHECK(holds(drawing.frame(0), ">gap × " + format_number(times, 3) + "</text>"));
  CHECK(holds(drawing.frame(10), "L-3.6 0L"));
  // 36 000 pixels a metre.
  const long many = std::lround(36000 / drawing.camera(0).scale);
  CHECK(holds(drawing.frame(10), fmt::format(">gap × {}</text>", many)));
  scene->contacts[0].impacts[0].depth = 5e-6;
  const long more = std::lround(36000 / drawing.camera(0).scale);
  CHECK(holds(Drawing(film).frame(5), fmt::format(">gap × {} {}00</text>", more / 10, more % 10)));
  CHECK_FALSE(holds(drawing.frame(0), ">not to scale</text>"));

  scene->contacts[0].place = straight(0, 1, {3, 1, 0, 0.5, 0}, {3, 1, 0, 0.5, 0});
  CHECK(holds(Drawing(film).frame(0), ">not to scale</text>"));
}

TEST_CASE("a body has one shade on the stage and in the lens") {
  auto film = film_of(in_bearing(), 11);
  film.asked.lens = {0};
  const auto count = [](const std::string& svg, const std::string& fill) {
    std::size_t found = 0;
    for (auto at = svg.find(fill); at != svg.npos; at = svg.find(fill, at + 1)) ++found;
    return found;
  };
  // The first body is dark: the disc on the stage, the journal in the lens.
  const std::string svg = Drawing(film).frame(0);
  CHECK(count(svg, "fill=\"#aab6c6\"") == 2);
  CHECK(count(svg, "fill=\"#eef2f6\"") == 0);
}

TEST_CASE("rails hug a body that has a shape, over all of its way; on a wide one runs a sleeve") {
  auto scene = rolling();
  scene->joints.push_back({"S", JointSymbol::rail, 0, 1, {}, {}, {}});
  const film::Cast cast = film::cast_of(*scene, 0, 1);
  // The disc of 0.1 m and 0.03 of its width to each side; 0.06 of both its sizes beyond its ends.
  const film::Guide& guide = cast.guides.at(0);
  CHECK(guide.across.at(0) == doctest::Approx(-0.106));
  CHECK(guide.across.at(1) == doctest::Approx(0.106));
  CHECK(guide.low == doctest::Approx(-0.124));
  CHECK(guide.high == doctest::Approx(1.124));
  CHECK(guide.sleeve == 0);

  for (const Outline& wide : {Outline(DiscOutline{0.3, false, {}}), Outline(PlaneOutline{{}})}) {
    scene->bodies[1].parts[0].outline = wide;
    const film::Cast other = film::cast_of(*scene, 0, 1);
    CHECK(other.guides.at(0).sleeve == doctest::Approx(0.06));
    CHECK(other.guides.at(0).across.at(1) == doctest::Approx(0.0318));
    CHECK(other.guides.at(0).high >= 1.06);
    CHECK(well_formed(Drawing(film_of(scene)).frame(2)));
  }
}

TEST_CASE("what a small film says is all in the picture") {
  auto film = film_of(in_bearing(), 11);
  film.asked.lens = {0}, film.asked.follow = {1};
  film.slow = 5e4;
  for (const int height : {270, 156, 90}) {
    film.asked.size = {16 * height / 9, height};
    const std::string frame = Drawing(film).frame(5);
    CAPTURE(height);
    CHECK(holds(frame, "50000 times slower"));
    int texts = 0;
    for (auto at = frame.find("<text"); at != frame.npos; at = frame.find("<text", at + 1)) {
      const double y = std::stod(frame.substr(frame.find(" y=\"", at) + 4));
      CHECK(y < height - 2);
      ++texts;
    }
    CHECK(texts > 8);
  }
}

TEST_CASE("films of one instant, of next to nothing, and of a scene a million times smaller") {
  auto film = film_of(rolling(), 1);
  film.from = film.to = 0.5;
  Drawing one(film);
  CHECK(one.instant(0) == 0.5);
  const auto middle = one.camera(0).to({0.5, 0});
  CHECK(middle.x == doctest::Approx(200));
  CHECK(well_formed(one.frame(0)));

  Drawing small(film_of(rolling(1e-6)));
  CHECK(holds(small.frame(2), "M230 80A30 30"));
  CHECK(holds(small.frame(2), "nm</text>"));  // the scale

  auto empty = std::make_shared<Scene>();
  empty->bodies.push_back({"ground", {}, {}, false, {}, {}});
  empty->to = 1;
  Drawing nothing(film_of(empty));
  CHECK(well_formed(nothing.frame(4)));

  auto lost = rolling();
  lost->bodies[1].motion.value[0] = {0, std::numeric_limits<double>::quiet_NaN()};
  lost->bodies[1].motion.value[1] = {0, std::numeric_limits<double>::infinity()};
  auto of_lost = film_of(lost);
  of_lost.asked.trails = {{"disc", {1}, {}}};
  of_lost.asked.follow = {1};
  Drawing broken(of_lost);
  const std::string svg = broken.frame(4);
  CHECK(well_formed(svg));
  CHECK_FALSE(holds(svg, "nan"));
  CHECK_FALSE(holds(svg, "inf"));
}

TEST_CASE("names are text, whatever they hold") {
  auto scene = rolling();
  scene->bodies[1].name = "<b>&\"";
  Drawing drawing(film_of(scene));
  CHECK(well_formed(drawing.frame(0)));
  CHECK(holds(drawing.frame(0), "&lt;b&gt;&amp;"));
}

TEST_CASE("a blow of rigid parts is seen for a moment, by its impulse; their weight is none") {
  auto scene = in_bearing();
  SceneContact& c = scene->contacts[0];
  c.clearance = 0;
  c.place = straight(0, 1, {2e-4, 1, 0, 0.5, 0}, {2e-4, 1, 0, 0.5, 0});
  c.force = straight(0, 1, {0, 4, 0}, {0, 4, 0});
  const auto blow = [](double t, double until, double impulse) {
    Impact impact;
    impact.t = t, impact.t_end = until, impact.closed = true, impact.rigid = true;
    impact.impulse = impulse;
    return impact;
  };
  // The last one stays for 0.499 s, in which 4 N give 1.996 N s of its 2.005.
  c.impacts = {blow(0.25, 0.25, 8), blow(0.5, 0.5, 2), blow(0.5 + 1e-3, 1, 2.005)};
  c.force.t = {0.501, 1};
  CHECK(film::struck(c) == 8);
  CHECK(film::hardest(c) == 4);
  film::Cast cast = film::cast_of(*scene, 0, 1);
  CHECK(cast.moment == 0.025);
  const auto touch = [&](double t) { return film::touch_at(c, t, cast.moment); };
  CHECK(touch(0.249).blow == 0);
  CHECK(touch(0.25).blow == 8);
  CHECK(touch(0.25).left == 1);
  CHECK(touch(0.26).left == doctest::Approx(0.6));
  CHECK(touch(0.275).blow == 0);
  CHECK(touch(0.26).number == 0);
  CHECK(touch(0.26).impact == -1);  // it is open again
  CHECK(film::shown_at(c, touch(0.26), 0.26) == 0.25);
  CHECK(film::shown_at(c, touch(0.6), 0.6) == 0.6);
  // The longest arrow is that of the hardest blow; of a quarter of it one half as long.
  CHECK(film::arrow_part(touch(0.25), cast.hardest, cast.struck) == 1);
  CHECK(film::arrow_part(touch(0.5), cast.hardest, cast.struck) == doctest::Approx(0.5));
  // Of 2.005 N s the force gave 1.996, so there was no blow to speak of.
  CHECK(touch(0.51).blow == 0);
  CHECK(touch(0.51).FN == 4);

  auto film = film_of(scene, 81);
  film.asked.lens = {0}, film.asked.size = {400, 228};
  Drawing drawing(film);
  const auto warm = [&](int k) { return holds(drawing.frame(k), "stroke=\"#d1440c\""); };
  CHECK_FALSE(warm(19));
  CHECK(warm(20));
  CHECK(warm(21));
  CHECK_FALSE(warm(22));
  CHECK(holds(drawing.frame(20), ">blow</text>"));
  CHECK(holds(drawing.frame(20), "8 N·s"));
  CHECK_FALSE(holds(drawing.frame(20), "<g opacity"));
  CHECK(holds(drawing.frame(21), "<g opacity=\"0.5\">"));
  CHECK(well_formed(drawing.frame(21)));
}
