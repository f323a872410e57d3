// Bodies at rest between contacts that look different ways: friction could squeeze them, and is
// said to hold them with the least that does.
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "runtime/impact/contact_problem.hpp"

using namespace mbs::impact;
using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

namespace {

constexpr double g = 9.81;

struct Place {
  Vector3d arm, normal, along;  // from the centre of mass; out of the other body; a tangent
};

// A body of 1 kg that falls freely, with contacts at these places.
Problem resting(const std::array<Place, 2>& places, double inertia, double mu) {
  MatrixXd rows(6, 6), mobility = MatrixXd::Identity(6, 6);
  mobility.bottomRightCorner<3, 3>() /= inertia;
  Problem p;
  p.parts = 3;
  for (int i = 0; i < 2; ++i) {
    const auto& [arm, normal, along] = places[i];
    const std::array<Vector3d, 3> ways{normal, along, normal.cross(along)};
    for (int k = 0; k < 3; ++k)
      rows.row(3 * i + k) << ways[k].transpose(), arm.cross(ways[k]).transpose();
    p.friction.push_back({Friction::Kind::coulomb, mu, mu});
    p.departure.push_back(0);
  }
  VectorXd weight = VectorXd::Zero(6);
  weight[2] = -g;
  p.D = rows * mobility * rows.transpose();
  p.free = rows * weight;
  return p;
}

void check_held(const Problem& p, double first, double second) {
  const auto s = solve(p);
  REQUIRE(s);
  CHECK(s->states == std::vector<State>{State::sticks, State::sticks});
  CHECK_FALSE(s->unique);
  CHECK(std::abs(s->P[0] - first) < 1e-6 * g);
  CHECK(std::abs(s->P[3] - second) < 1e-6 * g);
  for (const int i : {1, 2, 4, 5}) CHECK(std::abs(s->P[i]) < 1e-6 * g);
}

}  // namespace

TEST_CASE("a ball that rests in a groove presses as without friction, however much there is") {
  const double R = 0.05;
  for (const double mu : {0.05, 0.2, 0.4, 0.7, 0.9, 1.2}) {
    std::array<Place, 2> places;
    for (int i = 0; i < 2; ++i) {
      const Vector3d normal = Vector3d(0, i == 0 ? 1 : -1, 1).normalized();
      places[i] = {-R * normal, normal, Vector3d::UnitX()};
    }
    check_held(resting(places, 0.4 * R * R, mu), g / std::sqrt(2), g / std::sqrt(2));
  }
}

// Let go, the shaft would fall away from the contact above it.
TEST_CASE("a shaft that lies askew in its bore presses by its levers") {
  const double inner = 0.07, outer = 0.03, r = 0.01;
  for (const double mu : {0.05, 0.1, 0.3, 0.9}) {
    const std::array<Place, 2> places{Place{{-inner, 0, r}, -Vector3d::UnitZ(), Vector3d::UnitX()},
                                      Place{{-outer, 0, -r}, Vector3d::UnitZ(), Vector3d::UnitX()}};
    const double above = g * outer / (inner - outer);
    check_held(resting(places, 1e-3, mu), above, above + g);
  }
}
