// What cubics between two samples miss of integrals.
#include "runtime/record/bends.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace mbs;

namespace {

// t^4 from 0 to 2, by the cubic through values and slopes at both ends.
constexpr double h = 2, in_the_middle = 1;  // 1 - 0, of the curve and of the cubic
double cubic(double t) {
  return t * t * (4 * t - 4);
}
double slope_of_cubic(double t) {
  return 12 * t * t - 8 * t;
}

}  // namespace

TEST_CASE("with what it misses in the middle a cubic is the polynomial of degree four") {
  Bends bends;
  const std::array<int, 2> unknowns = {1, 2};
  bends.add(7, unknowns, std::array{in_the_middle, -in_the_middle});
  for (const double t : {0.0, 0.3, 1.0, 1.7, 2.0}) {
    std::vector<double> y = {5, cubic(t), 0}, yp = {5, slope_of_cubic(t), 0};
    bends.correct(7, t / h, h, y, yp);
    CHECK(y[0] == 5);
    CHECK(y[1] == doctest::Approx(t * t * t * t).epsilon(1e-14));
    CHECK(yp[1] == doctest::Approx(4 * t * t * t).epsilon(1e-14));
    CHECK(y[2] == doctest::Approx(cubic(t) - t * t * t * t));
  }
}

TEST_CASE("what nobody tells of a step is 0") {
  Bends bends;
  std::vector<double> y = {1}, yp = {2};
  const auto unchanged = [&](std::size_t sample) {
    bends.correct(sample, 0.5, 1, y, yp);
    CHECK(y[0] == 1);
    CHECK(yp[0] == 2);
  };
  unchanged(0);
  const std::array<int, 1> unknown = {0};
  bends.add(3, {}, {});
  bends.add(3, unknown, std::array{1.0});
  bends.add(5, unknown, {});  // not known
  bends.add(6, unknown, std::array{2.0});
  for (const std::size_t sample : {0, 2, 4, 5, 7}) unchanged(sample);
  bends.correct(6, 0.5, 1, y, yp);
  CHECK(y[0] == 3);
  y[0] = 1;
  bends.correct(3, 0.5, 1, y, yp);
  CHECK(y[0] == 2);
}
