// Many rigid contacts that feel each other: rows of dominoes that fall and come to lie on
// themselves, and boxes that are dropped on boxes. Feet that stuck slide at a blow and stick again,
// corners that lean on one another strike in sequences without end, and ten contacts and more stay
// closed. No closed form tells how these move: what is checked is what holds in every such motion,
// that blows and friction alone take energy, that nothing overlaps, pulls, or holds more than it
// can.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <memory>
#include <string>

#include "runtime/study/executor.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/complaints.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

constexpr const char* world =
    "mbs 1\nworld planar { gravity = (0, -9.81) m/s^2 }\npoint floor = (0, 0) { shape = plane }\n";

// What holds of these contacts in every motion; friction is known to rounding where FN is large.
std::string what_holds(const std::string& contact, double mu) {
  return fmt::format(
      "expect min({0}.gap) > -1e-9 m and min({0}.FN) > -1e-6 N\n"
      "expect max(abs({0}.FT) - {1}*{0}.FN) < 1e-6 N\n",
      contact, mu);
}

std::string dominoes(int n, double e, double mu, double gap = 20) {
  constexpr double floor = 0.5;
  std::string text =
      world +
      fmt::format(
          "for i in 1..{0} {{ body d[i] {{ shape = box(8 mm, 40 mm, 20 mm), material = nylon,\n"
          "  at = ((i - 1)*({1} mm + 8 mm), 20 mm), spin = if i == 1 then -20 rad/s else 0 rad/s "
          "}} }}\n"
          "for i in 1..{0} {{ for k in 1..4 {{ contact foot[i, k]: d[i].corner[k] to floor"
          " {{ law = newton(0), friction = coulomb({2}) }} }} }}\n"
          "for i in 1..{0} - 1 {{ contact push[i]: d[i] to d[i + 1]"
          " {{ law = newton({3}), friction = coulomb({4}) }} }}\nsimulate 0.8 s\n"
          "expect max(abs(energy.error)) < 2e-6\n"
          "let times = [first(push[i].impacts).t for i in 1..{0} - 1]\n"
          "for i in 1..{0} - 2 {{ expect times[i + 1] > times[i] }}\n",
          n, gap, floor, e, mu);
  for (int i = 1; i <= n; ++i) {
    text += fmt::format("expect final(d[{}].speed) < 1e-6 m/s\n", i);
    for (int k = 1; k <= 4; ++k) text += what_holds(fmt::format("foot[{}, {}]", i, k), floor);
  }
  return text;
}

// Boxes, turned, above each other.
std::string dropped(int n, double e, double mu) {
  std::string text = world;
  const std::string law = fmt::format("{{ law = newton({}), friction = coulomb({}) }}\n", e, mu);
  for (int i = 1; i <= n; ++i) {
    text += fmt::format(
        "body b{0} {{ shape = box(60 mm, 40 mm, 20 mm), material = steel, at = ({1} mm, {2} mm), "
        "angle = {3} deg }}\n",
        i, i % 3 * 11 - 8, 60 * i, 17 * i % 40 - 20);
    text +=
        fmt::format("for k in 1..4 {{ contact f{0}[k]: b{0}.corner[k] to floor {1}}}\n", i, law);
    for (int k = 1; k < i; ++k) text += fmt::format("contact c{0}{1}: b{0} to b{1} {2}", k, i, law);
  }
  text += "simulate 1 s\nexpect max(abs(energy.error)) < 1e-6\n";
  for (int i = 1; i <= n; ++i)
    for (int k = 1; k <= 4; ++k) text += what_holds(fmt::format("f{}[{}]", i, k), mu);
  return text;
}

Complaints complaints_of(const std::string& text) {
  Compiled c = compile_text(text);
  Complaints told;
  Executor executor(std::make_shared<const ir::Scenario>(c.scenario()), {}, told);
  executor.execute_all();
  return told;
}

void check_run(const std::string& text) {
  const Complaints told = complaints_of(text);
  CHECK(told.text == "");
  CHECK(told.finished);
}

}  // namespace

