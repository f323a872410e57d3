// What drives give between the ends of steps, against what the polynomials of degree five miss of a
// sine.
#include "runtime/forward/given_between.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/built.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

struct Led {
  Built x;
  Mode mode;
  Workspace workspace;
  std::vector<double> weights;  // of a picometre
  GivenBetween given;
  explicit Led(const std::string& travel)
      : x("body slider { mass = 1 kg, inertia = (1, 1, 1) g*m^2 }\n"
          "prismatic guide: ground to slider { axis = x }\n"
          "drive lead: guide.travel = " +
          travel),
        mode(x.a->mode),
        workspace(*x.model),
        weights(x.model->tree.size, 1e12),
        given(*x.model, mode, workspace) {}
  double error(double from, double to) { return given.error(from, to, weights); }
};

}  // namespace

TEST_CASE("a sine that a drive gives is missed by the sixth power of the step") {
  Led led("0.1 m * sin(10 rad/s * t)");
  // Off by f^(6) h^6 (u (1 - u))^3/720, from the top, where f^(6) and the way are known.
  const double w = 10, top = std::acos(0.0) / w;
  for (const double h : {0.02, 0.04, 0.08}) {
    CAPTURE(h);
    const double off = 0.1 * std::pow(w * h, 6) * std::pow(0.382 * 0.618, 3) / 720;
    const double way = std::max(0.1 * (1 - std::cos(w * h)), h * w * 0.1 * std::sin(w * h));
    // Half a step from the top f^(6) is smaller by (w h)^2/8.
    CHECK(led.error(top, top + h) ==
          doctest::Approx(off / (1e-4 * way)).epsilon(w * h * w * h / 7));
  }
  // A step over a whole period has the same ends and no way between them.
  CHECK(led.error(0, 2 * std::acos(-1.0) / w) > 100);
}

TEST_CASE("where a drive has no value there is no step, and nothing is kept of why") {
  Led led("0.1 m * sqrt((t/(1 s) - 0.3)^2 - 0.01)");  // none from 0.2 s to 0.4 s
  const double before = led.error(0.05, 0.1);
  CHECK(std::isfinite(before));
  CHECK(led.error(0.1, 0.45) == std::numeric_limits<double>::infinity());
  CHECK_FALSE(led.workspace.failure);
  CHECK(led.error(0.05, 0.1) == before);
}

TEST_CASE("even motion, and what is hardly any, bound no step") {
  Led even("0.1 m/s * t");
  CHECK(even.error(0, 1e6) == 0);
  Led still("1e-30 m * sin(10 rad/s * t)");
  CHECK(still.error(0, 1) < 1e-6);
}
