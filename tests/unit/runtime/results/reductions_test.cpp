#include "runtime/results/reductions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace mbs;
using ir::ReductionKind;

namespace {

// Unevenly spaced times, as a solver leaves them, with an event (two equal times) at 1.
const std::vector<double> times = {0, 0.1, 0.4, 0.5, 1, 1, 1.2, 1.9, 2};

std::vector<double> at(double (*f)(double)) {
  std::vector<double> values;
  for (const double t : times) values.push_back(f(t));
  return values;
}

std::vector<double> between(double (*f)(double)) {
  std::vector<double> values;
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    for (const double node : inner_nodes)
      values.push_back(f(times[i] + node * (times[i + 1] - times[i])));
  }
  return values;
}

double cubic(double t) {
  return 4 * t * t * t - 3 * t * t + 1;
}

}  // namespace

TEST_CASE("the integral is exact for cubics, whatever the steps") {
  // t^4 - t^3 + t from 0 to 2; only rounding remains.
  CHECK(integral(times, at(cubic), between(cubic)) == doctest::Approx(10).epsilon(1e-14));
}

TEST_CASE("the integral of a cubic's square is exact as well") {
  // Integral of t^6 from 0 to 2, over a few long steps.
  const auto cube = [](double t) { return t * t * t; };
  const double exact = 128.0 / 7;
  CHECK(integral_of_square(times, at(cube), between(cube)) ==
        doctest::Approx(exact).epsilon(1e-14));
}

TEST_CASE("an extreme that rounding alone moves away from the start is at the start") {
  // A fall from rest, the last digit of whose height is one too many once it has begun.
  const auto fall = [](double t) {
    const double height = 0.1 - 4.9 * t * t;
    return t > 0 ? std::nextafter(height, 1) : height;
  };
  const std::vector<double> steps{0, 1e-9, 2e-9, 1e-3};
  std::vector<double> values;
  for (const double t : steps) values.push_back(fall(t));
  const Extreme found = largest(steps, values, fall);
  CHECK(found.t == 0);
  CHECK(found.value >= 0.1);
}

TEST_CASE("a maximum between samples is found") {
  const auto hill = [](double t) { return std::sin(t); };
  const Extreme found = largest(times, at(hill), hill);
  // Golden section: the bracket (1.2, 2) shrinks by 0.618^30 to 4e-7; flat top, so the value is
  // exact.
  CHECK(found.t == doctest::Approx(std::acos(0.0)).epsilon(1e-6));
  CHECK(found.value == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("the highest of several peaks is found where samples straddle it") {
  // Two arches of a radius of 1: the first is 0.02 higher, and the second has a sample on its top.
  const auto arches = [](double t) {
    return t < 2 ? 1.02 - (t - 1) * (t - 1) : 1.0 - (t - 3) * (t - 3);
  };
  const std::vector<double> at_times = {0, 0.8, 1.2, 2, 2.5, 3, 3.5, 4};
  std::vector<double> values;
  for (const double t : at_times) values.push_back(arches(t));
  REQUIRE(std::ranges::max(values) == 1);
  const Extreme found = largest(at_times, values, arches);
  CHECK(found.value == doctest::Approx(1.02).epsilon(1e-12));
  CHECK(found.t == doctest::Approx(1).epsilon(1e-6));
}

TEST_CASE("a maximum at an event or an end is the sample itself") {
  const std::vector<double> values = {0, 0, 0, 0, 5, 1, 0, 0, 0};
  const Extreme found = largest(times, values, [](double t) { return t < 1 ? 5 * t : 0; });
  CHECK(found.t == 1);
  CHECK(found.value == 5);
  const std::vector<double> rising = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  CHECK(largest(times, rising, {}).value == 8);
}

TEST_CASE("values that are not numbers never are the largest") {
  const std::vector<double> values = {
      std::numeric_limits<double>::quiet_NaN(), 1, 2, 1, 0, 0, 0, 0, 0};
  CHECK(largest(times, values, {}).value == 2);
}

TEST_CASE("a maximum is looked for up to where there are values") {
  constexpr double missing = std::numeric_limits<double>::quiet_NaN();
  // Largest at 1/3, no number from 1/2 on, either way round.
  const auto arch = [](double t) { return t < 0.5 ? t * std::sqrt(0.5 - t) : missing; };
  const auto mirrored = [&](double t) { return arch(2 - t); };
  const auto growing = [](double t) { return t < 0.5 ? t : missing; };
  const std::vector<double> there = {0, 0.1, 0.2, 1.5, 2}, back = {0, 0.5, 1.8, 1.9, 2};
  const auto find = [](const std::vector<double>& times_of, const History& f) {
    std::vector<double> values;
    for (const double t : times_of) values.push_back(f(t));
    return largest(times_of, values, f).t;
  };
  CHECK(find(there, arch) == doctest::Approx(1.0 / 3).epsilon(1e-6));
  CHECK(find(back, mirrored) == doctest::Approx(5.0 / 3).epsilon(1e-6));
  CHECK(find(there, growing) == doctest::Approx(0.5).epsilon(1e-6));
}

TEST_CASE("lists reduce as their names say") {
  const std::vector<double> values = {3, 1, 2};
  CHECK(reduce_rows(ReductionKind::maximum, values, false) == 3);
  CHECK(reduce_rows(ReductionKind::minimum, values, false) == 1);
  CHECK(reduce_rows(ReductionKind::mean, values, false) == 2);
  CHECK(reduce_rows(ReductionKind::rms, values, false) == doctest::Approx(std::sqrt(14.0 / 3)));
  CHECK(reduce_rows(ReductionKind::sum, values, false) == 6);
  CHECK(reduce_rows(ReductionKind::count, values, false) == 3);
  CHECK(reduce_rows(ReductionKind::first, values, false) == 3);
  CHECK(reduce_rows(ReductionKind::last, values, false) == 2);
  CHECK(reduce_rows(ReductionKind::increasing, values, false) == 0);
  CHECK(reduce_rows(ReductionKind::increasing, std::vector<double>{1, 2, 3}, false) == 1);
  CHECK(reduce_rows(ReductionKind::decreasing, std::vector<double>{3, 2, 2}, false) == 0);
}

TEST_CASE("conditions are counted where they hold") {
  const std::vector<double> conditions = {1, 0, 1};
  CHECK(reduce_rows(ReductionKind::count, conditions, true) == 2);
  CHECK(reduce_rows(ReductionKind::all, conditions, true) == 0);
  CHECK(reduce_rows(ReductionKind::any, conditions, true) == 1);
}

TEST_CASE("empty lists have a count and a sum, but no extremes") {
  const std::vector<double> none;
  CHECK(reduce_rows(ReductionKind::count, none, false) == 0);
  CHECK(reduce_rows(ReductionKind::sum, none, false) == 0);
  CHECK(reduce_rows(ReductionKind::all, none, true) == 1);
  CHECK(needs_entries(ReductionKind::maximum));
  CHECK(std::isnan(reduce_rows(ReductionKind::maximum, none, false)));
}

// The parabola has its top, 1, at 0.6; a record has both sides of the event at 0.5.
TEST_CASE("an extreme beside an event is found on either side of it") {
  const auto f = [](double x) { return 1 - (x - 0.6) * (x - 0.6); };
  const std::vector<double> t = {0, 0.5, 0.5, 1};
  std::vector<double> values;
  for (const double x : t) values.push_back(f(x));
  const Extreme found = largest(t, values, f);
  CHECK(found.t == doctest::Approx(0.6).epsilon(1e-6));
  CHECK(found.value == doctest::Approx(1).epsilon(1e-12));
}
