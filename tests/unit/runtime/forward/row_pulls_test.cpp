// What rows of constraints pull bodies by, against the gradients that IDA has of them by motions.
#include "runtime/forward/row_pulls.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/model_impl.hpp"
#include "runtime/model/scalar_function.hpp"
#include "tests/support/compiled.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// Bodies that move and accelerate in no joint's way.
std::vector<BodyRates> moving(const Placement& at) {
  std::vector<BodyRates> bodies(at.bodies.size());
  double next = 0.3;
  const auto any = [&] { return std::sin(next += 2.7); };
  const auto vector = [&] { return Vector3(any(), any(), any()); };
  for (std::size_t b = 1; b < bodies.size(); ++b) {
    bodies[b].acceleration = vector();
    bodies[b].turning = vector();
    bodies[b].spin = at.bodies[b].spin();
  }
  return bodies;
}

// A gradient times motions of both bodies: their shifts along the axes of the world and their turns
// likewise, which the gradient has along those of the body.
double along(const Local& g, const SpatialPose& a, const SpatialPose& b, const Vector3 (&by)[4]) {
  const auto part = [&](int k) { return Vector3(Vector3::Map(g.data() + 3 * k)); };
  return part(0).dot(by[0]) + part(1).dot(a.R.transpose() * by[1]) + part(2).dot(by[2]) +
         part(3).dot(b.R.transpose() * by[3]);
}

}  // namespace

TEST_CASE("pulls and second rates of rows are those of their gradients") {
  std::ostringstream text;
  text << std::ifstream("tests/golden/space_every_joint.mbs").rdbuf();
  const auto scenario = std::make_shared<const ir::Scenario>(compile_text(text.str()).scenario());
  const ModelPtr model = build(scenario);
  const Model& m = *model;
  REQUIRE(m.layout.constraints > 30);
  Placement at = placement_of(m);
  std::vector<double> y(m.layout.size);
  for (int b = 1; b <= m.layout.bodies; ++b)
    for (int k = 0; k < 7; ++k) y[m.layout.q + m.layout.place_of(b) + k] = std::cos(b + 2.0 * k);
  for (int i = 0; i < m.layout.motions; ++i) y[m.layout.v + i] = std::sin(1 + 3 * i);
  place(m, y.data(), at);
  const std::vector<BodyRates> bodies = moving(at);
  RowPulls pulls(at, bodies);
  // Products of three or four numbers of about one, in another order.
  constexpr double rounding = 1e-12;
  int looked_at = 0;
  for (const ConstraintRow& row : m.rows)
    for (int k = 0; k < row.term_count; ++k, ++looked_at) {
      const PairFunction& f = row.terms[k].function;
      CAPTURE(static_cast<int>(f.kind));
      const SpatialPose &at_a = at.bodies[f.a], &at_b = at.bodies[f.b];
      const BodyRates &a = bodies[f.a], &b = bodies[f.b];
      Local g;
      gradient(f, at, g);
      const RowPull pull = pulls.of(f);
      const double rate = along(g, at_a, at_b, {at_a.v, a.spin, at_b.v, b.spin});
      CHECK(std::abs(pulls.rate(f) - rate) < rounding * (1 + std::abs(rate)));
      const double second =
          acceleration_bias(f, at) +
          along(g, at_a, at_b, {a.acceleration, a.turning, b.acceleration, b.turning});
      CHECK(std::abs(pull.second_rate - second) < rounding * (1 + std::abs(second)));
      if (pull.turns_alone) CHECK(pull.force.norm() == 0);
    }
  CHECK(looked_at > 30);
}
