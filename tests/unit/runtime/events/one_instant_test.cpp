// Events that fall on one instant: all of them count, whatever the order of their declarations.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;

namespace {

Run run_text(const std::string& text, SimulationOptions options = {}) {
  const test::Compiled c = test::compile_text(text);
  const ModelPtr model = build(std::make_shared<const ir::Scenario>(c.scenario()));
  Diagnostics diagnostics;
  ir::Simulate what = std::get<ir::Simulate>(scenario(*model).actions[0]);
  what.tol = 1e-8;
  Run r = simulate(model, what, options, nullptr, diagnostics);
  REQUIRE(r.failure.has_value() == false);
  return r;
}

// x, y, angle and their rates of all bodies at the end.
std::vector<double> motion(const Run& r) {
  const auto y = r.y_at(r.size() - 1);
  const Layout& at = layout(*r.model);
  std::vector<double> out(y.begin() + at.q, y.begin() + at.q + 3 * at.bodies);
  out.insert(out.end(), y.begin() + at.v, y.begin() + at.v + 3 * at.bodies);
  return out;
}

double apart(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

// The contacts in every order. Sums over contacts are then rounded differently, some 1e-16 in each
// of a few hundred steps, and step sizes follow.
void check_orders(const std::string& bodies, std::vector<std::string> contacts,
                  const std::string& end) {
  std::sort(contacts.begin(), contacts.end());
  std::vector<double> first;
  do {
    std::string text = bodies;
    for (const std::string& contact : contacts) text += contact;
    const std::vector<double> now = motion(run_text(text + end));
    if (first.empty()) first = now;
    CHECK(apart(first, now) < 1e-7);
  } while (std::next_permutation(contacts.begin(), contacts.end()));
}

const std::vector<std::string> laws = {
    "poisson_spring(1e5 N/m, 0.5)",
    "walton_braun(1e5 N/m, 2e5 N/m)",
    "lankarani_nikravesh_plastic(0.7, K = 1e7 N/m^1.5)",
    "maxwell()",
    "flores(0.6, K = 1e7 N/m^1.5)",
};
// A spring in line with a damper: a law with a state.
const std::string own_laws = R"(
law maxwell() {
  state creep: m = 0 m
  creep' = (delta - creep)/(2 ms)
  FN = 1e5 N/m*delta + 1e5 N/m*(delta - creep)
}
friction held() {
  FT = 0.3*FN*sign(vt)
  stick = 0.3*FN
}
)";

// A block above a floor, both turned by `turn` degrees; it falls flat on its feet.
std::string block(double turn, double along, const std::string& law, const std::string& feet) {
  const double c = std::cos(turn * std::numbers::pi / 180),
               s = std::sin(turn * std::numbers::pi / 180);
  std::string text = own_laws + fmt::format(R"(
body block {{ mass = 1 kg, inertia = 0.01 kg*m^2, at = ({0}, {1}) m, angle = {2} deg, velocity = ({3}, {4}) m/s,
  point l = (-0.1, -0.05) m {{ shape = sphere(10 mm) }}
  point m = (0, -0.05) m {{ shape = sphere(10 mm) }}
  point r = (0.1, -0.05) m {{ shape = sphere(10 mm) }} }}
point floor = (0, 0) {{ angle = {2} deg, shape = plane }}
)",
                                            -0.1 * s, 0.1 * c, turn, along * c + s, along * s - c);
  for (const char foot : feet)
    text += fmt::format("contact on_{0}: block.{0} to floor {{ law = {1}, friction = held() }}\n",
                        foot, law);
  return text;
}

}  // namespace

TEST_CASE("a block that falls flat leaves flat, whatever the law remembers") {
  // Without friction the feet share the block evenly: it leaves as one foot of it would, at the
  // restitution of its law, sqrt(0.5) for both; 1e-8 of a speed in each of some hundred steps.
  for (const std::string& law : {laws[0], laws[1]})
    for (const char* feet : {"lr", "lmr"})
      for (const double turn : {0.0, 17.0}) {
        CAPTURE(law);
        CAPTURE(feet);
        CAPTURE(turn);
        std::string text = block(turn, 0, law, feet);
        for (auto at = text.find(", friction = held()"); at != std::string::npos;
             at = text.find(", friction = held()"))
          text.erase(at, 19);
        const std::vector<double> end = motion(run_text(text + "simulate 0.06 s\n"));
        CHECK(std::hypot(end[3], end[4]) == doctest::Approx(std::sqrt(0.5)).epsilon(1e-6));
        CHECK(std::abs(end[5]) < 1e-6);
      }
}

