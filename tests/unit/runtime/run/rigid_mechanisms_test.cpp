// Rigid contacts of mechanisms drawn at random: rods that fall, pendulums between walls, four-bars
// and slider-cranks (closed loops) whose parts meet stops, with up to four contacts. Whatever they
// do, nothing overlaps, nothing pulls, friction keeps within its bound, and energy is accounted
// for.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <string>

#include "runtime/study/executor.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/complaints.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// Of bounds that are not kept it says so by itself.
class BoundComplaints : public Complaints {
 public:
  std::set<std::string> codes;
  bool beyond_bound = false;

 private:
  bool complains(const Diagnostic& d) override {
    codes.insert(std::string(info(d.code).name));
    if (!Complaints::complains(d)) return false;
    const bool of_bound = d.message == "expectation failed: bound";
    beyond_bound |= of_bound;
    return !of_bound;
  }
};

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * std::uniform_real_distribution<double>(0, 1)(random_);
  }
  int among(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }

 private:
  std::mt19937 random_;
};

struct RandomScene {
  std::string text;
  std::vector<std::string> contacts;
  double mu = 0;
  bool newton = false;  // only its blows may gain energy
  bool driven = false;
};

std::string body(const std::string& name, double mass, double length, const std::string& rest) {
  return fmt::format(
      "body {} {{ mass = {:.6f} kg, inertia = {:.8f} kg*m^2, cm = ({:.6f}, 0) m{}\n"
      "point far = ({:.6f}, 0) m }}\n",
      name, mass, mass * length * length / 12, length / 2, rest, length);
}

// A law for all contacts of a scene: blows at one instant have one hypothesis.
std::string law_of(Draw& draw, RandomScene& scene) {
  const double e = draw.between(0, 0.9);
  scene.mu = draw.among(3) == 0 ? 0 : draw.between(0.05, 0.6);
  const int kind = draw.among(4);
  scene.newton = kind == 0;
  const char* names[] = {"newton({:.4f})", "poisson({:.4f})", "stronge({:.4f})", "unilateral"};
  const std::string law = fmt::format(fmt::runtime(names[kind]), e);
  return scene.mu > 0 ? fmt::format("law = {}, friction = coulomb({:.4f})", law, scene.mu)
                      : "law = " + law;
}

void touch(RandomScene& scene, const std::string& name, const std::string& ends,
           const std::string& law) {
  scene.text += fmt::format("contact {}: {} {{ {} }}\n", name, ends, law);
  scene.contacts.push_back(name);
}

// A rod, or a block, between a floor and two walls.
RandomScene falling(Draw& draw) {
  RandomScene s;
  const std::string law = law_of(draw, s);
  const double a = draw.between(0.1, 0.4), b = draw.among(2) == 0 ? 0 : draw.between(0.05, 0.2);
  s.text = fmt::format(
      "body rod {{ mass = {:.5f} kg, inertia = {:.6f} kg*m^2, at = ({:.5f}, {:.5f}) m, angle = "
      "{:.5f}, spin = {:.5f} rad/s, velocity = ({:.5f}, {:.5f}) m/s\n",
      1.0, (a * a + b * b + 0.01) / 3, draw.between(-0.2, 0.2), draw.between(0.5, 0.8),
      draw.between(-3, 3), draw.between(-3, 3), draw.between(-2, 2), draw.between(-2, 0));
  const int tips = b == 0 ? 2 : 4;
  for (int k = 0; k < tips; ++k)
    s.text += fmt::format("point tip[{}] = ({:.5f}, {:.5f}) m\n", k + 1, k % 3 == 0 ? -a : a,
                          k < 2 ? -b : b);
  s.text += "}\npoint floor = (0, 0) { shape = plane }\n";
  for (int k = 0; k < tips; ++k)
    touch(s, fmt::format("c{}", k), fmt::format("rod.tip[{}] to floor", k + 1), law);
  return s;
}

// Two rods that hang, and walls that the lower one meets.
RandomScene pendulum(Draw& draw) {
  RandomScene s;
  const std::string law = law_of(draw, s);
  const double l1 = draw.between(0.3, 0.6), l2 = draw.between(0.3, 0.6);
  s.text =
      body("upper", draw.between(0.5, 2), l1, "") + body("lower", draw.between(0.5, 2), l2, "") +
      fmt::format("revolute O: ground to upper {{ angle = {:.5f}, speed = {:.5f} rad/s }}\n",
                  draw.between(-1.2, 0.2), draw.between(-2, 2)) +
      fmt::format("revolute A: upper.far to lower {{ angle = {:.5f}, speed = {:.5f} rad/s }}\n",
                  draw.between(-0.3, 0.3), draw.between(-2, 2)) +
      fmt::format("point right = ({:.5f}, 0) m {{ angle = 90 deg, shape = plane }}\n",
                  l1 + l2 + 0.01) +
      fmt::format("point low = (0, {:.5f}) m {{ shape = plane }}\n", -(l1 + 0.6 * l2)) +
      fmt::format("point left = ({:.5f}, 0) m {{ angle = -90 deg, shape = plane }}\n",
                  -0.5 * (l1 + l2));
  touch(s, "a", "lower.far to low", law);
  touch(s, "b", "lower.far to left", law);
  touch(s, "c", "upper.far to left", law);
  return s;
}

