// Sticking, slipping and reversing as the event log has it, under the library's friction laws: a
// block on a floor, pushed to and fro.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "runtime/record/run.hpp"
#include "tests/support/law_probe.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

constexpr double w = std::numbers::pi;  // rad/s, of the push
constexpr double weight = 10;           // N, of 1 kg
constexpr double far_away = 10;         // s

// Pushed by F sin(w t); lies on a floor so hard that it does not move up or down.
Run run_of(const std::string& friction, double F, const std::string& events, double duration) {
  const std::string script =
      "world planar { gravity = (0, -10) m/s^2 }\n"
      "body block { mass = 1 kg, inertia = 1 kg*m^2, at = (0 m, 0.1 m - 10 N/(1e9 N/m))\n"
      "  point foot = (0, 0) m { shape = sphere(0.1 m) } }\n"
      "drive upright: block.angle = 0\n"
      "point floor = (0, 0) m { shape = plane }\n"
      "contact foot: block.foot to floor { law = hooke(1e9 N/m), friction = " +
      friction +
      " }\n"
      "force push: block = (" +
      std::to_string(F) + " N*sin(pi*1 rad/s*t), 0 N)\n" + events;
  Diagnostics diagnostics;
  ir::Simulate what;
  what.duration = duration, what.tol = 1e-9;
  const ModelPtr model =
      build(std::make_shared<const ir::Scenario>(compile_text(script).scenario()));
  return simulate(model, what, {}, nullptr, diagnostics);
}

struct Happening {
  std::string what;
  double t;
};

// All but the beginning and the settling of the contact; of a `when` its name.
std::vector<Happening> happenings(const Run& r) {
  std::vector<Happening> all;
  for (const LogEntry& entry : r.log)
    if (entry.what != "closed" && entry.what != "rest")
      all.push_back({entry.what == "event" ? entry.subject : entry.what, entry.t});
  return all;
}

// First instant after `from` at which f is positive.
double first_positive(const std::function<double(double)>& f, double from) {
  double low = from, high = from;
  while (f(high) <= 0 && high < from + far_away) low = high, high += 1e-5;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (f(middle) > 0 ? high : low) = middle;
  }
  return high;
}

// What Coulomb's law does: sticks up to `most`, slides under `less`, both in N.
std::vector<Happening> by_hand(double F, double most, double less, double duration) {
  std::vector<Happening> all = {{"sticks", 0}};
  const auto push = [F](double t) { return F * std::sin(w * t); };
  double t = 0;
  while (true) {
    t = first_positive([&](double at) { return std::abs(push(at)) - most; }, t);
    all.push_back({"slips", t});
    for (bool on = true; on && t < duration;) {
      const double sign = std::copysign(1.0, push(t)), from = t;
      // The speed in the direction of the push that set it going.
      const auto speed = [&](double at) {
        return sign * F / w * (std::cos(w * from) - std::cos(w * at)) - less * (at - from);
      };
      t = first_positive([&](double at) { return -speed(at); }, from + 1e-4);
      on = std::abs(push(t)) > most;
      all.push_back({on ? "reverses" : "sticks", t});
    }
    if (t > duration) break;
  }
  while (all.back().t > duration) all.pop_back();
  return all;
}

void compare(const std::vector<Happening>& found, const std::vector<Happening>& expected,
             double within) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK(found[i].what == expected[i].what);
    CHECK(std::abs(found[i].t - expected[i].t) <= within);
  }
}

struct Sticking {
  const char* law;
  double mu_s, mu_d;
};
const Sticking sticking_cases[] = {
    {"coulomb(0.3, 0.4)", 0.4, 0.3},
    {"coulomb(0.3)", 0.3, 0.3},
    {"rooney_deravi(0.3, 0.4)", 0.4, 0.3},
    {"karnopp(0.4, 0.3)", 0.4, 0.3},
    {"stribeck(0.35, 0.35, 1 mm/s)", 0.35, 0.35},
};

}  // namespace

