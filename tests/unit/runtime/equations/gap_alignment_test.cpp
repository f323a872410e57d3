// Coordinates that are moved until gaps are what they are to be, or not at all.
#include "runtime/equations/gap_alignment.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;

namespace {

// An arm of 1 m that points up but for `angle`, rad, and a ceiling so much, m, above its pin. The
// state in which a run of it begins.
Run arm_below_a_ceiling(double angle, double height) {
  const test::Compiled c = test::compile_text(fmt::format(R"(
point ceiling = (0, {} m) {{ angle = 180 deg, shape = plane }}
body arm {{ mass = 1 kg, inertia = 1 kg*m^2, point tip = (0, 1) m {{ shape = sphere(1 mm) }} }}
revolute P: ground to arm {{ angle = {} rad }}
contact c: arm.tip to ceiling {{ law = newton(0.5) }}
simulate 1 us
)",
                                                          1.001 + height, angle));
  const ModelPtr model = build(std::make_shared<const ir::Scenario>(c.scenario()));
  Diagnostics diagnostics;
  Run r = simulate(model, std::get<ir::Simulate>(scenario(*model).actions[0]), {}, nullptr,
                   diagnostics);
  REQUIRE(!r.failure);
  return r;
}

bool align_to_zero(const Run& r, std::vector<double>& y) {
  Workspace workspace(*r.model);
  const GapTarget target{0, 0};
  return align_gaps(*r.model, 0, y.data(), {{&target, 1}}, nullptr, workspace);
}

std::vector<double> first_state(const Run& r) {
  const auto at = r.y_at(0);
  return {at.begin(), at.begin() + layout(*r.model).size};
}

}  // namespace

TEST_CASE("a gap within reach is made what it is to be, and the joint is kept") {
  const Run r = arm_below_a_ceiling(0.5, -0.115);
  std::vector<double> y = first_state(r);
  const std::vector<double> before = y;
  CHECK(align_to_zero(r, y));
  CHECK(y != before);
  const double* pin = &y[layout(*r.model).q];
  CHECK(std::abs(pin[0]) < 1e-15);
  // 1 m cos(angle) = 1 m - 0.115 m
  CHECK(std::cos(pin[2]) == doctest::Approx(0.885).epsilon(1e-12));
}

// Newton's method goes far past where the arm points straight up, and lacks fifty times as much
// there as here: the gap cannot be 0.
TEST_CASE("a move that makes a gap worse is given up, and leaves everything as it was") {
  const Run r = arm_below_a_ceiling(0.01, 0.01);
  std::vector<double> y = first_state(r);
  const std::vector<double> before = y;
  CHECK(!align_to_zero(r, y));
  CHECK(y == before);
}
