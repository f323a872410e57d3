// What must not matter to rigid contacts: in which order things are declared, which side of a
// contact is called first, which way the whole scene is turned, how large a gap counts as touching.
// And what they cannot change: momentum and angular momentum of what is free.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
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

// How a scene is written down.
struct Writing {
  double turn = 0;         // rad
  double x = 0, y = 0;     // m, of the scene's origin
  bool backwards = false;  // bodies and contacts from the last to the first
  bool swapped = false;    // second end first
};

// A scene in axes of its own, and its text.
class Script {
 public:
  explicit Script(const Writing& writing)
      : w_(writing), c_(std::cos(writing.turn)), s_(std::sin(writing.turn)) {}

  std::string vector(double x, double y) const {
    return fmt::format("({:.17g}, {:.17g})", c_ * x - s_ * y, s_ * x + c_ * y);
  }
  std::string place(double x, double y) const {
    return fmt::format("({:.17g}, {:.17g}) m", w_.x + c_ * x - s_ * y, w_.y + s_ * x + c_ * y);
  }
  std::string angle(double own) const { return fmt::format("{:.17g} rad", own + w_.turn); }

  void gravity(double size) {
    head_ = fmt::format("mbs 1\nworld planar {{ gravity = {} m/s^2 }}\n", vector(0, -size));
  }
  void plane(const std::string& name, double x, double y, double angle_of_it) {
    head_ += fmt::format("point {} = {} {{ angle = {}, shape = plane }}\n", name, place(x, y),
                         angle(angle_of_it));
  }
  struct Motion {
    double x = 0, y = 0, angle = 0, vx = 0, vy = 0, spin = 0;
  };
  void body(const std::string& name, const std::string& what, const Motion& m) {
    bodies_.push_back(fmt::format(
        "body {} {{ {}, at = {}, angle = {}, velocity = {} m/s, spin = {:.17g} rad/s }}\n", name,
        what, place(m.x, m.y), angle(m.angle), vector(m.vx, m.vy), m.spin));
  }
  void contact(const std::string& name, std::string first, std::string second,
               const std::string& what) {
    if (w_.swapped) std::swap(first, second);
    contacts_.push_back(fmt::format("contact {}: {} to {} {{ {} }}\n", name, first, second, what));
  }
  std::string text(double duration) const {
    std::string all = head_;
    for (std::vector<std::string> part : {bodies_, contacts_}) {
      if (w_.backwards) std::reverse(part.begin(), part.end());
      for (const std::string& one : part) all += one;
    }
    return all + fmt::format("simulate {} s\n", duration);
  }

 private:
  Writing w_;
  double c_, s_;
  std::string head_ = "mbs 1\n";
  std::vector<std::string> bodies_, contacts_;
};

using MakeScene = std::string (*)(const Writing&);

// Housner's block, two corners that stick.
std::string rocking(const Writing& writing) {
  Script s(writing);
  s.gravity(9.81);
  s.plane("floor", 0, 0, 0);
  const double r = std::hypot(0.1, 0.5), alpha = std::atan2(0.1, 0.5);
  s.body("block",
         "mass = 1 kg, inertia = 0.0866666666666667 kg*m^2, point left = (-0.1, -0.5) m, "
         "point right = (0.1, -0.5) m",
         {-r * std::sin(alpha / 2), r * std::cos(alpha / 2), -alpha / 2, 0, 0, 0});
  s.contact("left", "block.left", "floor", "law = unilateral, friction = coulomb(1)");
  s.contact("right", "block.right", "floor", "law = unilateral, friction = coulomb(1)");
  return s.text(1);
}

// Balls that touch, the first of which is thrown.
std::string row(const Writing& writing) {
  Script s(writing);
  for (int k = 0; k < 5; ++k)
    s.body(fmt::format("b{}", k), "shape = sphere(15 mm), mass = 0.1 kg, inertia = 1 g*m^2",
           {0.03 * k - (k == 0 ? 1e-3 : 0), 0, 0, k == 0 ? 1.0 : 0.0, 0, 0});
  for (int k = 0; k < 4; ++k)
    s.contact(fmt::format("c{}", k), fmt::format("b{}", k), fmt::format("b{}", k + 1),
              "law = newton(0.9)");
  return s.text(2e-3);
}

