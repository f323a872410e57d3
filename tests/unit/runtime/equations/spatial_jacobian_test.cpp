// The Jacobian in space: of every joint, of drives, forces and springs, of contacts.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>

#include "tests/support/built.hpp"
#include "tests/support/jacobian_checks.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// A correction of places: of a joint's rows, or of a closed rigid contact's gap.
bool corrects(const Model& m, const Mode& mode, int unknown) {
  const Layout& l = layout(m);
  if (unknown >= l.mu && unknown < l.mu + l.positions) return true;
  const int contact = unknown - l.s;
  return contact >= 0 && contact < l.contacts && mode.contacts[contact].pressed;
}

// A law's sign(vt) of what slides: not vt < 0, and vt > 0, in whatever order it asks for them.
void set_forwards(const Model& m, Mode& mode) {
  for (std::size_t c = 0; c < mode.contacts.size(); ++c) {
    const std::vector<int>& directions = m.laws[m.contacts[c].own.law].directions;
    for (std::size_t i = 0; i < directions.size(); ++i)
      if (directions[i] != 0) mode.contacts[c].flags.freeze(i, directions[i] > 0);
  }
}

// Sticks, or slides along `ahead`.
void hold_or_slide(ContactMode& contact, bool sticks, const std::array<double, 3>& ahead) {
  if (sticks) contact.stick();
  contact.slide(sticks ? 0 : 1);
  if (!sticks) contact.aim(ahead, 0.4);
}

// Corrections of places are left out of the derivatives by places: they are zero up to the
// tolerance, and are 0 here.
State random_in_space(const Built& x, const Mode& mode, unsigned seed, double spread) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> u(-1, 1);
  const Layout& l = layout(*x.model);
  State s{x.a->y, x.a->yp};
  for (int i = 0; i < l.size; ++i) {
    s.y[i] += (i < l.v ? spread : 1.0) * u(generator);
    s.yp[i] = (corrects(*x.model, mode, i) ? 0.0 : 3.0) * u(generator);
  }
  return s;
}

void check(
    const std::string& text, double spread = 0.2,
    const std::function<void(Mode&)>& change = [](Mode&) {}) {
  const Built x(text);
  const Layout& l = layout(*x.model);
  for (unsigned seed = 1; seed <= 3; ++seed) {
    Mode mode = x.a->mode;
    change(mode);
    set_forwards(*x.model, mode);
    const State s = random_in_space(x, mode, seed, spread);
    const SparsePattern& pattern = jacobian_pattern(*x.model);
    const double cj = 37, t = 0.13, h = 1e-6;
    Workspace w(*x.model);
    std::vector<double> values(pattern.rows.size()), plus(l.size), minus(l.size);
    REQUIRE(jacobian(*x.model, {t, s.y.data(), s.yp.data(), &mode}, cj, values.data(), w));
    double scale = 1;
    for (double v : values) scale = std::max(scale, std::abs(v));
    for (int c = 0; c < l.size; ++c) {
      State p = s, m = s;
      p.y[c] += h, m.y[c] -= h;
      const double rate = corrects(*x.model, mode, c) ? 0 : cj * h;
      p.yp[c] += rate, m.yp[c] -= rate;
      REQUIRE(residual(*x.model, {t, p.y.data(), p.yp.data(), &mode}, plus.data(), w));
      REQUIRE(residual(*x.model, {t, m.y.data(), m.yp.data(), &mode}, minus.data(), w));
      if (rate == 0) continue;
      std::vector<double> column(l.size, 0.0);
      for (auto k = pattern.column_starts[c]; k < pattern.column_starts[c + 1]; ++k)
        column[pattern.rows[k]] = values[k];
      for (int r = 0; r < l.angle; ++r) {  // angles only count turns
        const double difference = (plus[r] - minus[r]) / (2 * h);
        INFO("row " << r << " column " << c << " q " << l.q << " v " << l.v << " lam " << l.lam
                    << " s " << l.s << " work " << l.work);
        CHECK(std::abs(column[r] - difference) < 2e-7 * scale + 1e-6 * std::abs(difference));
      }
    }
  }
}

const std::string bodies = R"(
body a { mass = 1.3 kg, inertia = (0.2, 0.3, 0.25, 0.02, -0.01, 0.03) kg*m^2, cm = (0.1, -0.05, 0.2) m
  point p = (0.4, 0.1, 0.3) m { rotation = turn((1, 2, 3), 40 deg) } }
