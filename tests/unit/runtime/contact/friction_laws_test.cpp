// Friction laws with memory, moved by hand or by a spring.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "tests/support/law_probe.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// A friction law under a constant normal force of 1 N, with its states.
class Slider {
 public:
  explicit Slider(const std::string& friction)
      : law_(journal_law("hooke(1e6 N/m)", friction)), FT_(law_.graph, law_.FT) {
    at_.delta = 1e-6;
    for (const ir::LawState& state : law_.states) {
      initial_.push_back(state.initial);
      rates_.emplace_back(law_.graph, state.rate);
    }
  }
  std::size_t states() const { return rates_.size(); }
  const std::vector<double>& initial() const { return initial_; }

  double force(double vt, const std::vector<double>& z) {
    at_.vt = vt;
    at_.z = z;
    return FT_(at_);
  }
  std::vector<double> rates(double vt, const std::vector<double>& z) {
    at_.vt = vt;
    at_.z = z;
    std::vector<double> out;
    for (Probe& rate : rates_) out.push_back(rate(at_));
    return out;
  }

 private:
  ir::LawProgram law_;
  Probe FT_;
  std::vector<Probe> rates_;
  LawView at_;
  std::vector<double> initial_;
};

using State = std::vector<double>;

// One step of the classical fourth-order method; `rate` gives dy/dt.
template <class Rate>
State runge_kutta(const State& y, double t, double h, Rate&& rate) {
  const auto moved = [&](const State& k, double by) {
    State out = y;
    for (std::size_t i = 0; i < y.size(); ++i) out[i] += by * k[i];
    return out;
  };
  const State k1 = rate(t, y), k2 = rate(t + h / 2, moved(k1, h / 2)),
              k3 = rate(t + h / 2, moved(k2, h / 2)), k4 = rate(t + h, moved(k3, h));
  State out = y;
  for (std::size_t i = 0; i < y.size(); ++i)
    out[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  return out;
}

}  // namespace

TEST_CASE("LuGre: a block pulled by a spring sticks and slips") {
  // 1 kg at a spring of 2 N/m whose end moves at 0.1 m/s; reference by an implicit method of
  // high order at 1e-9.
  Slider law(
      "lugre(mu_s = 1.5, mu_d = 1, vs = 1 mm/s, s0 = 1e5 1/m, s1 = 316.22776601683796 s/m, s2 = "
      "0.4 s/m)");
  const auto rate = [&](double t, const State& y) {
    const State z{y[2]};
    return State{y[1], 2 * (0.1 * t - y[0]) - law.force(y[1], z), law.rates(y[1], z)[0]};
  };
  State y{0, 0, 0};
  // The bristles decay at up to 4e4 /s while the block slips: 2e-5 s is stable and accurate.
  const double h = 2e-5;
  std::vector<double> slips;
  double fastest = 0;
  for (int i = 0; i < 1000000; ++i) {
    const double before = y[1];
    y = runge_kutta(y, i * h, h, rate);
    if (before <= 0.02 && y[1] > 0.02) slips.push_back((i + 1) * h);
    fastest = std::max(fastest, y[1]);
  }
  REQUIRE(slips.size() == 2);
  CHECK(slips[0] == doctest::Approx(7.478).epsilon(1e-3));
  CHECK(slips[1] == doctest::Approx(13.841).epsilon(1e-3));
  CHECK(fastest == doctest::Approx(0.36982).epsilon(1e-4));
  CHECK(y[0] == doctest::Approx(1.27260).epsilon(1e-4));
}

TEST_CASE("steady sliding reaches the kinetic coefficient") {
  const char* laws[] = {
      "dahl(0.2, 1e5 1/m)",
      "dahl(0.2, 1e5 1/m, 2)",
      "lugre(0.3, 0.2, 1 mm/s, 1e5 1/m, 300 s/m)",
      "elasto_plastic(0.3, 0.2, 1 mm/s, 1e5 1/m, 300 s/m)",
      "gonthier_friction(0.3, 0.2, 1 mm/s, 1e5 1/m, 300 s/m, tau_dw = 1 s, tau_br = 1 ms)",
      "reset_integrator(0.2, 2 um)",
      "modified_karnopp(0.3, 0.2, 1 mm/s, 1e5 1/m)",
  };
  for (const char* text : laws) {
    INFO(std::string(text));
    Slider law(text);
    State z = law.initial();
    for (int i = 0; i < 40000; ++i)
      z = runge_kutta(z, 0, 2e-6, [&](double, const State& at) { return law.rates(0.02, at); });
    // Dahl's bend with exponent 2 comes near its end like 1/t: 1.5 % after 0.08 s.
    CHECK(law.force(0.02, z) == doctest::Approx(0.2).epsilon(0.02));
  }
}

