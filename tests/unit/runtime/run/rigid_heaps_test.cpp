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
