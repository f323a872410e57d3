// Joint coordinates in space: that they describe the same mechanism as absolute ones.
#include <doctest/doctest.h>

#include <fmt/format.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "runtime/coordinates/motion.hpp"
#include "runtime/coordinates/rates.hpp"
#include "runtime/coordinates/reactions.hpp"
#include "runtime/coordinates/step_limit.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/workspace.hpp"
#include "tests/support/built.hpp"
#include "tests/support/jacobian_checks.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// A body with points in directions of their own, none of them in its principal axes.
std::string body(const std::string& name, int seed) {
  std::mt19937 generator(static_cast<unsigned>(seed));
  std::uniform_real_distribution<double> u(-1, 1);
  const auto vector = [&](double size) {
    return fmt::format("({:.3f}, {:.3f}, {:.3f})", size * u(generator), size * u(generator),
                       size * u(generator));
  };
  const auto point = [&](const char* of) {
    return fmt::format("  point {} = {} m {{ rotation = turn({}, {:.0f} deg) }}\n", of, vector(0.5),
                       vector(1), 170 * u(generator));
  };
  return fmt::format(
             "body {} {{ mass = {:.2f} kg, inertia = (0.2, 0.3, 0.25, 0.02, -0.01, 0.03) kg*m^2, "
             "cm "
             "= {} m\n",
             name, 1 + 0.5 * u(generator), vector(0.2)) +
         point("p") + point("q") + "}\n";
}

const char* const kinds[] = {"revolute",  "prismatic", "cylindrical", "screw",
                             "universal", "planar",    "spherical",   "weld"};

std::string joint(const std::string& kind, int n, const std::string& ends) {
  return fmt::format("{} J{}: {}{}\n", kind, n, ends, kind == "screw" ? " { lead = 0.7 m }" : "");
}

// A body on the ground, one on it, and so on, their joints drawn from either end.
std::string chain(const std::vector<std::string>& joints) {
  std::string text = "point o = (0.2, -0.1, 0.3) m { rotation = turn((1, 2, 3), 40 deg) }\n";
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const auto n = static_cast<int>(i);
    const std::string above = i == 0 ? "o" : fmt::format("b{}.q", n - 1);
    const std::string below = fmt::format("b{}.p", n);
    text += body(fmt::format("b{}", n), 7 + n);
    const bool forth = (i + joints[i].size()) % 2 == 0;
    text += joint(joints[i], n, forth ? above + " to " + below : below + " to " + above);
  }
  return text;
}

void check_jacobian_of(const std::string& text, double spread = 0.4) {
  const Built x(text);
  REQUIRE(x.model->tree.used());
  for (unsigned seed = 1; seed <= 3; ++seed) check_tree_jacobian(x, seed, spread, x.a->mode);
}

// Joint coordinates somewhere near the assembled ones, with speeds and accelerations.
struct Somewhere {
  std::vector<double> reduced, rates, y, yp;
  Somewhere(const Model& m, const Assembly& a, unsigned seed) : y(a.y), yp(a.yp) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> u(-1, 1);
    reduced.resize(m.tree.size), rates.resize(m.tree.size);
    TreeState state(m);
    reduce(m, y.data(), yp.data(), reduced.data(), rates.data(), state);
    for (int i = 0; i < m.tree.motion(); ++i) {
      reduced[i] += (i < m.tree.coordinates ? 0.3 : 1) * u(generator);
      rates[i] = 2 * u(generator);
    }
    expand(m, reduced.data(), y.data(), state);
    expand_rates(m, reduced.data(), rates.data(), yp.data(), state);
  }
};