body b { mass = 0.7 kg, inertia = (0.1, 0.12, 0.05) kg*m^2, cm = (-0.2, 0.15, 0.05) m
  point p = (-0.3, 0.2, 0.1) m { rotation = turn((1, -1, 0.5), 70 deg) } }
)";

}  // namespace

TEST_CASE("Jacobian in space: bodies alone") {
  check(bodies);
}

TEST_CASE("Jacobian in space: every joint") {
  for (const char* joint : {"revolute", "prismatic", "spherical", "universal", "cylindrical",
                            "slot", "weld", "planar", "inplane", "constant_velocity"}) {
    INFO(joint);
    check(bodies + joint + " J: a.p to b.p");
  }
  // Not the screw: its angle's gradient is that of axes that lie alike, as they do on its rows.
  check(bodies + "rod J: a.p to b.p { length = 0.7 m }");
}

// Along one coordinate and along several at once. What presses the pins of a cross joint depends on
// its place, which the derivatives leave out.
TEST_CASE("Jacobian in space: friction in joints") {
  const std::string smooth = "friction = coulomb_tanh(mu = 0.4, vr = 2 m/s)";
  for (const char* joint : {"revolute", "cylindrical", "spherical"}) {
    INFO(joint);
    check(bodies + joint + " J: a.p to b.p { " + smooth + ", radius = 0.3 m }");
  }
  check(bodies + "cylindrical J: a.p to b.p { " + smooth + ", radius = 0.3 m, length = 0.2 m }");
  check(bodies + "prismatic J: a.p to b.p { " + smooth + ", length = 0.2 m }");
}

TEST_CASE("Jacobian in space: what can be switched, idle and acting") {
  const std::string text = bodies + R"(
weld J: a.p to b.p { active = false }
revolute K: ground to a { active = false }
spring s: a.p to b.p { stiffness = 30 N/m, length = 0.2 m, damping = 2 N*s/m, active = false })";
  check(text);
  check(text, 0.2, [](Mode& mode) {
    auto all = std::make_shared<Switched>(*mode.switched);
    for (auto& things : all->acts) std::ranges::fill(things, 1);
    std::ranges::fill(all->rows, 1);
    std::ranges::fill(all->shift, 0.1);
    mode.switched = all;
  });
}

TEST_CASE("Jacobian in space: forces, torques, springs") {
  check(bodies + "spring s: a.p to b.p { stiffness = 30 N/m, length = 0.2 m, damping = 2 N*s/m }");
  // On the joint's rows, where the gradient of its angle is exact.
  check(bodies + "revolute J: a.p to b.p\ntorque T: J = -(3 N*m*s)*J.speed - (2 N*m)*J.angle", 0);
  check(bodies +
            "prismatic J: a.p to b.p { travel = 0.3 m }\nforce F: a to b = -(3 N*s/m)*J.speed - (2 "
            "N/m)*J.travel",
        0);
  check(bodies + "force f: a.p = -(2 N*s/m)*a.p.velocity - (5 N/m)*b.p.position");
  check(bodies + "spherical J: a.p to b.p\ntorque T: J = -(3 N*m*s)*J.spin");
  check(bodies + "torque T: a = -(2 N*m*s)*a.spin + (1 N*m)*b.ez");
}

TEST_CASE("Jacobian in space: contacts") {
  const std::string law =
      " { law = kelvin_voigt(300 N/m, 20 N*s/m), friction = coulomb_tanh(0.3, vr = 1 m/s) }";
  check(
      R"(body a { mass = 1 kg, inertia = (0.1, 0.2, 0.3) kg*m^2, at = (0, 0, 0.5) m, cm = (0.1, 0, 0) m
  shape = sphere(1 m) }
point table = (0, 0, 0) m { shape = plane((0.1, 0.2, 1)) }
contact c: a to table)" +
          law,
      0.02);
  check(
      R"(body a { mass = 1 kg, inertia = (0.1, 0.2, 0.3) kg*m^2, at = (0, 0, 0.5) m, cm = (0.1, 0, 0) m
  shape = sphere(1 m) }
body b { mass = 2 kg, inertia = 0.2 kg*m^2, at = (0.3, 1, 0.6) m, shape = sphere(1 m) }
contact c: a to b)" +
          law,
      0.02);
  check(
      R"(body a { mass = 1 kg, inertia = (0.1, 0.2, 0.3) kg*m^2, at = (0.3, 0.4, 0.5) m, cm = (0.1, 0, 0) m }
body b { mass = 2 kg, inertia = 0.2 kg*m^2 }
clearance c: a in b { ball = 1 m, socket = 1.3 m, law = kelvin_voigt(300 N/m, 20 N*s/m),
  friction = coulomb_tanh(0.3, vr = 1 m/s), start = free })",
      0.02);
}