// A four-bar that falls, and stops below the coupler's end and beside the rocker's.
RandomScene four_bar(Draw& draw) {
  RandomScene s;
  const std::string law = law_of(draw, s);
  const double crank = draw.between(0.15, 0.25), coupler = draw.between(0.4, 0.5);
  const double rocker = draw.between(0.35, 0.45);
  s.text = body("crank", draw.between(0.5, 2), crank, "") +
           body("coupler", draw.between(0.5, 2), coupler, "") +
           body("rocker", draw.between(0.5, 2), rocker, "") +
           fmt::format(
               "point D = (0.45, 0) m\nrevolute O: ground to crank {{ angle = {:.5f}, speed "
               "= {:.5f} rad/s }}\n",
               draw.between(0.3, 2.5), draw.between(-4, 4)) +
           "revolute A: crank.far to coupler { angle ~ 0 }\n"
           "revolute B: coupler.far to rocker.far\n"
           "revolute C: D to rocker { angle ~ 100 deg }\n"
           "point low = (0, -0.3) m { shape = plane }\n"
           "point beside = (1.5, 0) m { angle = 90 deg, shape = plane }\n";
  touch(s, "a", "coupler.far to low", law);
  touch(s, "b", "crank.far to low", law);
  touch(s, "c", "rocker.far to beside", law);
  return s;
}

// A slider-crank whose pin has play in the slider, driven or free.
RandomScene slider_crank(Draw& draw) {
  RandomScene s;
  const std::string law = law_of(draw, s);
  s.driven = draw.among(2) == 0;
  s.text = body("crank", draw.between(0.2, 1), 0.1, "") +
           body("rod", draw.between(0.2, 1), 0.3, "") +
           fmt::format("body slider {{ mass = {:.5f} kg }}\n", draw.between(0.2, 1)) +
           fmt::format("revolute O: ground to crank {{ angle = {:.5f}{} }}\n", draw.between(0, 1),
                       s.driven ? "" : ", speed = 12 rad/s") +
           "revolute A: crank.far to rod { angle ~ 0 }\nprismatic S: ground to slider\n" +
           (s.driven ? "drive motor: O.speed = 20 rad/s\n" : "");
  s.text += fmt::format(
      "clearance B: rod.far in slider {{ bearing = 20 mm, clearance = {:.5f} mm, {} }}\n",
      draw.between(0.2, 2), law);
  s.contacts.push_back("B");
  return s;
}

std::string with_expectations(const RandomScene& s) {
  std::string text = "mbs 1\nworld planar { gravity = (0, -9.81) m/s^2 }\n" + s.text +
                     "simulate 0.8 s { tol = 1e-8 }\nexpect max(abs(energy.error)) < 1e-6\n";
  for (const std::string& c : s.contacts) {
    text += fmt::format("expect min({0}.gap) > -1e-9 m and min({0}.FN) > -1e-4 N\n", c);
    text += fmt::format("expect all(not {0}.closed or abs({0}.gap) < 1e-9 m)\n", c);
    text += fmt::format("expect max(abs({0}.gap * {0}.FN)) < 1e-7 N*m\n", c);
    text += fmt::format("expect max(abs({0}.FT) - {1:.4f} * abs({0}.FN)) < 1e-4 N, \"bound\"\n", c,
                        s.mu);
  }
  if (!s.driven) text += "let lost = initial(energy.total) - final(energy.total)\n";
  if (!s.driven && !s.newton) text += "expect lost > -1e-6 J\n";
  return text;
}

RandomScene random_scene(unsigned number) {
  Draw draw(number);
  for (int i = 0; i < 5; ++i) draw.between(0, 1);  // seeds that follow each other begin alike
  switch (number % 4) {
    case 0:
      return falling(draw);
    case 1:
      return pendulum(draw);
    case 2:
      return four_bar(draw);
    default:
      return slider_crank(draw);
  }
}

}  // namespace

// MBS_MECHANISMS in the environment: how many, and from which number on.
TEST_CASE("rigid contacts of any mechanism keep their inequalities and their energy") {
  const char* asked = std::getenv("MBS_MECHANISMS");
  const unsigned count = asked ? static_cast<unsigned>(std::atoi(asked)) : 48;
  for (unsigned number = 1; number <= count; ++number) {
    const RandomScene scene = random_scene(number);
    const std::string text = with_expectations(scene);
    CAPTURE(number);
    CAPTURE(text);
    Compiled compiled = compile_text(text);
    BoundComplaints sink;
    Executor executor(std::make_shared<const ir::Scenario>(compiled.scenario()), {}, sink);
    executor.execute_all();
    if (sink.codes.count("E0507") > 0) continue;  // it was drawn into its walls
    CHECK_MESSAGE(sink.text.empty(), sink.text);
    CHECK(sink.finished);
    // Where a mechanism jams, the forces of the instant that decides it are not unique, and told.
    if (sink.beyond_bound) CHECK(sink.codes.count("W0716") > 0);
    // What gains energy says so.
    if (sink.codes.count("W0711") > 0) CHECK(scene.newton);
  }
}