double largest_difference(const std::vector<double>& a, const std::vector<double>& b, int from,
                          int count) {
  double worst = 0;
  for (int i = from; i < from + count; ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}
double largest(const std::vector<double>& a, int from, int count) {
  return largest_difference(a, std::vector<double>(a.size(), 0.0), from, count);
}

// Are accelerations, and multipliers of what is no joint of the tree, those of the equations in
// absolute coordinates? Neither knows of the other; rounding is 1e-13 of the largest here.
void check_accelerations(const Model& m, const Mode& mode, const std::vector<double>& y) {
  const Layout& l = m.layout;
  Workspace w(m);
  std::vector<double> wanted(l.size), found(l.size);
  REQUIRE(make_consistent(m, {0, y.data(), nullptr, &mode}, wanted.data(), w));
  TreeRates rates(m);
  REQUIRE(rates.make_consistent({0, y.data(), nullptr, &mode}, found.data(), w));
  const double scale = std::max(1.0, largest(wanted, l.v, l.motions));
  CHECK(largest_difference(wanted, found, l.v, l.motions) < 1e-10 * scale);
  const double forces = std::max(1.0, largest(wanted, l.lam, l.constraints));
  for (int k = 0; k < l.constraints; ++k)
    if (!m.rows[k].tree) CHECK(std::abs(wanted[l.lam + k] - found[l.lam + k]) < 1e-9 * forces);
  std::vector<double> lambda;
  REQUIRE(tree_multipliers(m, {0, y.data(), wanted.data(), &mode}, lambda, w));
  for (int k = 0; k < l.constraints; ++k)
    CHECK(std::abs(wanted[l.lam + k] - lambda[k]) < 1e-9 * forces);
}

// Rows of the tree's joints hold for any coordinates, and what is read from bodies are these.
void check_motion(const Built& x, unsigned seed) {
  const Model& m = *x.model;
  const Somewhere s(m, *x.a, seed);
  Workspace w(m);
  place(m, s.y.data(), w.impl().at);
  for (const ConstraintRow& row : m.rows) {
    if (!row.tree || row.joint < 0) continue;
    CHECK(std::abs(wrapped(row, row_value(row, w.impl().at))) < 1e-11);
    CHECK(std::abs(row_rate(row, w.impl().at)) < 1e-11);
  }
  TreeState state(m);
  std::vector<double> reduced(m.tree.size), rates(m.tree.size);
  reduce(m, s.y.data(), s.yp.data(), reduced.data(), rates.data(), state);
  CHECK(largest_difference(reduced, s.reduced, 0, m.tree.motion()) < 1e-11);
  CHECK(largest_difference(rates, s.rates, m.tree.coordinates, m.tree.speeds) < 1e-10);
}

void check_all(const std::string& text) {
  const Built x(text);
  REQUIRE(x.model->tree.used());
  for (unsigned seed = 1; seed <= 2; ++seed) {
    check_motion(x, seed);
    check_accelerations(*x.model, x.a->mode, Somewhere(*x.model, *x.a, seed).y);
  }
}

}  // namespace

TEST_CASE("in space each joint is what it leaves free, from either end") {
  for (const char* kind : kinds)
    for (const char* ends : {"o to a.p", "a.p to o", "a.p to b.q", "b.q to a.p"}) {
      CAPTURE(std::string(kind) + " " + ends);
      check_all("point o = (0.2, -0.1, 0.3) m { rotation = turn((1, 2, 3), 40 deg) }\n" +
                body("a", 3) + body("b", 4) + joint(kind, 1, ends));
    }
}

TEST_CASE("Jacobian in joint coordinates in space: every joint, from either end") {
  for (const char* kind : kinds)
    for (const char* ends : {"o to a.p", "a.p to o", "a.p to b.q", "b.q to a.p"}) {
      CAPTURE(std::string(kind) + " " + ends);
      check_jacobian_of("point o = (0.2, -0.1, 0.3) m { rotation = turn((1, 2, 3), 40 deg) }\n" +
                        body("a", 3) + body("b", 4) + joint(kind, 1, ends));
    }
}