std::string dumbbell(const Writing& writing, const std::string& law) {
  Script s(writing);
  s.gravity(9.81);
  s.plane("floor", 0, 0, 0);
  const double tilt = std::numbers::pi / 18;
  s.body("bar",
         "mass = 0.1 kg, inertia = 2.5e-4 kg*m^2, point left = (-0.05, 0) m, point right = (0.05, "
         "0) m",
         {0, 0.05 + 0.05 * std::sin(tilt), tilt, 0.1, 0, 0});
  s.contact("left", "bar.left", "floor", "law = " + law + ", friction = coulomb(0.2)");
  s.contact("right", "bar.right", "floor", "law = " + law + ", friction = coulomb(0.2)");
  return s.text(0.2);
}

std::string dumbbell_newton(const Writing& w) {
  return dumbbell(w, "newton(0.8)");
}
std::string dumbbell_poisson(const Writing& w) {
  return dumbbell(w, "poisson(0.8)");
}
std::string dumbbell_stronge(const Writing& w) {
  return dumbbell(w, "stronge(0.8)");
}

// A box on its corners, which falls, tumbles and comes to lie.
std::string die(const Writing& writing) {
  Script s(writing);
  s.gravity(9.81);
  s.plane("floor", 0, 0, 0);
  s.body("die", "shape = box(40 mm, 40 mm), mass = 0.1 kg", {0, 0.05, 0.3, 0.1, 0, 0});
  s.contact("hit", "die", "floor", "law = newton(0.3), friction = coulomb(0.4)");
  return s.text(0.4);
}

// Rods and balls that fly freely through each other's ways.
std::string swarm(const Writing& writing, const std::string& law) {
  Script s(writing);
  const std::string ball = "shape = disc(20 mm, 5 mm), mass = ";
  s.body("a", ball + "0.1 kg, inertia = 2e-5 kg*m^2", {0, 0, 0, 1, 0.1, 20});
  s.body("b", ball + "0.2 kg, inertia = 4e-5 kg*m^2", {0.05, 0.01, 0, 0, 0, -10});
  s.body("c", ball + "0.3 kg, inertia = 6e-5 kg*m^2", {0.1, 0.005, 0, -0.5, 0, 5});
  s.body("d", ball + "0.15 kg, inertia = 3e-5 kg*m^2", {0.05, -0.06, 0, 0.2, 0.8, 0});
  const char* pairs[] = {"ab", "ac", "ad", "bc", "bd", "cd"};
  for (const char* p : pairs)
    s.contact(p, std::string(1, p[0]), std::string(1, p[1]),
              "law = " + law + ", friction = coulomb(0.3)");
  return s.text(0.15);
}

std::string swarm_newton(const Writing& w) {
  return swarm(w, "newton(0.7)");
}
std::string swarm_poisson(const Writing& w) {
  return swarm(w, "poisson(0.7)");
}

// m/s; how many blows follow that are slower, until a contact stays closed, rounding decides.
constexpr double seen = 1e-4;

struct EndState {
  std::vector<double> motion;  // of each body by name: place, angle, velocity, spin in own axes
  std::vector<double> blows;   // of each contact by name and each row: t, v_in, impulse, impulse_T
};

template <class Items>
std::vector<int> by_name(const Items& items) {
  std::vector<int> order;
  for (std::size_t i = 0; i < items.size(); ++i) order.push_back(static_cast<int>(i));
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return items[a].name < items[b].name; });
  return order;
}

