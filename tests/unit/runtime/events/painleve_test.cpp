// Painleve's rod: a uniform rod slides on its lower end. Where friction presses the end into the
// floor more than the normal force lifts it, rigid bodies under Coulomb's law have no solution or
// two. A compliant law has one: the end digs in until it stops sliding, sticks, and is thrown out.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "runtime/events/condition.hpp"
#include "runtime/record/run.hpp"
#include "runtime/results/sampler.hpp"
#include "tests/support/law_probe.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

constexpr double mass = 1, half = 0.5, inertia = mass * half * half / 3, g = 9.81;
constexpr double round_end = 1e-3;  // m, radius of the lower end
constexpr double stiffness = 1e8;   // N/m

struct Start {
  double mu, angle;  // of friction; of the rod with the floor
  double slide, fall;
};

// The end touches the floor and slides to the left; the rod leans to the right.
Run run_of(const Start& s, double duration) {
  char script[1000];
  std::snprintf(
      script, sizeof script,
      "world planar { gravity = (0, -%.17g) m/s^2 }\n"
      "body rod { mass = %.17g kg, inertia = %.17g kg*m^2, at = (0, %.17g) m\n"
      "  angle = %.17g rad, velocity = (-%.17g, -%.17g) m/s\n"
      "  point end = (-%.17g, 0) m { shape = sphere(%.17g m) } }\n"
      "point floor = (0, 0) m { shape = plane }\n"
      "contact tip: rod.end to floor { law = hooke(%.17g N/m), friction = coulomb(%.17g) }\n",
      g, mass, inertia, half * std::sin(s.angle) + round_end, s.angle, s.slide, s.fall, half,
      round_end, stiffness, s.mu);
  Diagnostics diagnostics;
  ir::Simulate what;
  what.duration = duration, what.tol = 1e-9;
  const ModelPtr model =
      build(std::make_shared<const ir::Scenario>(compile_text(script).scenario()));
  return simulate(model, what, {}, nullptr, diagnostics);
}

// What the penetration's second derivative is per unit of N/m, with friction pointing to the right.
double rebound_factor(double mu, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return 1 + 3 * c * (c - mu * s);
}

double penetration_at(const Run& r, double t) {
  Sampler sampler(r);
  std::size_t i = 0;
  while (r.t[i + 1] < t) ++i;  // between two samples: both ends match to some 1e-9 m
  const double w = (t - r.t[i]) / (r.t[i + 1] - r.t[i]);
  return (1 - w) * sampler.contact(i, 0).delta + w * sampler.contact(i + 1, 0).delta;
}

// The same rod by Runge and Kutta's method of order 4, with the three phases written out.
class ByHand {
 public:
  explicit ByHand(const Start& s) : mu_(s.mu) {
    y_ = {0, half * std::sin(s.angle) + round_end, s.angle, -s.slide, -s.fall, 0};
  }
  // Until the end stops sliding.
  double slide() {
    return go_until([this] { return sliding(y_) >= 0; });
  }
  // From there until it leaves the floor. False if it does not stick all the way, but for the last
  // newton.
  bool stick(double& t) {
    sticks_ = true;
    bool holds = true;
    t = go_until([this, &holds] {
      holds = holds && std::abs(friction(y_)) <= mu_ * normal(y_) + 1;
      return penetration(y_) <= 0 && approach(y_) < 0;
    });
    return holds;
  }
  double leaves_at() const { return -approach(y_); }

 private:
  using Y = std::array<double, 6>;

  static double penetration(const Y& y) { return round_end - y[1] + half * std::sin(y[2]); }
  static double approach(const Y& y) { return -y[4] + half * std::cos(y[2]) * y[5]; }
  static double normal(const Y& y) { return stiffness * std::max(0.0, penetration(y)); }
  // Of the point half-way between the surfaces, below the round end's centre.
  static double arm_x(const Y& y) { return -half * std::cos(y[2]); }
  static double arm_y(const Y& y) { return -penetration(y) / 2 - y[1]; }
  static double sliding(const Y& y) { return y[3] - y[5] * arm_y(y); }

