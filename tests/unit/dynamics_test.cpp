#include "runtime/dynamics.hpp"

#include <doctest/doctest.h>

#include "mechanism.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// Largest entry of F(t, y, y'), which a consistent start must make vanish to rounding.
double largest_residual(const Assembled& x) {
  Workspace w(*x.model);
  std::vector<double> r(layout(*x.model).size);
  REQUIRE(residual(*x.model, 0, x.a->y.data(), x.a->yp.data(), x.a->mode, r.data(), w));
  double most = 0;
  for (double value : r) most = std::max(most, std::abs(value));
  return most;
}

Mechanism pendulum(double angle) {
  Mechanism m;
  m.s.gravity = {0, -9.81};
  const ir::BodyId rod = m.body("rod", 2.0, 0.05, {0.3, 0});
  m.revolute("P", m.frame(ground, 0.1, 0.2), m.frame(rod, 0, 0), hold(angle));
  return m;
}

}  // namespace

TEST_CASE("a pendulum falls as its moment of inertia says") {
  // alpha = -m g l cos(angle)/(I + m l^2), from rest
  const double angle = 0.4, alpha = -2.0 * 9.81 * 0.3 * std::cos(angle) / (0.05 + 2.0 * 0.09);
  Assembled x(pendulum(angle));
  REQUIRE(x.a);
  CHECK(x.a->degrees_of_freedom == 1);
  CHECK(x.a->free_names == std::vector<std::string>{"rod.angle"});
  CHECK(x.slot({SlotKind::body_coordinate, 1, 2, 2}) == doctest::Approx(alpha).epsilon(1e-13));
  CHECK(x.slot({SlotKind::body_coordinate, 1, 0, 0}) == doctest::Approx(0.1).epsilon(1e-14));
  // The hinge carries the weight less what falls: on the rod, upwards.
  const double up = 2.0 * (9.81 + alpha * 0.3 * std::cos(angle));
  CHECK(x.slot({SlotKind::joint_reaction, 0, 1, 0}) == doctest::Approx(up).epsilon(1e-13));
  CHECK(std::abs(x.slot({SlotKind::joint_reaction, 0, 2, 0})) < 1e-12);
  CHECK(largest_residual(x) < 1e-12);
}

TEST_CASE("the slider-crank starts as prescribed and needs the known moment") {
  SliderCrank mechanism(false, M_PI / 6);
  Assembled x(mechanism.m);
  REQUIRE(x.a);
  CHECK(x.a->position_error < 1e-15);
  CHECK(largest_residual(x) < 1e-9);  // forces of 1e4 N, rounded
  // Reference: independent calculation for the ideal mechanism at 30 degrees, 9 digits.
  CHECK(x.slot({SlotKind::drive_effort, mechanism.motor.index, 0, 0}) ==
        doctest::Approx(135.104170).epsilon(1e-8));
}

TEST_CASE("the slider's acceleration at the dead centre") {
  // -r w^2 (1 + r/l)
  const double w = 5000 * 2 * M_PI / 60;
  for (const bool clearance : {false, true}) {
    SliderCrank mechanism(clearance);
    Assembled x(mechanism.m);
    REQUIRE(x.a);
    const double expected = clearance ? 0 : -0.05 * w * w * (1 + 0.05 / 0.12);
    CHECK(x.slot({SlotKind::body_coordinate, mechanism.slider.index, 0, 2}) ==
          doctest::Approx(expected).epsilon(1e-12));
    CHECK(std::abs(x.slot({SlotKind::body_coordinate, mechanism.slider.index, 0, 1})) < 1e-12);
    CHECK(x.slot({SlotKind::body_coordinate, mechanism.rod.index, 2, 1}) ==
          doctest::Approx(-w * 0.05 / 0.12).epsilon(1e-12));
    CHECK(x.a->degrees_of_freedom == (clearance ? 3 : 1));
    CHECK(x.a->free_names[0] == "O.angle (driven)");
  }
}