TEST_CASE("Jacobian in space: contacts that resist turning") {
  const std::string pair = R"(
body a { mass = 1 kg, inertia = (0.1, 0.2, 0.3) kg*m^2, at = (0, 0, 0.5) m, cm = (0.1, 0, 0) m
  shape = sphere(1 m) }
body b { mass = 2 kg, inertia = (0.3, 0.2, 0.4) kg*m^2, at = (0.3, 1, 0.6) m, shape = sphere(1 m)
  point face = (0.1, 0.2, -0.1) m { shape = plane((0.1, 0.2, 1)) } }
)";
  const std::string law = R"( { law = kelvin_voigt(300 N/m, 20 N*s/m),
  friction = coulomb_tanh(0.3, vr = 1 m/s), rolling = 0.7 m, spinning = 0.4 m })";
  check(pair + "contact c: a to b" + law, 0.02);
  check(pair + "contact c: a to b.face" + law, 0.02);
  check(pair + "contact c: b.face to a" + law, 0.02);
}

// What resists turning is three contacts on, two that hold; each sticks, or slides in a direction.
TEST_CASE("Jacobian in space: contacts that resist turning and stick") {
  const std::string text = R"(
body a { mass = 1 kg, inertia = (0.1, 0.2, 0.3) kg*m^2, at = (0, 0, 0.5) m, cm = (0.1, 0, 0) m
  shape = sphere(1 m) }
body b { mass = 2 kg, inertia = (0.3, 0.2, 0.4) kg*m^2, at = (0.3, 1, 0.6) m
  point face = (0.1, 0.2, -0.1) m { shape = plane((0.1, 0.2, 1)) } }
contact c: a to b.face { law = kelvin_voigt(300 N/m, 20 N*s/m), friction = stribeck(0.4, 0.3, 1 m/s, 2 N*s/m)
  rolling = 0.7 m, spinning = 0.4 m }
)";
  for (const bool sticks : {true, false})
    check(text, 0.02, [&](Mode& mode) {
      REQUIRE(mode.contacts.size() == 3);
      for (ContactMode& c : mode.contacts) {
        c.begin(0);
        hold_or_slide(c, sticks, {0.6, 0, 0.8});
      }
    });
}

// All three stick, or slide: forwards, or back beyond rest, where a step may come before it is
// known that the sliding stops.
TEST_CASE("Jacobian in space: rigid contacts that resist turning") {
  const std::string text = R"(
body a { mass = 1 kg, inertia = (0.1, 0.2, 0.3) kg*m^2, at = (0, 0, 2.5) m, cm = (0.1, 0, 0) m
  shape = sphere(1 m) }
body b { mass = 2 kg, inertia = (0.3, 0.2, 0.4) kg*m^2, at = (0.3, 1, 0.6) m
  point face = (0.1, 0.2, -0.1) m { shape = plane((0.1, 0.2, 1)) } }
contact c: a to b.face { law = unilateral, friction = stribeck(0.4, 0.3, 1 m/s), rolling = 0.7 m, spinning = 0.4 m }
)";
  for (const bool sticks : {true, false})
    for (const double way : {1, -1})
      check(text, 0.02, [&](Mode& mode) {
        REQUIRE(mode.contacts.size() == 3);
        for (ContactMode& c : mode.contacts) {
          c.begin(0);
          hold_or_slide(c, sticks, {0.6 * way, 0, 0.8 * way});
        }
        mode.contacts[0].press();
      });
}

TEST_CASE("Jacobian in space: joints that slide several ways and stick") {
  for (const char* joint : {"cylindrical", "spherical"})
    for (const bool sticks : {true, false})
      check(
          bodies + joint +
              " J: a.p to b.p { friction = stribeck(0.4, 0.3, 1 m/s, 2 N*s/m), radius = 0.3 m }\n",
          0.2, [&](Mode& mode) {
            ContactMode& c = mode.contacts.back();
            hold_or_slide(c, sticks, {0.6, 0.8, 0});
          });
}

// Bends as large as the bodies here, so that all that turns them shows beside the forces.
TEST_CASE("Jacobian in space: contacts with bends") {
  const std::string a = R"(
body a { mass = 1 kg, inertia = (0.1, 0.2, 0.3) kg*m^2, at = (0, 0, 0.5) m, cm = (0.1, 0, 0) m
  shape = sphere(1 m) }
)";
  const std::string plane = R"(
