// Solutions are checked by what they are: both sides not negative, one of each pair zero. Where
// there is exactly one, every choice of sides is tried beside it.
#include "runtime/numerics/lcp.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace mbs;
using Eigen::MatrixXd, Eigen::VectorXd;

namespace {

bool solves(const MatrixXd& a, const VectorXd& b, const VectorXd& z) {
  const VectorXd y = a * z + b;
  return z.minCoeff() >= 0 && y.minCoeff() >= -1e-9 && std::abs(y.dot(z)) <= 1e-8;
}

// By trial of all 2^n sides.
std::optional<VectorXd> tried(const MatrixXd& a, const VectorXd& b) {
  const int n = static_cast<int>(b.size());
  for (int sides = 0; sides < 1 << n; ++sides) {
    std::vector<int> free;
    for (int i = 0; i < n; ++i)
      if (sides >> i & 1) free.push_back(i);
    VectorXd z = VectorXd::Zero(n);
    if (!free.empty()) {
      const MatrixXd part = a(free, free);
      z(free) = part.fullPivLu().solve(VectorXd(-b(free)));
    }
    if (z.minCoeff() >= -1e-12 && (a * z + b).minCoeff() >= -1e-9) return z;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("a positive definite problem has the one solution that trial finds") {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 400; ++trial) {
    const int n = 1 + trial % 7;
    const MatrixXd half = MatrixXd::NullaryExpr(n, n, [&] { return normal(random); });
    const MatrixXd a = half * half.transpose() + 0.01 * MatrixXd::Identity(n, n);
    const VectorXd b = VectorXd::NullaryExpr(n, [&] { return normal(random); });
    const auto z = solve_lcp(a, b);
    REQUIRE(z);
    CHECK(solves(a, b, *z));
    CHECK((*z - *tried(a, b)).cwiseAbs().maxCoeff() < 1e-8 * (1 + z->maxCoeff()));
  }
}

TEST_CASE("nothing is pushed where nothing approaches") {
  CHECK(solve_lcp(MatrixXd::Identity(2, 2), VectorXd::Ones(2))->isZero());
  CHECK(solve_lcp(MatrixXd(0, 0), VectorXd(0))->size() == 0);
}

// Redundant rows, as of a table with three feet, all of them equal: ties everywhere.
TEST_CASE("ties do not go round in circles") {
  for (int n = 2; n <= 8; ++n) {
    const MatrixXd a = MatrixXd::Ones(n, n);
    const VectorXd b = VectorXd::Constant(n, -1);
    const auto z = solve_lcp(a, b);
    REQUIRE(z);
    CHECK(solves(a, b, *z));
    CHECK(z->sum() == doctest::Approx(1));
  }
}

TEST_CASE("a problem without solution is told") {
  MatrixXd a(1, 1);
  a << -1;
  VectorXd b(1);
  b << -1;
  CHECK_FALSE(solve_lcp(a, b));
}