Run run_text(const std::string& text, double touch_gap = 1e-12) {
  const test::Compiled c = test::compile_text(text);
  const ModelPtr model = build(std::make_shared<const ir::Scenario>(c.scenario()));
  Diagnostics diagnostics;
  SimulationOptions options;
  options.touch_gap = touch_gap;
  auto what = std::get<ir::Simulate>(scenario(*model).actions[0]);
  what.tol = 1e-8;
  Run r = simulate(model, what, options, nullptr, diagnostics);
  CAPTURE(r.failure ? r.failure->message : std::string());
  REQUIRE_FALSE(r.failure.has_value());
  return r;
}

EndState outcome_of(const Run& r, const Writing& w) {
  EndState out;
  const auto y = r.y_at(r.size() - 1);
  const Layout& at = layout(*r.model);
  const double c = std::cos(w.turn), s = std::sin(w.turn);
  const auto own = [&](double x, double y_) {
    out.motion.push_back(c * x + s * y_);
    out.motion.push_back(-s * x + c * y_);
  };
  for (const int b : by_name(scenario(*r.model).bodies)) {
    if (b == 0) continue;
    const double* q = y.data() + at.q + 3 * (b - 1);
    const double* v = y.data() + at.v + 3 * (b - 1);
    own(q[0] - w.x, q[1] - w.y);
    out.motion.push_back(q[2] - w.turn);
    own(v[0], v[1]);
    out.motion.push_back(v[2]);
  }
  for (const int contact : by_name(scenario(*r.model).contacts))
    for (const Impact& i : r.impacts[contact])
      if (i.v_in > seen)
        for (const double value : {i.t, i.v_in, i.impulse, i.impulse_T}) out.blows.push_back(value);
  return out;
}

void check_alike(const EndState& a, const EndState& b, double tolerance) {
  REQUIRE(a.motion.size() == b.motion.size());
  REQUIRE(a.blows.size() == b.blows.size());
  for (std::size_t i = 0; i < a.motion.size(); ++i)
    CHECK(std::abs(a.motion[i] - b.motion[i]) < tolerance);
  for (std::size_t i = 0; i < a.blows.size(); ++i)
    CHECK(std::abs(a.blows[i] - b.blows[i]) < tolerance);
}

const MakeScene scenes[] = {rocking,          row, dumbbell_newton, dumbbell_poisson,
                            dumbbell_stronge, die, swarm_newton,    swarm_poisson};

// Step sizes follow the rounding, and the errors of steps are those of tol = 1e-8, in seconds,
// metres and their rates of about 1: what is alike is so to a hundred of them.
constexpr double alike = 1e-6;

}  // namespace

TEST_CASE("neither the order of declarations nor the sides of rigid contacts matter") {
  for (const MakeScene scene : scenes) {
    const Writing plain, backwards{.backwards = true}, swapped{.swapped = true};
    const EndState first = outcome_of(run_text(scene(plain)), plain);
    CAPTURE(scene(plain));
    REQUIRE_FALSE(first.blows.empty());
    check_alike(first, outcome_of(run_text(scene(backwards)), backwards), alike);
    check_alike(first, outcome_of(run_text(scene(swapped)), swapped), alike);
  }
}

TEST_CASE("a scene of rigid contacts that is turned and moved does the same there") {
  for (const MakeScene scene : scenes)
    for (const double turn : {0.6, 1.5707963267948966, -2.9}) {
      const Writing plain, turned{.turn = turn, .x = 0.7, .y = -0.4};
      CAPTURE(scene(turned));
      check_alike(outcome_of(run_text(scene(plain)), plain),
                  outcome_of(run_text(scene(turned)), turned), alike);
    }
}

TEST_CASE("how large a gap counts as touching does not matter to blows") {
  for (const MakeScene scene : scenes) {
    const Writing plain;
    CAPTURE(scene(plain));
    const EndState first = outcome_of(run_text(scene(plain), 1e-12), plain);
    for (const double gap : {1e-10, 1e-8})  // beside 1e-12
      check_alike(first, outcome_of(run_text(scene(plain), gap), plain), alike);
  }
}

