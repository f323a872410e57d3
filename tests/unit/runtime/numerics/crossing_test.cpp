// Where a function changes its side, by its slope.
#include "runtime/numerics/crossing.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>

using namespace mbs;

namespace {

struct Found {
  double t = 0;
  int looks = 0;
};

Found located(const std::function<ValueAndSlope(double)>& f, double from, double to,
              double precision = exactly) {
  Found found;
  const auto counted = [&](double t) {
    ++found.looks;
    return f(t);
  };
  found.t = locate_crossing_by_slope(counted, from, to, f(from), f(to), precision);
  return found;
}

}  // namespace

TEST_CASE("a crossing is found by tangents in few looks, just beyond it") {
  const auto falling = [](double t) { return ValueAndSlope{std::cos(t), -std::sin(t)}; };
  const double pi_2 = std::acos(0.0);
  const Found a = located(falling, 0, 3);
  CHECK(a.t >= pi_2);
  CHECK(a.t - pi_2 < 3 * exactly + 1e-15);
  CHECK(a.looks <= 7);
  // A gap that closes at 3 m/s under 9.81 m/s^2, and its steps a hundred times longer.
  const auto gap = [](double t) {
    return ValueAndSlope{0.1 - 3 * t - 4.905 * t * t, -3 - 9.81 * t};
  };
  const double hit = (-3 + std::sqrt(9 + 4 * 4.905 * 0.1)) / (2 * 4.905);
  for (const double to : {0.04, 0.4, 4.0}) {
    const Found b = located(gap, 0, to);
    CHECK(std::abs(b.t - hit) < exactly * to + 1e-15);
    CHECK(gap(b.t).value <= 0);
    CHECK(b.looks <= 9);
  }
  // Bent so much that the cubic through the ends is far off, and all tangents come from one side:
  // the bracket stays large, and only their own steps grow shorter. By halves it takes 54 looks.
  const auto bent = [](double t) { return ValueAndSlope{1 - std::pow(t, 4), -4 * std::pow(t, 3)}; };
  for (const double to : {1.5, 2.0, 3.0, 5.0}) {
    CAPTURE(to);
    const Found d = located(bent, 0, to);
    CHECK(std::abs(d.t - 1) < exactly * to + 1e-15);
    CHECK(d.looks <= 13);
  }
  const Found rough = located(falling, 0, 3, 1e-3);
  CHECK(std::abs(rough.t - pi_2) < 3e-3);
  CHECK(rough.looks <= 3);
}

TEST_CASE("a crossing is found whatever is said of the slope") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double root = std::cbrt(0.2);
  for (const double slope : {0.0, -1.0, 1e-300, 1e300, infinity, -infinity, nan}) {
    CAPTURE(slope);
    const Found found = located(
        [&](double t) {
          return ValueAndSlope{t * t * t - 0.2, slope};
        },
        0, 1);
    CHECK(std::abs(found.t - root) < 2 * exactly);
    CHECK(found.looks < 200);
  }
  // A root of third order, and a function that jumps.
  CHECK(std::abs(located(
                     [](double t) {
                       return ValueAndSlope{t * t * t, 3 * t * t};
                     },
                     -1, 2)
                     .t) < 4 * exactly);
  const auto jump = [](double t) { return ValueAndSlope{t < 0.3 ? -1.0 : 1.0, 0}; };
  CHECK(std::abs(located(jump, 0, 1).t - 0.3) < 2 * exactly);
}

TEST_CASE("without a change of side it is where it began, and 0 is below") {
  const auto above = [](double t) { return ValueAndSlope{1 + t, 1}; };
  CHECK(located(above, 0.5, 1).t == 0.5);
  const auto rises = [](double t) { return ValueAndSlope{t, 1}; };
  CHECK(located(rises, 0, 1).t < 2 * exactly);
}