body b { mass = 2 kg, inertia = (0.3, 0.2, 0.4) kg*m^2
  point face = (0.1, 0.2, -0.1) m { shape = plane((0.1, 0.2, 1)) } }
)";
  const std::string ball =
      "body b { mass = 2 kg, inertia = 0.2 kg*m^2, at = (0.3, 1, 0.6) m, shape = sphere(1 m) }\n";
  const std::string socket = R"(
body a { mass = 1 kg, inertia = (0.1, 0.2, 0.3) kg*m^2, at = (0.3, 0.4, 0.5) m, cm = (0.1, 0, 0) m }
body b { mass = 2 kg, inertia = 0.2 kg*m^2 }
clearance c: a in b { ball = 1 m, socket = 1.3 m, start = free, )";
  for (const char* friction : {"lugre(0.4, 0.3, 1 m/s, 2 1/m, 0.5 s/m, 0.2 s/m)",
                               "gonthier_friction(0.4, 0.3, 1 m/s, 2 1/m, 0.5 s/m, 0.2 s/m, tau_dw "
                               "= 1 s, tau_br = 0.3 s, v_dir = 9 m/s)"}) {
    INFO(friction);
    const std::string law =
        "law = kelvin_voigt(300 N/m, 20 N*s/m), friction = " + std::string(friction) + " }";
    check(a + plane + "contact c: a to b.face { " + law, 0.02);
    check(a + plane + "contact c: b.face to a { " + law, 0.02);
    check(a + ball + "contact c: a to b { " + law, 0.02);
    check(socket + law, 0.02);
  }
}

// Shapes of every kind that is no ball, closed, with friction that knows only speeds, that bends,
// and that sticks.
TEST_CASE("Jacobian in space: ellipsoids, tyres, boxes, cylinders and capsules") {
  const auto body = [](const std::string& shape, const std::string& at) {
    return "mass = 1.3 kg, inertia = (0.2, 0.3, 0.25) kg*m^2, cm = (0.1, 0, 0.05) m, at = " + at +
           " m\n  rotation = turn((1, 2, 3), 40 deg), shape = " + shape + " }\n";
  };
  const std::string plane =
      "body b { mass = 2 kg, inertia = 0.2 kg*m^2\n"
      "  point face = (0, 0, -0.2) m { shape = plane((0.1, 0.2, 1)) } }\n";
  const auto sticking = [](Mode& mode) {
    for (ContactMode& contact : mode.contacts) contact.stick(), contact.tangents_from(0);
  };
  const auto check_all = [&](const std::string& bodies_and_ends) {
    const std::string law = " { law = kelvin_voigt(300 N/m, 20 N*s/m), friction = ";
    INFO(bodies_and_ends);
    check(bodies_and_ends + law + "coulomb_tanh(0.3, vr = 1 m/s) }", 0.02);
    check(bodies_and_ends + law + "lugre(0.4, 0.3, 1 m/s, 2 1/m, 0.5 s/m, 0.2 s/m) }", 0.02);
    check(bodies_and_ends + law + "coulomb(0.3) }", 0.02, sticking);
  };
  const std::string egg = "body a { " + body("ellipsoid(1.2 m, 0.9 m, 0.7 m)", "(0, 0, 0.4)");
  check_all(egg + plane + "contact c: a to b.face");
  check_all(egg + plane + "contact c: b.face to a");
  check_all("body a { " + body("cylinder(1 m, 0.6 m, 0.2 m)", "(0, 0, 0.2)") + plane +
            "contact c: a.rim[1] to b.face");
  check_all(egg + "body b { " + body("ellipsoid(0.6 m, 1.1 m, 0.8 m)", "(0.3, 1.2, 0.9)") +
            "contact c: a to b");
  check_all(egg + "body b { " + body("capsule(0.6 m, 1.1 m)", "(0.3, 1.2, 0.9)") +
            "contact c: b to a");
  for (const char* shape : {"box(1.4 m, 1.6 m, 1 m, 0.2 m)", "cylinder(0.8 m, 1.2 m, 0.2 m)",
                            "capsule(0.7 m, 0.9 m)", "ellipsoid(1.1 m, 0.9 m, 0.8 m)"})
    check_all("body a { " + body(shape, "(0, 0, 0.4)") + "body b { " +
              body("sphere(1 m)", "(0.3, 0.9, 1.4)") + "contact c: b to a");
}

