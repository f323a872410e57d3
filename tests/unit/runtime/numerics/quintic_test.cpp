// The polynomial between two samples of a run by explicit steps.
#include "runtime/numerics/quintic.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace mbs;

namespace {

Quintic::At between(double h, double x, const Quintic::End& a, const Quintic::End& b,
                    bool brief = false) {
  return Quintic(h, x, brief)(a, b);
}

}  // namespace

TEST_CASE("a motion of degree five is what it is") {
  const auto motion = [](double t) -> Quintic::End {
    return {1 + t * (2 + t * (-1 + t * (3 + t * (-2 + t * 0.7)))),
            2 + t * (-2 + t * (9 + t * (-8 + t * 3.5))), -2 + t * (18 + t * (-24 + t * 14))};
  };
  for (const double x : {0.0, 0.4, 1.1, 2.0}) {
    const Quintic::At at = between(2, x, motion(0), motion(2));
    CHECK(at.value == doctest::Approx(motion(x).value).epsilon(1e-13));
    CHECK(at.slope == doctest::Approx(motion(x).slope).epsilon(1e-13));
    CHECK(at.curvature == doctest::Approx(motion(x).curvature).epsilon(1e-12));
  }
}

// Each place errs by a billionth of a metre, more than is gone meanwhile.
TEST_CASE("between landings of nearly one instant speeds are those of both") {
  const double h = 1e-9, v = 0.5, a = -20;
  const Quintic::End from{0.3, v, a}, to{0.3 + v * h + 2e-9, v + a * h, a};
  for (const double part : {0.1, 0.5, 0.9}) {
    const Quintic::At at = between(h, part * h, from, to, true);
    CHECK(at.slope == doctest::Approx(v + a * part * h).epsilon(1e-12));
    CHECK(std::abs(at.value - 0.3) < 1e-9);
  }
}

// What acts between two samples alone bends a curve that is straight at both.
TEST_CASE("a curve ends in its samples, whatever has acted between them") {
  const Quintic::End from{0, 1, 0}, to{1.3, 2, 0};
  const Quintic::At begin = between(1, 0, from, to), end = between(1, 1, from, to);
  CHECK(begin.slope == 1);
  CHECK(end.value == doctest::Approx(1.3).epsilon(1e-14));
  CHECK(end.slope == doctest::Approx(2).epsilon(1e-14));
}