TEST_CASE("a block that is pushed to and fro sticks and slips") {
  for (const Sticking& s : sticking_cases) {
    INFO(std::string(s.law));
    const auto expected = by_hand(4.5, s.mu_s * weight, s.mu_d * weight, 3.5);
    REQUIRE(expected.size() >= 5);
    CHECK(expected.back().what != "reverses");
    compare(happenings(run_of(s.law, 4.5, "", 3.5)), expected, 1e-6);
  }
}

TEST_CASE("a block that is pushed hard turns round without sticking") {
  for (const Sticking& s : sticking_cases) {
    INFO(std::string(s.law));
    const auto expected = by_hand(20, s.mu_s * weight, s.mu_d * weight, 3.5);
    REQUIRE(expected.size() >= 4);
    CHECK(expected.back().what == "reverses");
    compare(happenings(run_of(s.law, 20, "", 3.5)), expected, 1e-6);
  }
}

// Laws that hold by a spring: the push stretches it, and it swings. Stretch of a spring of `k` N/m
// that is not damped, from rest.
double stretch(double F, double k, double t) {
  const double own = std::sqrt(k);
  return F / (k - w * w) * (std::sin(w * t) - w / own * std::sin(own * t));
}
double stretching(double F, double k, double t) {
  const double own = std::sqrt(k);
  return F * w / (k - w * w) * (std::cos(w * t) - std::cos(own * t));
}

TEST_CASE("the reset integrator breaks loose at its bend and holds again at rest") {
  const double F = 6, p0 = 1e-4, mu = 0.3, a = 1.0 / 3, k = (1 + a) * mu * weight / p0;
  const Run r = run_of("reset_integrator(0.3, 0.1 mm, 1/3)", F,
                       "when slides: foot.held { }\nwhen holds: not foot.held { }\n", 1.25);
  const double breaks = first_positive([&](double t) { return stretch(F, k, t) - p0; }, 0);
  const double v0 = stretching(F, k, breaks);
  // From there the force is mu FN, up to 1e-6 of it.
  const double stops = first_positive(
      [&](double t) {
        return mu * weight * (t - breaks) - v0 - F / w * (std::cos(w * breaks) - std::cos(w * t));
      },
      breaks);
  const auto all = happenings(r);
  REQUIRE(all.size() >= 2);
  CHECK(all[0].what == "slides");
  CHECK(std::abs(all[0].t - breaks) < 1e-6);
  CHECK(all[1].what == "holds");
  CHECK(std::abs(all[1].t - stops) < 1e-5);
}

TEST_CASE(
    "the modified Karnopp law slides when the speed leaves its band and holds when it comes back") {
  const double F = 6, mu_s = 0.4, mu_d = 0.3, dv = 0.01, k = 4e3, most = mu_s / k;
  const Run r = run_of("modified_karnopp(0.4, 0.3, 10 mm/s, 4e3 1/m)", F,
                       "when slides: not foot.near { }\nwhen holds: foot.near { }\n", 1.25);
  // The spring ends at mu_s FN, softly over the last thousandth; the block leaves under that force.
  const double bends =
      first_positive([&](double t) { return stretch(F, k * weight, t) - most; }, 0);
  const auto speed_after = [&](double from, double v, double force, double t) {
    return v + F / w * (std::cos(w * from) - std::cos(w * t)) - force * (t - from);
  };
  const double slides = first_positive(
      [&](double t) {
        return speed_after(bends, stretching(F, k * weight, bends), mu_s * weight, t) - dv;
      },
      bends);
  const double holds = first_positive(
      [&](double t) { return dv - speed_after(slides, dv, mu_d * weight, t); }, slides + 1e-3);
  const auto all = happenings(r);
  REQUIRE(all.size() >= 2);
  CHECK(all[0].what == "slides");
  CHECK(all[0].t == doctest::Approx(slides).epsilon(1e-3));
  CHECK(all[1].what == "holds");
  CHECK(all[1].t == doctest::Approx(holds).epsilon(1e-3));
}
