// The woodpecker toy with linear kinematics (Glocker 1995), by Moreau's and Jean's method written
// out here: the contact problem of each of 15,000 steps by the project's solver. The place at the
// end is that of a program by hand that tries all states of the three contacts, and of other
// programs for this scheme.
#include <doctest/doctest.h>

#include <array>

#include "runtime/impact/contact_problem.hpp"

using namespace mbs::impact;

namespace {

using Vector = Eigen::Vector3d;  // height of the sleeve, angle of the sleeve, angle of the bird
using Matrix = Eigen::Matrix3d;

constexpr double m_M = 0.3e-3, J_M = 5e-9, m_S = 4.5e-3, J_S = 7e-7;      // kg, kg m^2
constexpr double r_0 = 2.5e-3, r_M = 3.1e-3, h_M = 5.8e-3;                // m
constexpr double l_M = 0.010, l_G = 0.015, l_S = 0.0201, h_S = 0.02;      // m
constexpr double wire = 0.0056, gravity = 9.81, mu = 0.3, of_beak = 0.5;  // N m, m/s^2

struct Woodpecker {
  Matrix M, K = Matrix::Zero();
  Vector load;
  std::array<Vector, 3> normal, tangent;  // beak, lower and upper edge of the sleeve
  Vector gap{l_M + l_G - l_S - r_0, r_M - r_0, r_M - r_0};
  std::array<double, 3> restitution{of_beak, 0, 0};

  Woodpecker() {
    M << m_S + m_M, m_S * l_M, m_S * l_G, m_S * l_M, J_M + m_S * l_M * l_M, m_S * l_M * l_G,
        m_S * l_G, m_S * l_M * l_G, J_S + m_S * l_G * l_G;
    K.bottomRightCorner<2, 2>() << wire, -wire, -wire, wire;
    load = -gravity * Vector(m_S + m_M, m_S * l_M, m_S * l_G);
    normal = {Vector(0, 0, -h_S), Vector(0, h_M, 0), Vector(0, -h_M, 0)};
    tangent = {Vector(1, l_M, l_G - l_S), Vector(1, r_M, 0), Vector(1, r_M, 0)};
  }

  // v after a step without contacts -> with them.
  Vector struck(const Vector& free, const Vector& before, const Vector& q, double h,
                const Matrix& inverse) const {
    std::vector<int> near;
    for (int i = 0; i < 3; ++i)
      if (gap[i] + normal[i].dot(q) + 0.5 * h * normal[i].dot(before) <= 0) near.push_back(i);
    if (near.empty()) return free;
    const int n = static_cast<int>(near.size());
    Eigen::MatrixXd rows(2 * n, 3);
    Problem p;
    for (int i = 0; i < n; ++i) {
      rows.row(2 * i) = normal[near[i]].transpose();
      rows.row(2 * i + 1) = tangent[near[i]].transpose();
      p.departure.push_back(-restitution[near[i]] * normal[near[i]].dot(before));
      p.friction.push_back({Friction::Kind::coulomb, mu, mu});
    }
    p.D = rows * inverse * rows.transpose();
    p.free = rows * free;
    const auto solution = solve(p);
    REQUIRE(solution);
    return free + inverse * rows.transpose() * solution->P;
  }
};

}  // namespace

TEST_CASE("the woodpecker in steps of fixed length") {
  const Woodpecker toy;
  constexpr double h = 2e-5;
  const Matrix inverse = (toy.M + 0.25 * h * h * toy.K).inverse();
  Vector q(0, -0.1036, -0.2788), v(-0.3411, 0, -7.4583);
  for (int step = 0; step < 14999; ++step) {
    const Vector free = v + inverse * (h * toy.load - h * toy.K * q - 0.5 * h * h * toy.K * v);
    const Vector next = toy.struck(free, v, q, h, inverse);
    q += 0.5 * h * (v + next);
    v = next;
  }
  // Blows are a question of steps, so rounding is all that two programs for the scheme differ by.
  CHECK(q[0] == doctest::Approx(-0.04134818676833654).epsilon(1e-9));
}
