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
std::string in_a_room(int bodies, double size = 1) {
  std::string text = fmt::format(
      "point fl = (0,0) {{ shape = plane }}\n"
      "point wl = ({:.6g},0) m {{ shape = plane, angle = -90 deg }}\n"
      "point wr = ({:.6g},0) m {{ shape = plane, angle = 90 deg }}\n",
      -0.25 * size, 0.3 * size);
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

const std::string a_ball_against_a_box =
    R"(mbs 1
default contact { law = unilateral, friction = coulomb(1.0) }
world planar { gravity = (2.9430, -9.81) m/s^2 }
body b0 { shape = sphere(1.63855 m), mass = 5.29107e+06 kg, inertia = 6.53001e+06 kg*m^2,
  at = (-12, 5.69929) m, angle = 2.7501 rad, velocity = (-4.76115, -2.57003) m/s,
  spin = 0.993825 rad/s }
body b1 { shape = box(2.81501 m, 4.37091 m), mass = 127467 kg, inertia = 287109 kg*m^2, at = (-3,
  9.20079) m, velocity = (8.2024, 4.30422) m/s, spin = -0.542999 rad/s }
body b2 { shape = ellipse(2.14835 m, 1.58283 m), mass = 2.1786e+06 kg,
  inertia = 5.59789e+06 kg*m^2, at = (6, 14.3364) m, angle = -1.8823 rad, velocity = (-8.16798,
  -2.59251) m/s, spin = 0.94729 rad/s }
body b3 { shape = ellipse(1.07134 m, 2.17723 m), mass = 6.75066e+06 kg,
  inertia = 1.57516e+07 kg*m^2, at = (15, 17.3099) m, velocity = (-2.91502, 1.36526) m/s,
  spin = 0.22415 rad/s }
)" + in_a_room(4, 100) +
    R"(simulate 6.61 s
expect max(abs(energy.error)) < 1e-6
expect min(d01.FN) > -1 N and min(c0fl.FN) > -1 N
)";

const std::string turned_in_a_corner =
    R"(mbs 1
default contact { law = newton(0.38), friction = coulomb(0.1) }
world planar { gravity = (2.9430, -9.81) m/s^2 }
body b0 { shape = polygon([(-0.0149172, -0.0237892), (0.0149172, -0.0158595), (0.0074586,
  0.0237892)] * 1 m), mass = 0.107001 kg, inertia = 2.81216e-05 kg*m^2, at = (-0.12,
  0.0788657) m, velocity = (0.674122, -0.318842) m/s, spin = -9.78636 rad/s }
body b1 { shape = box(0.0318155 m, 0.0288627 m), mass = 6.05848 kg, inertia = 0.000931634 kg*m^2,
  at = (-0.03, 0.0865303) m, angle = 2.0594 rad, velocity = (-0.151724, -0.189979) m/s,
  spin = -4.56706 rad/s }
body b2 { shape = box(0.0245224 m, 0.0256002 m), mass = 0.205917 kg, inertia = 2.1565e-05 kg*m^2,
  at = (0.06, 0.138753) m, velocity = (0.18334, 0.682945) m/s, spin = 0.212271 rad/s }
body b3 { shape = polygon([(-0.0199658, -0.0192154), (0.0199658, -0.0128102), (0.00998292,
  0.0192154)] * 1 m), mass = 1.95708 kg, inertia = 0.000500924 kg*m^2, at = (0.15, 0.17601) m,
  angle = 2.1353 rad, velocity = (-0.145295, 0.995296) m/s, spin = -2.75984 rad/s }
)" + in_a_room(4) +
    R"(simulate 0.75 s { impacts = sequential }
expect max(abs(energy.error)) < 1e-6
)";

const std::string a_ball_jammed =
    R"(mbs 1
