// One impact of two bodies, against closed forms.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "runtime/results/sampler.hpp"
#include "tests/support/mechanisms.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

constexpr double mass = 4.08407, m_eff = mass / 2, v0 = 0.5;

const Impact& only_impact(const Run& r) {
  REQUIRE(r.termination == Termination::finished);
  REQUIRE(r.impacts.size() == 1);
  REQUIRE(r.impacts[0].size() == 1);
  REQUIRE(r.impacts[0][0].closed);
  return r.impacts[0][0];
}

bool near(double value, double expected, double relative) {
  const bool ok = std::abs(value - expected) <= relative * std::abs(expected);
  if (!ok) MESSAGE(value << " against " << expected);
  return ok;
}

// Solves c (1 + e) = ln((1 + c)/(1 - c e)) for e: restitution of K delta^n (1 + c ddelta/v) in a
// free impact, whatever K, n, the mass and the speed.
double restitution_of(double c) {
  double low = 1e-9, high = std::min(1.0, 1 / c) * (1 - 1e-15);
  for (int i = 0; i < 200; ++i) {
    const double e = 0.5 * (low + high);
    (std::log((1 + c) / (1 - c * e)) < c * (1 + e) ? low : high) = e;
  }
  return 0.5 * (low + high);
}

}  // namespace

TEST_CASE("what strikes nothing has no restitution") {
  mbs::Impact pressed;
  pressed.closed = true;
  pressed.v_out = 0.003;
  CHECK(std::isnan(pressed.restitution()));
  pressed.v_in = 0.006;
  CHECK(pressed.restitution() == 0.5);
}

TEST_CASE("Hooke: duration, depth and force of an impact") {
  const double K = 2.4e9;
  const Run r = run(two_spheres(power_law(K, 1), mass, v0), 1e-3, 1e-8);
  const Impact& hit = only_impact(r);
  // The accuracy asked for is 1e-8 of a metre per second per step; some 50 steps inside 0.5 m/s.
  CHECK(near(hit.t_end - hit.t, std::numbers::pi * std::sqrt(m_eff / K), 1e-6));
  CHECK(near(hit.depth, v0 * std::sqrt(m_eff / K), 1e-6));
  CHECK(near(hit.F_max, v0 * std::sqrt(m_eff * K), 1e-6));
  CHECK(near(hit.impulse, 2 * m_eff * v0, 1e-6));
  CHECK(near(hit.t, 1e-4 / v0, 1e-12));
  CHECK(near(hit.restitution(), 1, 1e-6));
  CHECK(std::abs(hit.energy_lost) < 1e-6 * 0.5 * m_eff * v0 * v0);
}

TEST_CASE("Hertz: duration, depth and force of an impact") {
  const double K = 2.397770973e10;
  const Run r = run(two_spheres(power_law(K), mass, v0), 1e-3, 1e-8);
  const Impact& hit = only_impact(r);
  const double depth = std::pow(5 * m_eff * v0 * v0 / (4 * K), 0.4);
  CHECK(near(hit.depth, depth, 1e-6));
  CHECK(near(hit.F_max, K * std::pow(depth, 1.5), 1e-6));
  CHECK(near(hit.t_end - hit.t, 2.94327518432470 * depth / v0, 1e-6));
  CHECK(near(hit.restitution(), 1, 1e-6));
}

TEST_CASE("the largest force and depth are samples of the run") {
  const Run r = run(two_spheres(power_law(2.4e10), mass, v0), 1e-3, 1e-6);
  const Impact& hit = only_impact(r);
  Sampler sampler(r);
  double force = 0, depth = 0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    force = std::max(force, sampler.contact(i, 0).FN);
    depth = std::max(depth, sampler.contact(i, 0).delta);
  }
  CHECK(force == hit.F_max);
  CHECK(depth == hit.depth);
}

TEST_CASE("restitution of laws of Hunt and Crossley's form, for exponents 1, 1.5 and 2") {
  for (const double c :
       {0.15, 0.5, flores_factor(0.6), flores_factor(0.3), lankarani_factor(0.1)}) {
    const double expected = restitution_of(c);
    for (const double n : {1.0, 1.5, 2.0}) {
      CAPTURE(c);
      CAPTURE(n);
      // A stiffness that keeps the depth near 50 um for each exponent.
      const double K = 2.4e10 * std::pow(5e-5, 1.5 - n);
      const Run r = run(two_spheres(power_law(K, n, c), mass, v0), 2e-3, 1e-9);
      CHECK(near(only_impact(r).restitution(), expected, 1e-6));
    }
  }
}

TEST_CASE("restitution and books agree: what the contact took up is what was lost") {
  const Run r = run(two_spheres(power_law(2.4e10, 1.5, 0.5), mass, v0), 1e-3, 1e-8);
  const Impact& hit = only_impact(r);
  const double e = hit.restitution();
  CHECK(near(hit.energy_lost, 0.5 * m_eff * v0 * v0 * (1 - e * e), 1e-5));
  CHECK(near(hit.impulse, m_eff * v0 * (1 + e), 1e-6));
}

TEST_CASE("Kelvin and Voigt: the force jumps at first touch; without tension it ends early") {
  const double K = 2.4e9, D = 3000;
  const Run r = run(two_spheres(kelvin_voigt(K, D), mass, v0), 1e-3, 1e-8);
  const Impact& hit = only_impact(r);
  const double zeta = D / (2 * std::sqrt(K * m_eff));
  const double angle = std::numbers::pi - 2 * std::asin(zeta);
  CHECK(near(hit.restitution(), std::exp(-zeta / std::sqrt(1 - zeta * zeta) * angle), 1e-6));
  // Both sides of the onset are in the run: 0 N and D v0.
  Sampler sampler(r);
  std::size_t onset = 0;
  while (r.t[onset] < hit.t) ++onset;
  CHECK(sampler.contact(onset, 0).FN == 0);
  CHECK(r.t[onset + 1] == hit.t);
  CHECK(near(sampler.contact(onset + 2, 0).FN, D * v0, 0.05));
}

TEST_CASE("memory: a spring that gives back the fraction ce, and Walton and Braun's dent") {
  const double K = 2.4e9;
  const Run spring = run(two_spheres(poisson_spring(K, 0.9), mass, v0), 1e-3, 1e-8);
  CHECK(near(only_impact(spring).restitution(), std::sqrt(0.9), 1e-6));
  CHECK(near(only_impact(spring).depth, v0 * std::sqrt(m_eff / K), 1e-6));
  const Run dent = run(two_spheres(walton_braun(K, K / 0.36), mass, v0), 1e-3, 1e-8);
  CHECK(near(only_impact(dent).restitution(), 0.6, 1e-6));
}

TEST_CASE("errors follow the tolerance") {
  for (const double tol : {1e-5, 1e-7, 1e-9}) {
    const Run r = run(two_spheres(power_law(2.4e10), mass, v0), 1e-3, tol);
    const double error = std::abs(only_impact(r).restitution() - 1);
    CHECK(error < 100 * tol);  // speeds are followed to `tol` of 1 m/s per step, the impact has 0.5
  }
}
