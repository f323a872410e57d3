// What `turn` makes, multiplies and takes apart, against the matrices of textbooks.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <random>

#include "lang/elaborate/values/rotations.hpp"
#include "lang/scenario/vectors.hpp"
#include "tests/support/compiled.hpp"

namespace mbs::test {
namespace {

// Numbers that a script in space prints, in order.
std::vector<double> printed(const std::string& text) {
  const Compiled c = compile_text("world spatial { }\n" + text);
  REQUIRE(c.codes() == "");
  std::vector<double> values;
  const ir::Scenario& s = c.scenario();
  for (const ir::Action& action : s.actions)
    if (const auto* print = std::get_if<ir::Print>(&action))
      for (const ir::Shown& part : print->parts) values.push_back(s.graph.value(part.node));
  return values;
}

void check_near(const std::vector<double>& values, const std::vector<double>& wanted) {
  REQUIRE(values.size() == wanted.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    CAPTURE(i);
    CHECK(values[i] == doctest::Approx(wanted[i]).epsilon(1e-14).scale(1));
  }
}

}  // namespace

TEST_CASE("a turn is right-handed, and products turn about axes that are turned") {
  check_near(printed("print turn(z, 90 deg) * x"), {0, 1, 0});
  check_near(printed("print turn(y, 90 deg) * x"), {0, 0, -1});
  check_near(printed("print turn((3, 0, 0) m, 90 deg) * y"), {0, 0, 1});
  // First about z, then about the new x, which is y: z goes to x.
  check_near(printed("print turn(z, 90 deg) * turn(x, 90 deg) * z"), {1, 0, 0});
  check_near(printed("print inverse(turn(z, 30 deg)) * turn(z, 30 deg) * (1, 2, 3)"), {1, 2, 3});
  check_near(printed("print turn(z, 180 deg)"), {0, 0, 0, 1});
  check_near(printed("let R = turn(x, -300 deg)\nprint R"),
             {std::cos(std::acos(-1) / 6), std::sin(std::acos(-1) / 6), 0, 0});
}

TEST_CASE("cross is the vector product, and vectors of two parts lie in the plane") {
  check_near(printed("print cross((1, 2, 3), (4, 5, 6))"), {-3, 6, -3});
  check_near(printed("print cross((1, 2), (4, 5))"), {0, 0, -3});
  check_near(printed("print dot((1, 2, 3), (4, 5)), abs((2, 3, 6)), (1, 2).z"), {14, 7, 0});
  check_near(printed("print (1, 2) + (1, 1, 1)"), {2, 3, 1});
}

TEST_CASE("angles of all twelve sequences make the rotation again") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(-1, 1);
  const char* sequences[] = {"xyx", "xzx", "yxy", "yzy", "zxz", "zyz",
                             "xyz", "xzy", "yxz", "yzx", "zxy", "zyx"};
  for (const std::string s : sequences) {
    CAPTURE(s);
    const std::string text = fmt::format(
        "let R = turn(({}, {}, {}), {})\nlet a = angles(R, \"{}\")\n"
        "print turn({}, a.x) * turn({}, a.y) * turn({}, a.z) ~ R within 1e-14, a\n",
        part(random), part(random), part(random), 3 * part(random), s, s[0], s[1], s[2]);
    const std::vector<double> values = printed(text);
    CHECK(values[0] == 1);
    const bool symmetric = s[0] == s[2];
    CHECK(values[2] >= (symmetric ? 0 : -std::acos(-1) / 2));
    CHECK(values[2] <= (symmetric ? std::acos(-1) : std::acos(-1) / 2));
  }
}

TEST_CASE("angles exist where two of the axes coincide") {
  for (const char* b : {"0 deg", "180 deg"})
    CHECK(printed(fmt::format("let R = turn(z, 20 deg) * turn(x, {}) * turn(z, 30 deg)\n"
                              "let a = angles(R, \"zxz\")\n"
                              "print turn(z, a.x) * turn(x, a.y) * turn(z, a.z) ~ R within 1e-14",
                              b))[0] == 1);
  for (const char* b : {"90 deg", "-90 deg"})
    CHECK(printed(fmt::format("let R = turn(x, 20 deg) * turn(y, {}) * turn(z, 30 deg)\n"
                              "let a = angles(R, \"xyz\")\n"
                              "print turn(x, a.x) * turn(y, a.y) * turn(z, a.z) ~ R within 1e-14",
                              b))[0] == 1);
}

TEST_CASE("the shortest turn takes one direction to another, an opposite one too") {
  std::mt19937 random(3);
  std::normal_distribution<double> part;
  const auto direction = [&] {
    const ir::Vec3 v{part(random), part(random), part(random)};
    return (1 / norm(v)) * v;
  };
  for (int i = 0; i < 100; ++i) {
    const ir::Vec3 a = direction(), b = direction();
    const ir::Quaternion q = elaborate::shortest_turn(a, b, {1, 0, 0});
    CHECK(norm(q * a - b) < 1e-14);
    CHECK(std::abs(dot(q.vector(), a)) < 1e-14);  // about an axis square to both
  }
  const ir::Quaternion half = elaborate::shortest_turn({0, 0, 1}, {0, 0, -1}, {1, 0, 0});
  CHECK(norm(half * ir::Vec3{0, 1, 0} - ir::Vec3{0, -1, 0}) < 1e-15);
}

}  // namespace mbs::test