default contact { law = unilateral, friction = coulomb(1.0) }
world planar { gravity = (2.9430, -9.81) m/s^2 }
body b0 { shape = polygon([(-0.0166292, -0.0165917), (0.0166292, -0.0110612), (0.0083146,
  0.0165917)] * 1 m), mass = 6.86394 kg, inertia = 0.00126254 kg*m^2, at = (-0.12, 0.0616592) m,
  angle = -2.5204 rad, velocity = (0.422324, -0.0839435) m/s, spin = 6.93463 rad/s }
body b1 { shape = sphere(0.0242284 m), mass = 0.153417 kg, inertia = 4.98262e-05 kg*m^2,
  at = (-0.03, 0.115799) m, angle = 1.0036 rad, velocity = (-0.0591232, -0.313972) m/s,
  spin = -0.530253 rad/s }
body b2 { shape = box(0.0426471 m, 0.0233812 m), mass = 5.14336 kg, inertia = 0.00101387 kg*m^2,
  at = (0.06, 0.158064) m, angle = 1.0096 rad, velocity = (-0.341858, 0.0990134) m/s,
  spin = 8.2908 rad/s }
)" + in_a_room(3) +
    R"(simulate 0.3 s { impacts = sequential }
expect max(abs(energy.error)) < 1e-6
)";

const std::string a_million_times_smaller =
    R"(mbs 1
default contact { law = poisson(0.40), friction = coulomb(0.1) }
world planar { gravity = (2.9430, -9.81) m/s^2 }
body b0 { shape = polygon([(-1.87652e-08, -1.07382e-08), (1.87652e-08, -7.15877e-09),
  (9.38259e-09, 1.07382e-08)] * 1 m), mass = 6.31381e-18 kg, inertia = 9.83775e-34 kg*m^2,
  at = (-1.2e-07, 1.10568e-07) m, angle = 2.6679 rad, velocity = (0.000178284, -0.000361944) m/s,
  spin = 687.6 rad/s }
body b1 { shape = polygon([(-2.48577e-08, -1.4009e-08), (2.48577e-08, -9.33936e-09),
  (1.24288e-08, 1.4009e-08)] * 1 m), mass = 2.46071e-19 kg, inertia = 6.67801e-35 kg*m^2,
  at = (-3e-08, 8.53602e-08) m, velocity = (0.000244654, 0.000368503) m/s,
  spin = 7718.37 rad/s }
body b2 { shape = sphere(1.17436e-08 m), mass = 5.31724e-19 kg, inertia = 4.68723e-35 kg*m^2,
  at = (6e-08, 1.8468e-07) m, velocity = (-0.000445092, -2.91519e-05) m/s,
  spin = 2427.42 rad/s }
body b3 { shape = box(4.87328e-08 m, 2.02699e-08 m), mass = 4.7765e-19 kg,
  inertia = 1.10884e-34 kg*m^2, at = (1.5e-07, 1.78535e-07) m, angle = 1.1118 rad,
  velocity = (0.0001844, -0.000833733) m/s, spin = -9591.78 rad/s }
)" + in_a_room(4, 1e-6) +
    R"(simulate 0.0007 s
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

// A box that a ball leans on comes to rest with all of its friction: what begins to slide at a
// speed of 0 keeps its direction against rounding, in forces and in their derivatives.
TEST_CASE("a box that stands at the bound of its friction is followed") {
  check_run(a_ball_against_a_box);
}

// Hops as low as some roundings of places are followed as closely as these tell; a corner that
// slides past an end, but not before it would have fallen into the other body, strikes.
TEST_CASE("a triangle that is turned in a corner is followed") {
  check_run(turned_in_a_corner);
}

// A ball between a floor and a box jams with what it slides on so slowly, beside a corner that
// slides fast, that no approach as small as rounding would be seen.
TEST_CASE("what slides slowly beside what slides fast jams by a blow") {
  check_run(a_ball_jammed);
}

// Masses that are rounding beside multipliers, as rows of the equations are scaled.
TEST_CASE("a heap of grains of a hundredth of a micron comes to rest") {
  check_run(a_million_times_smaller);
}