TEST_CASE("rows of dominoes fall and come to rest on themselves") {
  check_run(dominoes(3, 0.1, 0.2));
  check_run(dominoes(6, 0.1, 0.2));
  check_run(dominoes(6, 0, 0.3));
}

TEST_CASE("boxes dropped on boxes keep their inequalities and their energy") {
  check_run(dropped(3, 0, 0.3));
  check_run(dropped(4, 0.5, 0.8));
}

TEST_CASE("a block slides off the end of another without a complaint") {
  const Complaints told = complaints_of(
      std::string(world) +
      "body table { shape = box(200 mm, 40 mm, 20 mm), material = steel, at = (0, 20 mm) }\n"
      "body block { shape = box(60 mm, 40 mm, 20 mm), material = steel, at = (50 mm, 60 mm),"
      " velocity = (1, 0) m/s }\n"
      "for k in 1..4 { contact foot[k]: table.corner[k] to floor"
      " { law = unilateral, friction = coulomb(0.5) } }\n"
      "contact c: table to block { law = unilateral, friction = coulomb(0.1) }\n"
      "simulate 0.3 s\n");
  CHECK_MESSAGE(told.text.empty(), told.text);
}

namespace {

// Bodies b0, b1, ... on a floor between two walls, all of which touch each other.
std::string in_a_room(int bodies) {
  std::string text =
      "point fl = (0,0) { shape = plane }\n"
      "point wl = (-0.25,0) m { shape = plane, angle = -90 deg }\n"
      "point wr = (0.3,0) m { shape = plane, angle = 90 deg }\n";
  for (int i = 0; i < bodies; ++i)
    for (const char* wall : {"fl", "wl", "wr"})
      text += fmt::format("contact c{0}{1}: b{0} to {1}\n", i, wall);
  for (int k = 0; k < bodies; ++k)
    for (int i = 0; i < k; ++i) text += fmt::format("contact d{0}{1}: b{0} to b{1}\n", i, k);
  return text;
}

const std::string thrown_together =
    R"(mbs 1
default contact { law = poisson(0.55), friction = coulomb(1.0) }
world planar { gravity = (2.9430, -9.81) m/s^2 }
body b0 { shape = sphere(0.0177279 m), mass = 7.38347 kg, inertia = 0.001995 kg*m^2,
  at = (-0.12, 0.129925) m, velocity = (-0.256648, 0.32309) m/s, spin = 5.80265 rad/s }
body b1 { shape = sphere(0.0125436 m), mass = 0.777403 kg, inertia = 9.02057e-05 kg*m^2,
  at = (-0.03, 0.0971268) m, angle = 2.8208 rad, velocity = (-0.0863594, -0.489191) m/s,
  spin = 8.40833 rad/s }
body b2 { shape = ellipse(0.0217505 m, 0.00941534 m), mass = 0.256001 kg,
  inertia = 4.97092e-05 kg*m^2, at = (0.06, 0.154) m, velocity = (-0.437315, -0.390189) m/s,
  spin = -7.22039 rad/s }
body b3 { shape = polygon([(-0.0195912, -0.0245326), (0.0195912, -0.016355), (0.0097956,
  0.0245326)] * 1 m), mass = 0.604263 kg, inertia = 0.000198533 kg*m^2, at = (0.15,
  0.161375) m, velocity = (0.161568, -0.191239) m/s, spin = 7.09962 rad/s }
)" + in_a_room(4) +
    R"(simulate 0.656 s
expect count(d13.impacts) < 500
expect max(abs(energy.error)) < 1e-6
)";

const std::string end_on_end =
    R"(mbs 1
default contact { law = newton(0.05), friction = coulomb(0.1) }
world planar { gravity = (0.0000, -9.81) m/s^2 }
body b0 { shape = box(0.0220516 m, 0.0418239 m), mass = 2.72414 kg,
  inertia = 0.000507487 kg*m^2, at = (-0.12, 0.113801) m, velocity = (0.652159, -0.726058) m/s,
  spin = -0.837636 rad/s }