TEST_CASE("three balls in a row whose outer ones hit at once leave alike") {
  for (const std::string& law : {laws[0], laws[1]}) {
    const std::vector<double> end = motion(run_text(fmt::format(R"(
body a {{ shape = sphere(10 mm), mass = 1 kg, at = (-30, 0) mm, velocity = (1, 0) m/s }}
body b {{ shape = sphere(10 mm), mass = 1 kg }}
body c {{ shape = sphere(10 mm), mass = 1 kg, at = (30, 0) mm, velocity = (-1, 0) m/s }}
contact left: a to b {{ law = {0} }}
contact right: b to c {{ law = {0} }}
simulate 0.03 s
)",
                                                                law)));
    CHECK(end[9] == doctest::Approx(-std::sqrt(0.5)).epsilon(1e-6));
    CHECK(std::abs(end[12]) < 1e-6);
    CHECK(end[15] == doctest::Approx(std::sqrt(0.5)).epsilon(1e-6));
  }
}

TEST_CASE("the order of contacts makes no difference to a flat fall") {
  for (const std::string& law : laws)
    for (const double along : {0.0, 0.2})  // sticks at once, slides and may stop
      for (const double turn : {0.0, 17.0}) {
        CAPTURE(law);
        CAPTURE(along);
        CAPTURE(turn);
        const std::string text = block(turn, along, law, "lmr");
        const auto first = text.find("contact on_");
        std::vector<std::string> contacts;
        for (auto at = first; at != std::string::npos;) {
          const auto next = text.find("contact on_", at + 1);
          contacts.push_back(text.substr(at, next == std::string::npos ? next : next - at));
          at = next;
        }
        check_orders(text.substr(0, first), contacts, "simulate 0.06 s\n");
      }
}

TEST_CASE("nor to a row of balls, nor to hits of separate bodies at one instant") {
  for (const std::string& law : laws) {
    CAPTURE(law);
    const std::string contact = "{ law = " + law + " }\n";
    const std::string ball =
        "{{ shape = sphere(10 mm), mass = 1 kg, at = ({}, {}) mm, velocity = ({}, {}) m/s }}\n";
    std::string row = own_laws;
    for (int i = 0; i < 4; ++i)
      row += fmt::format("body b{} ", i) +
             fmt::format(fmt::runtime(ball), 20 * i - 10 * (i == 0), 0, i == 0 ? 1 : 0, 0);
    check_orders(row,
                 {"contact x: b0 to b1 " + contact, "contact y: b1 to b2 " + contact,
                  "contact z: b2 to b3 " + contact},
                 "simulate 0.05 s\n");
    std::string fall = own_laws + "point floor = (0, 0) { shape = plane }\n";
    for (int i = 0; i < 3; ++i)
      fall += fmt::format("body b{} ", i) + fmt::format(fmt::runtime(ball), 100 * i, 30, 0, -1);
    check_orders(fall,
                 {"contact x: b0 to floor " + contact, "contact y: b1 to floor " + contact,
                  "contact z: b2 to floor " + contact},
                 "simulate 0.05 s\n");
  }
}

TEST_CASE("two copies of a mechanism in one world move as one alone") {
  // Not to rounding: one error norm goes over both.
  for (const std::string& law : laws) {
    CAPTURE(law);
    const std::string one = block(0, 0.2, law, "lmr");
    std::string other = one.substr(one.find("body block"));
    other.erase(other.find("point floor"), other.find("contact on_") - other.find("point floor"));
    for (const auto& [from, to] : {std::pair{"block", "copy"}, {"contact on", "contact too"}})
      for (auto at = other.find(from); at != std::string::npos; at = other.find(from, at + 1))
        other.replace(at, std::string(from).size(), to);
    const std::vector<double> alone = motion(run_text(one + "simulate 0.06 s\n"));
    const std::vector<double> both = motion(run_text(one + other + "simulate 0.06 s\n"));
    for (int i = 0; i < 3; ++i) {
      CHECK(std::abs(both[i] - alone[i]) < 1e-7);
      CHECK(std::abs(both[6 + i] - alone[3 + i]) < 1e-6);
      CHECK(std::abs(both[6 + i] - both[9 + i]) < 1e-7);
    }
  }
}
