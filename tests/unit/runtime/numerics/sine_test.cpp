// Sine and cosine at once against the library's in long double.
#include "runtime/numerics/sine.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>

using namespace mbs;

namespace {

double error_at(double x) {
  const SineCosine found = sine_cosine(x);
  const long double exact = x;
  return static_cast<double>(
      std::max(std::abs(found.sine - std::sin(exact)), std::abs(found.cosine - std::cos(exact))));
}

}  // namespace

TEST_CASE("sine and cosine are those of the library to a rounding") {
  // Half a unit in the last place of 1 is 1.1e-16; the polynomials and the last sum add as much.
  constexpr double allowed = 2.0e-16;
  std::mt19937 random(5);
  for (const double range : {1e-8, 0.8, 10.0, 1e3, 1e5}) {
    std::uniform_real_distribution<double> angle(-range, range);
    double worst = 0;
    for (int i = 0; i < 20000; ++i) worst = std::max(worst, error_at(angle(random)));
    CAPTURE(range);
    CHECK(worst < allowed);
  }
  // Near multiples of a quarter turn, where the angle cancels.
  for (int n = -60000; n < 60000; n += 7)
    for (const double off : {0.0, 1e-9, -1e-5, 0.785398163, -0.785398163})
      CHECK(error_at(n * 1.5707963267948966 + off) < allowed);
}

TEST_CASE("sine and cosine where there is little to work out, or nothing") {
  CHECK(sine_cosine(0).sine == 0);
  CHECK(sine_cosine(0).cosine == 1);
  CHECK(sine_cosine(1e-300).sine == 1e-300);
  CHECK(sine_cosine(-1e-12).sine == doctest::Approx(-1e-12).epsilon(1e-15));
  CHECK(sine_cosine(1e5 + 1).sine == std::sin(1e5 + 1));
  CHECK(sine_cosine(1e300).cosine == std::cos(1e300));
  CHECK(std::isnan(sine_cosine(std::numeric_limits<double>::infinity()).sine));
  CHECK(std::isnan(sine_cosine(std::numeric_limits<double>::quiet_NaN()).cosine));
}