TEST_CASE("in space joints follow each other in a tree, balls among them") {
  const std::vector<std::vector<std::string>> chains = {
      {"revolute", "revolute", "revolute", "revolute"},
      {"universal", "prismatic", "revolute"},
      {"spherical", "revolute", "universal"},
      {"revolute", "spherical", "screw", "revolute"},
      {"planar", "spherical", "spherical", "cylindrical"},
      {"cylindrical", "weld", "universal", "spherical"},
      {"prismatic", "planar", "screw", "prismatic"}};
  for (const std::vector<std::string>& joints : chains) {
    std::string all;
    for (const std::string& j : joints) all += j + " ";
    CAPTURE(all);
    check_all(chain(joints));
    check_jacobian_of(chain(joints));
  }
}

TEST_CASE("Jacobian in joint coordinates in space: loops, forces, springs, contacts") {
  const std::string tree = chain({"revolute", "universal", "spherical"});
  check_jacobian_of(tree + "rod R: o to b2.q { length = 0.9 m }");
  check_jacobian_of(tree + body("c", 31) + "prismatic S: ground to c.p\nspherical K: c.q to b2.q");
  check_jacobian_of(tree + body("c", 31) +
                    "cylindrical S: ground to c.p\ninplane K: c.q to b2.q\n"
                    "constant_velocity L: b1.q to c.q");
  check_jacobian_of(
      tree + "spring s: o to b2.q { stiffness = 30 N/m, length = 0.2 m, damping = 2 N*s/m }");
  check_jacobian_of(tree + "torque T: J0 = -(3 N*m*s)*J0.speed - (2 N*m)*J0.angle");
  check_jacobian_of(tree + "force f: b2.q = -(2 N*s/m)*b1.p.velocity - (5 N/m)*b2.p.position");
  check_jacobian_of(tree + "torque T: b2 = -(2 N*m*s)*b1.spin + (1 N*m)*b2.ez + (3 N*m)*b1.ex");
  check_jacobian_of(chain({"revolute", "prismatic"}) + R"(
point table = (0, 0, 0) m { shape = plane((0.1, 0.2, 1)) }
body ball { mass = 1 kg, inertia = 0.1 kg*m^2, at ~ (0, 0, 0.5) m, shape = sphere(1 m) }
spherical K: b1.q to ball
contact c: ball to table { law = kelvin_voigt(300 N/m, 20 N*s/m), friction = coulomb_tanh(0.3, vr = 1 m/s) })",
                    0.02);
}

TEST_CASE("in space a loop leaves what it holds to constraints, cut where least is held") {
  const Built x(R"(
point shaft = (0, 100, 120) mm
body crank { mass = 0.12 kg, inertia = (1e-4, 1e-5, 1e-4) kg*m^2, point tip = (0, 80, 0) mm }
body rod { mass = 0.5 kg, inertia = (4e-4, 4e-3, 4e-3) kg*m^2, cm = (150, 0, 0) mm
  point end = (300, 0, 0) mm }
body slider { mass = 2 kg }
revolute O: shaft to crank { axis = x, angle = 90 deg }
spherical A: crank.tip to rod
universal B: slider to rod.end
prismatic S: ground to slider { travel ~ 200 mm }
drive motor: O.speed = 1 rad/s)");
  const Tree& tree = x.model->tree;
  CHECK(tree.coordinates == 4);  // of the crank, the slider and, on the slider, the rod
  CHECK(tree.speeds == 4);
  REQUIRE(tree.prescribed.given.size() == 1);
  // Three coordinates and speeds, a row with two multipliers for each part of the ball's place, and
  // both works. Nothing is left that counts turns.
  CHECK(tree.prescribed.unknowns.size() == 2 * 3 + 2 * 3 + 2);
  check_accelerations(*x.model, x.a->mode, x.a->y);
}

TEST_CASE("a drive in space gives a coordinate unless a ball has a part in what it drives") {
  const std::string arm =
      "body a { mass = 1 kg, inertia = (0.01, 0.01, 0.02) kg*m^2 }\n"
      "body b { mass = 1 kg, inertia = (0.02, 0.01, 0.03) kg*m^2 }\n";
  // The ball carries both, their hinge turns one against the other.
  const Built flying(arm + "revolute R: a to b\ndrive D: R.speed = 2 rad/s");
  CHECK(flying.model->tree.prescribed.given.size() == 1);
  // The angle of J is that of b, which is on a ball, against a.
  const Built held(arm +
                   "revolute R: ground to a\nspherical K: ground to b\nplanar J: a to b\n"
                   "drive D: J.angle = (2 rad/s)*t");
  REQUIRE(held.model->tree.used());
  CHECK(held.model->tree.prescribed.given.empty());
  check_accelerations(*held.model, held.a->mode, held.a->y);
}