body b1 { shape = polygon([(-0.0132122, -0.0236322), (0.0132122, -0.0157548), (0.00660609,
  0.0236322)] * 1 m), mass = 3.67348 kg, inertia = 0.000897605 kg*m^2, at = (-0.03,
  0.108634) m, angle = -1.1373 rad, velocity = (0.23954, -0.276381) m/s, spin = 5.75659 rad/s }
body b2 { shape = sphere(0.0217472 m), mass = 6.07159 kg, inertia = 0.00193111 kg*m^2,
  at = (0.06, 0.156642) m, velocity = (-0.417334, -0.782298) m/s, spin = -6.24874 rad/s }
)" + in_a_room(3) +
    R"(simulate 0.2 s
expect max(abs(energy.error)) < 1e-6
)";

const std::string in_turns =
    R"(mbs 1
default contact { law = stronge(0.11) }
world planar { gravity = (2.9430, -9.81) m/s^2 }
body b0 { shape = sphere(0.0199016 m), mass = 8.5587 kg, inertia = 0.00166876 kg*m^2,
  at = (-0.12, 0.0851709) m, velocity = (-0.786594, 0.115945) m/s, spin = 9.61114 rad/s }
body b1 { shape = ellipse(0.0119969 m, 0.0181934 m), mass = 4.17798 kg,
  inertia = 0.000769537 kg*m^2, at = (-0.03, 0.0954796) m, angle = 2.1662 rad,
  velocity = (0.218368, 0.445512) m/s, spin = 8.92912 rad/s }
body b2 { shape = box(0.0448887 m, 0.0286652 m), mass = 0.127114 kg,
  inertia = 3.00486e-05 kg*m^2, at = (0.06, 0.178317) m, velocity = (0.824797, -0.926722) m/s,
  spin = 8.72638 rad/s }
)" + in_a_room(3) +
    R"(simulate 0.362 s { impacts = sequential }
expect max(abs(energy.error)) < 1e-6
)";

const std::string passed_to_and_fro =
    R"(mbs 1
default contact { law = poisson(0.45) }
world planar { gravity = (2.943, -9.81) m/s^2 }
body b0 { shape = ellipse(0.0162422 m, 0.0090267 m), mass = 8.71011 kg, inertia = 0.001058 kg*m^2,
  at = (-0.12, 0.109) m, velocity = (0.379807, 0.820539) m/s, spin = 9.04276 rad/s }
body b1 { shape = sphere(0.0119437 m), mass = 0.254552 kg, inertia = 5.24571e-05 kg*m^2,
  at = (-0.03, 0.0928086) m, velocity = (0.869139, -0.8241) m/s, spin = 3.73657 rad/s }
)" + in_a_room(2) +
    R"(simulate 0.43 s { impacts = sequential }
expect final(d01.FN) > 20 N and final(c1wr.FN) > 20 N
expect max(abs(energy.error)) < 1e-6
)";

}  // namespace

// A box is wedged: one contact after another is struck, each blow a little slower, more than a
// thousand times: what is as slow as speeds err is stopped in the end.
TEST_CASE("blows one after another between contacts that are wedged come to an end") {
  check_run(in_turns);
}

// A contact leaves a little with each blow of the other, which comes back only because the first
// stays: both stay then, or a millisecond of that would take thousands of blows.
TEST_CASE("bodies that press each other together stay together") {
  check_run(thrown_together);
}

// A corner that slides past the end of an edge meets nothing there, whatever its gap says.
TEST_CASE("corners pass by each other at the ends of their edges") {
  check_run(end_on_end);
}

// A heavy body drives a ball against a wall: blows one after another end when the last leaves an
// approach that is as slow as speeds err, at one of two contacts. What takes that from the one must
// not send it on to the other: both close, and press from then on.
TEST_CASE("blows one after another end with no speed where bodies stay together") {
  check_run(passed_to_and_fro);
}