TEST_CASE("what the bristles hold") {
  // Pulled slowly, the force rises as a spring with stiffness s0, and never beyond the bound.
  for (const char* text :
       {"dahl(0.3, 1e5 1/m)", "lugre(0.3, 0.2, 1 mm/s, 1e5 1/m, 1 s/m)",
        "elasto_plastic(0.3, 0.2, 1 mm/s, 1e5 1/m, 1 s/m)",
        "gonthier_friction(0.3, 0.2, 1 mm/s, 1e5 1/m, 1 s/m, tau_dw = 1 s, tau_br = 1 ms)",
        "modified_karnopp(0.3, 0.2, 1 mm/s, 1e5 1/m)", "reset_integrator(0.3, 3 um, a = 0)"}) {
    INFO(std::string(text));
    Slider law(text);
    State z = law.initial();
    const double v = 1e-6, h = 1e-4;  // 1 um/s
    double largest = 0;
    for (int i = 0; i < 100000; ++i) {
      if (i == 1000) CHECK(law.force(v, z) == doctest::Approx(1e5 * 1e-7).epsilon(0.05));
      z = runge_kutta(z, 0, h, [&](double, const State& at) { return law.rates(v, at); });
      largest = std::max(largest, law.force(v, z));
    }
    // The bristles' damping adds s1 v, 1e-6, and Stribeck's fall takes some away.
    CHECK(largest <= 0.3 * (1 + 1e-4));
    CHECK(largest >= 0.3 * (1 - std::exp(-3.3)));  // the bend after 10 um, Dahl's
  }
}

TEST_CASE("elasto-plastic bristles do not creep under an oscillating load") {
  // Bent by 1 um, then moved to and fro by 0.5 um a hundred times: at most 1.5 um, and
  // break-away begins at 0.7 * 0.3/s0 = 2.1 um.
  const double omega = 100, amplitude = 0.5e-6, h = 1e-5, period = 2 * std::numbers::pi / omega;
  const int steps = static_cast<int>(std::lround(100 * period / h));
  const auto left_over = [&](const std::string& text) {
    Slider law(text);
    State z{1e-6};
    for (int i = 0; i < steps; ++i)
      z = runge_kutta(z, i * h, h, [&](double t, const State& at) {
        return law.rates(amplitude * omega * std::cos(omega * t), at);
      });
    return z[0];
  };
  // `steps` steps end within h/2 of the last period: 0.5 um * omega * h/2 off at most.
  CHECK(left_over("elasto_plastic(0.3, 0.2, 1 mm/s, 1e5 1/m, 1 s/m)") ==
        doctest::Approx(1e-6).epsilon(1e-9 + amplitude * omega * h / 2 / 1e-6));
  // LuGre forgets where it was, by exp(-s0 path/g) with a path of 200 um.
  CHECK(std::abs(left_over("lugre(0.3, 0.2, 1 mm/s, 1e5 1/m, 1 s/m)")) < 0.5e-6);
}

TEST_CASE("a reset integrator drops its force where it breaks away") {
  Slider law("reset_integrator(0.3, 3 um, a = 0.2)");
  CHECK(law.force(1e-3, {2.999999e-6}) == doctest::Approx(0.36).epsilon(1e-5));
  CHECK(law.force(1e-3, {3.000001e-6}) == doctest::Approx(0.30).epsilon(1e-5));
  // Held within a millionth above p0.
  CHECK(std::abs(law.rates(1e-3, {3.000001e-6})[0]) <= 1e-6 * 1e-3);
  CHECK(law.rates(1e-3, {3.000003e-6})[0] == doctest::Approx(0).epsilon(1e-12));
  CHECK(law.rates(-1e-3, {3.000001e-6})[0] == -1e-3);
}

TEST_CASE("friction takes energy, over a closed motion of any size") {
  std::mt19937 random{7};
  const auto draw = [&](double low, double high) {
    return low * std::pow(high / low, std::uniform_real_distribution<>(0, 1)(random));
  };
  for (const char* text :
       {"coulomb(0.3)", "threlfall(0.3, 1 mm/s)", "ambrosio(0.3, 0.1 mm/s, 1 mm/s)",
        "step_friction(0.3, 0.2, 1 mm/s, 3 mm/s)", "bengisu_akay(0.3, 0.2, 1 mm/s, 1e3 s/m)",
        "brown_mcphee(0.3, 0.2, 1 mm/s)", "dahl(0.3, 1e5 1/m)",
        "lugre(0.3, 0.2, 1 mm/s, 1e5 1/m, 1 s/m)",
        "elasto_plastic(0.3, 0.2, 1 mm/s, 1e5 1/m, 1 s/m)",
        "modified_karnopp(0.3, 0.2, 1 mm/s, 1e5 1/m)", "reset_integrator(0.3, 3 um, a = 0.2)"}) {
    INFO(std::string(text));
    Slider law(text);
    for (int trial = 0; trial < 20; ++trial) {
      const double amplitude = draw(1e-7, 1e-3), omega = draw(1, 1e3);
      CAPTURE(amplitude);
      CAPTURE(omega);
      const int steps = 4000;
      const double h = 2 * std::numbers::pi / omega / steps;
      const auto speed = [&](double t) { return amplitude * omega * std::cos(omega * t); };
      State y = law.initial();
      y.push_back(0);  // the work done against friction
      const auto rate = [&](double t, const State& at) {
        const State z(at.begin(), at.end() - 1);
        State out = law.rates(speed(t), z);
        out.push_back(law.force(speed(t), z) * speed(t));
        return out;
      };
      double after_first = 0;
      for (int i = 0; i < 3 * steps; ++i) {
        y = runge_kutta(y, i * h, h, rate);
        if (i + 1 == steps) after_first = y.back();
      }
      // Relative to mu FN times the path.
      CHECK(y.back() - after_first >= -1e-9 * 0.3 * 8 * amplitude);
    }
  }
}
