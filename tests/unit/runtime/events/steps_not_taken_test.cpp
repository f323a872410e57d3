// Beginnings of contacts by steps that are not taken, against what halving can come to.
#include "runtime/events/steps_not_taken.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace mbs;

TEST_CASE("a step that ends too deep is halved until one ends within the depth") {
  constexpr double speed = 2, touches = 0.7, step = 1;
  const auto gap = [&](double t) { return speed * (touches - t); };
  for (const double deepest : {0.5, 1e-1, 1e-3, 1e-6, 1e-9, 1e-12}) {
    const auto found = begins_by_steps(gap, 0, step, deepest);
    REQUIRE(found.t);
    CHECK(-gap(*found.t) >= 0);
    CHECK(-gap(*found.t) <= deepest);
    // Halved k times the step brings the body no farther than speed*step/2^k, which fits within
    // the depth after as many halvings as this at the latest.
    CHECK(found.not_taken <= std::ceil(std::log2(speed * step / deepest)));
    CHECK(found.not_taken >= (0.6 > deepest ? 1 : 0));
  }
}

TEST_CASE("a step that ends open, or within the depth, is taken as it is") {
  const auto falls = [](double t) { return 0.5 - t; };
  CHECK_FALSE(begins_by_steps(falls, 0, 0.4, 1e-3).t);
  const auto found = begins_by_steps(falls, 0, 0.5005, 1e-3);
  REQUIRE(found.t);
  CHECK(*found.t == 0.5005);
  CHECK(found.not_taken == 0);
}

TEST_CASE("what steps cannot see they do not find, and what they cannot reach ends the halving") {
  // In and out again between two ends of steps: the strategy looks at ends alone.
  const auto dips = [](double t) { return (t - 0.4) * (t - 0.6); };
  CHECK_FALSE(begins_by_steps(dips, 0, 1, 1e-3).t);
  // A gap that jumps has no end within the depth: the halving ends at the resolution of time.
  const auto jumps = [](double t) { return t < 0.3 ? 1.0 : -1.0; };
  const auto found = begins_by_steps(jumps, 0, 1, 1e-3);
  REQUIRE(found.t);
  CHECK(*found.t == doctest::Approx(0.3).epsilon(1e-15));
  CHECK(found.not_taken < 60);
}

TEST_CASE("a gap that is no number ends the step, once") {
  const auto nothing = [](double) { return std::nan(""); };
  const auto found = begins_by_steps(nothing, 0, 1, 1e-3);
  REQUIRE(found.t);  // the residual says what is wrong there
  CHECK(found.not_taken < 1100);
}
