// How deep an impact goes: closed forms, and how often laws are asked for it.
#include "runtime/scales/impact_depth.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace mbs;

namespace {

constexpr double size = 0.2;  // m
constexpr double none = -1;

struct Looked {
  double depth = 0;
  int laws = 0;  // evaluations
};

Looked depth_of(double energy, const ForceAt& force) {
  Looked out;
  const auto counted = [&](double depth) {
    ++out.laws;
    return force(depth);
  };
  out.depth = impact_depth(counted, energy, size).value_or(none);
  return out;
}

}  // namespace

TEST_CASE("powers of the depth: the work K d^(n+1)/(n+1) is the energy, after few laws") {
  for (const double n : {0.5, 1.0, 1.5, 3.0, 8.0})
    for (const double energy : {1e-12, 1e-3, 4.0}) {
      const double K = 1e7 * std::pow(1e3, n);
      const Looked found = depth_of(energy, [&](double d) { return K * std::pow(d, n); });
      // Gauss's rule is exact for u^(2n+1) up to 15, whose error for n = 0.5 and 1.5 is below 1e-9.
      CHECK(found.depth ==
            doctest::Approx(std::pow((n + 1) * energy / K, 1 / (n + 1))).epsilon(1e-8));
      CHECK(found.laws <= (n == 1.5 ? 16 : 24));
    }
}

TEST_CASE("laws that are no powers: a second spring from a depth on, a force from a depth on") {
  const auto springs = [](double d) { return 1e6 * d + (d > 1e-5 ? 1e9 * (d - 1e-5) : 0); };
  const Looked both = depth_of(1e-2, springs);
  // 0.5e6 d^2 + 0.5e9 (d - 1e-5)^2 = 0.01: Gauss's rule misses some 1e-3 of it at the bend.
  const double d = both.depth;
  CHECK(0.5e6 * d * d + 0.5e9 * (d - 1e-5) * (d - 1e-5) == doctest::Approx(1e-2).epsilon(1e-2));
  CHECK(both.laws <= 10 * 8);
  const auto stop = [](double depth) { return depth > 1e-4 ? 1e9 : 0.0; };
  CHECK(depth_of(1.0, stop).depth == doctest::Approx(1e-4).epsilon(0.3));
  CHECK(depth_of(1e5, stop).depth == doctest::Approx(1e-4 + 1e-4).epsilon(0.3));
}

TEST_CASE("nothing is found where a law says nothing of a scale") {
  CHECK(depth_of(1.0, [](double) { return 0.0; }).depth == none);
  CHECK(depth_of(1.0, [](double) { return -1e9; }).depth == none);
  CHECK(depth_of(1.0, [](double d) { return 1e-3 * d; }).depth == none);  // too soft
  CHECK(depth_of(1e-3, [](double) { return 1e300; }).depth == none);      // stiff from the first
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(depth_of(1.0, [&](double) { return nan; }).depth == none);
}

TEST_CASE("a law that has no value beyond a depth is as deep as it can be asked") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto force = [&](double d) { return d < 1e-3 ? 1e5 * d : nan; };
  CHECK(depth_of(100.0, force).depth == doctest::Approx(1e-3).epsilon(0.05));
}

TEST_CASE("lengths a million times smaller have depths a million times smaller") {
  const auto force = [](double d) { return 1e10 * std::pow(d, 1.5); };
  const auto small = [](double d) { return 1e10 * std::pow(d / 0x1p-20, 1.5); };
  const double depth = impact_depth(force, 1e-3, size).value_or(none);
  CHECK(impact_depth(small, 0x1p-20 * 1e-3, 0x1p-20 * size).value_or(none) == 0x1p-20 * depth);
}