TEST_CASE("turns that a wheel on its shaft has made are those of its coordinate") {
  const Built x(R"(
body wheel { mass = 1 kg, inertia = (0.01, 0.01, 0.02) kg*m^2 }
revolute J: ground to wheel { axis = x, angle = 1000 rad, speed = 3 rad/s })");
  const Model& m = *x.model;
  TreeState state(m);
  std::vector<double> reduced(m.tree.size), rates(m.tree.size), y(x.a->y), yp(x.a->yp);
  reduce(m, y.data(), yp.data(), reduced.data(), rates.data(), state);
  CHECK(reduced[0] == doctest::Approx(1000).epsilon(1e-14));
  CHECK(m.tree.size == 2 + 2);  // its turns are counted by nothing else
  reduced[0] += 700;
  expand(m, reduced.data(), y.data(), state);
  reduce(m, y.data(), yp.data(), reduced.data(), rates.data(), state);
  CHECK(reduced[0] == doctest::Approx(1700).epsilon(1e-14));
}

TEST_CASE("steps are bounded by what has something off its pin") {
  const auto longest = [](const std::string& rest) {
    const Built x("body wheel { mass = 1 kg, inertia = (0.01, 0.01, 0.02) kg*m^2\n" + rest);
    return StepLimit(*x.model).longest_step(x.a->y.data());
  };
  const std::string on_ground = " }\nrevolute J: ground to wheel { speed = 5 rad/s }";
  const std::string pushed = on_ground + "\nforce push: wheel.p = (0, 0, 1) N";
  CHECK(std::isinf(longest(on_ground)));
  CHECK(std::isinf(longest("  point p = (0, 0, 0.3) m" + pushed)));  // on its axis
  CHECK(longest("  point p = (0.1, 0, 0.3) m" + pushed) == doctest::Approx(0.2 / 5));
  CHECK(longest("  cm = (0, 0.01, 0) m" + on_ground) == doctest::Approx(0.2 / 5));
  // Its inertia is not round about x: that counts where the axis turns as well.
  const std::string frame =
      "body frame { mass = 1 kg, inertia = 0.1 kg*m^2 }\nrevolute K: ground to frame { axis = y "
      "}\n";
  // The frame stands still but for rounding.
  CHECK(longest(" }\n" + frame + "revolute J: frame to wheel { speed = 5 rad/s }") > 1e9);
  CHECK(longest(" }\n" + frame + "revolute J: frame to wheel { axis = x, speed = 5 rad/s }") ==
        doctest::Approx(0.2 / 5));
}

TEST_CASE("in all examples in space accelerations are those of absolute coordinates") {
  int trees = 0;
  for (const char* folder : {"examples", "tests/golden"})
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".mbs") continue;
      std::stringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      if (text.str().find("spatial") == std::string::npos) continue;
      INFO(entry.path().string());
      CompileOptions options;
      options.read_file = [&](const std::string& name) -> std::optional<std::string> {
        std::ifstream file(entry.path().parent_path() / name);
        std::stringstream content;
        content << file.rdbuf();
        if (!file) return std::nullopt;
        return content.str();
      };
      Compiled c = compile_text(text.str(), options);
      if (!c.result.scenario) continue;
      const ModelPtr m = build(std::make_shared<const ir::Scenario>(c.scenario()));
      Diagnostics diagnostics;
      const auto a = assemble(*m, diagnostics);
      if (!a || !m->tree.used() || !TreeRates::suit(*m)) continue;
      ++trees;
      check_accelerations(*m, a->mode, a->y);
    }
  CHECK(trees > 8);
}