namespace {

constexpr double gaps[] = {1e-12, 1e-10, 1e-8};

// The guide with play of Flores, Leine and Glocker 2010: a burst of blows of two corners, with
// speeds that do not vanish before its end at 2.692548 ms.
const char* burst =
    "mbs 1\nworld planar { gravity = (0, -9.81) m/s^2 }\n"
    "body crank { mass = 38 g, inertia = 7.4e-5 kg*m^2, cm = (76.5, 0) mm, point tip = (153, 0) mm "
    "}\n"
    "body rod { mass = 38 g, inertia = 5.9e-4 kg*m^2, cm = (153, 0) mm, point tip = (306, 0) mm }\n"
    "body slider { mass = 76 g, inertia = 2.7e-6 kg*m^2, angle = 0, spin = -0.01 rad/s }\n"
    "revolute O: ground to crank { angle = 0, speed = 150 rad/s }\n"
    "revolute A: crank.tip to rod { angle = 0, speed = -225 rad/s }\n"
    "revolute B: rod.tip to slider\n"
    "clearance S: slider in ground { block = (100, 50) mm, clearance = 1 mm, start = free\n"
    "law = newton(0.4), friction = coulomb(0.01) }\nsimulate 2.7 ms\n";

double last_of(const Run& r, const std::string& what) {
  double t = 0;
  for (const LogEntry& entry : r.log)
    if (entry.what == what) t = entry.t;
  return t;
}

}  // namespace

// All within ten tolerances of 1e-8, of the time that it takes.
TEST_CASE(
    "how large a gap counts as touching matters neither to the end of bounces nor to a burst") {
  std::vector<double> ends;  // of the burst
  for (const double gap : gaps) {
    CAPTURE(gap);
    const Run bounces = run_text(
        "mbs 1\nworld planar { gravity = (0, -9.81) m/s^2 }\n"
        "body ball { shape = sphere(20 mm), mass = 1 kg, at = (0, 1.02 m) }\n"
        "point floor = (0, 0) { shape = plane }\n"
        "contact hit: ball to floor { law = newton(0.5) }\nsimulate 2 s\n",
        gap);
    const double end = std::sqrt(2 / 9.81) * 1.5 / 0.5;  // t1 (1 + e)/(1 - e)
    CHECK(std::abs(last_of(bounces, "rests") - end) < 1e-7 * end);
    // Two corners close at the end of a burst, one of them within what counts as touching: more
    // than positions are known to, 1e-10 of the size, is no rest.
    if (gap > 1e-10) continue;
    const Run guide = run_text(burst, gap);
    CHECK(std::abs(last_of(guide, "closes") - 2.692548e-3) < 1e-9);  // its last digit
    ends.push_back(last_of(guide, "closes"));
    CHECK(std::abs(ends.back() - ends.front()) < 1e-7 * ends.front());
  }
}

TEST_CASE("what is free keeps its momentum and its angular momentum through blows") {
  for (const MakeScene scene : {swarm_newton, swarm_poisson, row}) {
    const Run r = run_text(scene({}));
    const Layout& at = layout(*r.model);
    const auto momentum = [&](std::size_t sample) {
      const auto y = r.y_at(sample);
      std::array<double, 3> sum{};
      for (int b = 1; b <= at.bodies; ++b) {
        const ir::Body& body = scenario(*r.model).bodies[b];
        const double* q = y.data() + at.q + 3 * (b - 1);
        const double* v = y.data() + at.v + 3 * (b - 1);
        sum[0] += *body.mass * v[0];
        sum[1] += *body.mass * v[1];
        sum[2] += *body.mass * (q[0] * v[1] - q[1] * v[0]) + *body.inertia * v[2];
      }
      return sum;
    };
    REQUIRE(r.impacts.size() > 2);
    const auto first = momentum(0);
    for (std::size_t i = 1; i < r.size(); ++i)
      for (int k = 0; k < 3; ++k) CHECK(std::abs(momentum(i)[k] - first[k]) < 1e-12);
  }
}