// Both ends touch, on different sides; the journal is not held along the axis by a row that would
// hide errors.
TEST_CASE("Jacobian in space: a journal in its bearing") {
  const std::string pair = R"(
body a { mass = 1 kg, inertia = (0.1, 0.2, 0.3) kg*m^2, at = (0.02, 0.03, 0.05) m, cm = (0.1, 0, 0) m
  rotation = turn((0.2, 1, 0.3), 20 deg) }
body b { mass = 2 kg, inertia = 0.2 kg*m^2, rotation = turn((1, 0.4, -0.2), 15 deg) }
clearance c: a in b { journal = 1 m, bearing = 1.1 m, length = 1.5 m, start = free,
  law = kelvin_voigt(300 N/m, 20 N*s/m), friction = )";
  check(pair + "coulomb_tanh(0.3, vr = 1 m/s) }", 0.02);
  const auto sticking = [](Mode& mode) {
    for (ContactMode& contact : mode.contacts) contact.stick(), contact.tangents_from(2);
  };
  check(pair + "coulomb(0.3) }", 0.02, sticking);
}

// Tilted that far that its end faces press against both walls.
TEST_CASE("Jacobian in space: a journal between its stops") {
  const std::string text = R"(
body a { mass = 1 kg, inertia = (0.1, 0.2, 0.3) kg*m^2, at = (0.02, 0.03, 0.05) m, cm = (0.1, 0, 0) m
  rotation = turn((0.2, 1, 0.3), 20 deg) }
body b { mass = 2 kg, inertia = 0.2 kg*m^2, rotation = turn((1, 0.4, -0.2), 15 deg) }
clearance c: a in b { journal = 1 m, bearing = 1.1 m, length = 1.5 m, start = free, axial = 0.05 m
  law = kelvin_voigt(300 N/m, 20 N*s/m), axial_law = kelvin_voigt(200 N/m, 30 N*s/m)
  friction = coulomb_tanh(0.3, vr = 1 m/s) })";
  check(text, 0.02);
}

TEST_CASE("Jacobian in space: a block in its guide") {
  const std::string text = R"(
body a { mass = 1 kg, inertia = (0.1, 0.2, 0.3) kg*m^2, at = (0.02, 0.03, 0.05) m, cm = (0.1, 0, 0) m
  rotation = turn((0.2, 1, 0.3), 20 deg) }
body b { mass = 2 kg, inertia = 0.2 kg*m^2, rotation = turn((1, 0.4, -0.2), 15 deg) }
clearance c: a in b { block = (2, 1, 0.8) m, clearance = 0.01 m, start = free
  law = kelvin_voigt(300 N/m, 20 N*s/m), friction = )";
  check(text + "coulomb_tanh(0.3, vr = 1 m/s) }", 0.02);
}

TEST_CASE("Jacobian in space: a contact that sticks, and one that slides in a given direction") {
  const std::string text = R"(
body a { mass = 1 kg, inertia = (0.1, 0.2, 0.3) kg*m^2, at = (0, 0, 0.5) m, cm = (0.1, 0, 0) m
  shape = sphere(1 m) }
body b { mass = 2 kg, inertia = 0.2 kg*m^2, at = (0.3, 1, 0.6) m, shape = sphere(1 m) }
contact c: a to b { law = kelvin_voigt(300 N/m, 20 N*s/m), friction = coulomb(0.3) })";
  const auto sticking = [](Mode& mode) {
    mode.contacts[0].stick(), mode.contacts[0].tangents_from(2);
  };
  const auto sliding = [](Mode& mode) {
    mode.contacts[0].aim({0.6, 0.2, 0.7}, 1);
    mode.contacts[0].slide(1);
  };
  check(text, 0.02, sticking);
  check(text, 0.02, sliding);
}

TEST_CASE("Jacobian in space: a contact that lingers, under friction without a direction at rest") {
  const std::string text = R"(
body a { mass = 1 kg, inertia = (0.1, 0.2, 0.3) kg*m^2, at = (0, 0, 0.5) m, cm = (0.1, 0, 0) m
  shape = sphere(1 m) }
body b { mass = 2 kg, inertia = 0.2 kg*m^2, at = (0.3, 1, 0.6) m, shape = sphere(1 m) }
contact c: a to b { law = kelvin_voigt(300 N/m, 20 N*s/m), friction = dubowsky(0.3) })";
  for (const double slow : {0.3, 1.0, 30.0})
    check(text, 0.02, [slow](Mode& mode) { mode.contacts[0].aim({0, 0, 0}, slow); });
}