  double friction(const Y& y) const {
    if (!sticks_) return mu_ * normal(y);
    const double ry = arm_y(y), ry_rate = -approach(y) / 2 - y[4];
    return (ry * arm_x(y) * normal(y) / inertia + y[5] * ry_rate) / (1 / mass + ry * ry / inertia);
  }
  Y rate(const Y& y) const {
    const double N = normal(y), F = friction(y);
    return {y[3], y[4], y[5], F / mass, N / mass - g, (arm_x(y) * N - arm_y(y) * F) / inertia};
  }
  Y step(double h) const {
    const auto plus = [this](double a, const Y& k) {
      Y out = y_;
      for (std::size_t i = 0; i < out.size(); ++i) out[i] += a * k[i];
      return out;
    };
    const Y k1 = rate(y_), k2 = rate(plus(h / 2, k1)), k3 = rate(plus(h / 2, k2)),
            k4 = rate(plus(h, k3));
    Y out = y_;
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    return out;
  }
  // With steps of 0.1 us, a thousandth of what the forces take to change; halved at the end.
  template <typename Condition>
  double go_until(Condition over) {
    for (double h = 1e-7; h > 1e-15;) {
      const Y before = y_;
      y_ = step(h);
      if (over()) {
        y_ = before;
        h /= 2;
      } else {
        t_ += h;
      }
      if (t_ > 1) break;
    }
    return t_;
  }

  double mu_;
  bool sticks_ = false;
  Y y_{};
  double t_ = 0;
};

}  // namespace

TEST_CASE("friction turns the rebound of the rod's end round from mu = 4/3 on") {
  // tan(angle) = 2 is the worst angle: 1.6 - 1.2 mu.
  const double angle = std::atan(2.0), fall = 1e-3;
  CHECK(std::abs(rebound_factor(4.0 / 3, angle)) < 1e-15);
  for (const double mu : {0.5, 1.0, 1.2}) {
    CAPTURE(mu);
    // Half a swing. The rod turns by some 1e-6 meanwhile; its weight moves the middle of the swing,
    // by 1e-3 of its width or less.
    const double frequency = std::sqrt(rebound_factor(mu, angle) * stiffness / mass);
    const double rise = g / (frequency * fall);
    const double lasts = (std::numbers::pi + 2 * std::atan(rise)) / frequency;
    const Run r = run_of({mu, angle, 10, fall}, 2 * lasts);
    REQUIRE(!r.impacts[0].empty());
    REQUIRE(r.impacts[0][0].closed);
    CHECK(r.impacts[0][0].t_end == doctest::Approx(lasts).epsilon(1e-3));
    CHECK(r.impacts[0][0].v_out == doctest::Approx(fall).epsilon(1e-3));
  }
  for (const double mu : {1.4, 2.0, 4.0}) {
    CAPTURE(mu);
    // fall/rate sinh(rate t) and the weight's g/rate^2 (cosh(rate t) - 1).
    const double rate = std::sqrt(-rebound_factor(mu, angle) * stiffness / mass);
    const double t = 4 / rate;
    const Run r = run_of({mu, angle, 10, fall}, 1.5 * t);
    const double deep =
        fall / rate * std::sinh(rate * t) + g / (rate * rate) * (std::cosh(rate * t) - 1);
    CHECK(penetration_at(r, t) == doctest::Approx(deep).epsilon(3e-3));
  }
}

TEST_CASE("the rod digs in, sticks and is thrown out, as by an integration written by hand") {
  for (const Start& start : {Start{2, std::numbers::pi / 3, 1, 1e-3},
                             Start{1.6, std::atan(2.0), 0.5, 1e-2}, Start{4, 1, 2, 1e-2}}) {
    CAPTURE(start.mu);
    REQUIRE(rebound_factor(start.mu, start.angle) < 0);
    ByHand rod(start);
    const double stops = rod.slide();
    double leaves = 0;
    REQUIRE(rod.stick(leaves));
    const Run r = run_of(start, 1.5 * leaves);
    REQUIRE(r.log.size() >= 3);
    CHECK(r.log[1].what == "sticks");
    CHECK(r.log[1].t == doctest::Approx(stops).epsilon(1e-6));
    REQUIRE(r.impacts[0].size() == 1);
    const Impact& impact = r.impacts[0][0];
    CHECK(impact.t_end == doctest::Approx(leaves).epsilon(1e-6));
    CHECK(impact.v_out == doctest::Approx(rod.leaves_at()).epsilon(1e-6));
    CHECK(impact.v_out > 10 * impact.v_in);  // an impact without a collision
  }
}
