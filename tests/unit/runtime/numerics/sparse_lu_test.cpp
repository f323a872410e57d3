// Factors are checked by what they are for: A x = b must hold to rounding, for matrices that share
// a pattern but not their sizes of entries.
#include "runtime/numerics/sparse_lu.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <set>
#include <vector>

namespace {

struct Matrix {
  std::vector<std::int64_t> starts, rows;
  std::vector<double> values;
  int size() const { return static_cast<int>(starts.size()) - 1; }
};

// A saddle point matrix [D G^T; G 0] has zeros where pivots would stand without exchange of rows.
Matrix saddle(int bodies, int constraints, std::mt19937& random) {
  std::vector<std::set<int>> columns(bodies + constraints);
  std::uniform_int_distribution<int> body(0, bodies - 1);
  for (int i = 0; i < bodies; ++i) columns[i].insert(i);
  for (int k = 0; k < constraints; ++k)
    for (int i : {k, body(random), body(random)}) {
      columns[i].insert(bodies + k);
      columns[bodies + k].insert(i);
    }
  Matrix a;
  a.starts.push_back(0);
  for (const auto& column : columns) {
    a.rows.insert(a.rows.end(), column.begin(), column.end());
    a.starts.push_back(static_cast<std::int64_t>(a.rows.size()));
  }
  a.values.resize(a.rows.size());
  return a;
}

void fill(Matrix& a, double scale, std::mt19937& random) {
  std::uniform_real_distribution<double> value(0.5, 2);
  for (double& x : a.values) x = (random() % 2 ? 1 : -1) * value(random);
  for (double& x : a.values)
    if (random() % 4 == 0) x *= scale;
}

// Largest |A x - b| / (|A| |x| + |b|), row by row.
double backward_error(const Matrix& a, const std::vector<double>& x, const std::vector<double>& b) {
  std::vector<double> rest = b, size(b.size());
  for (std::size_t i = 0; i < b.size(); ++i) size[i] = std::abs(b[i]);
  for (int c = 0; c < a.size(); ++c)
    for (std::int64_t p = a.starts[c]; p < a.starts[c + 1]; ++p) {
      rest[a.rows[p]] -= a.values[p] * x[c];
      size[a.rows[p]] += std::abs(a.values[p] * x[c]);
    }
  double worst = 0;
  for (std::size_t i = 0; i < b.size(); ++i) worst = std::max(worst, std::abs(rest[i]) / size[i]);
  return worst;
}

std::vector<double> ones(int n) {
  std::vector<double> b(n);
  for (int i = 0; i < n; ++i) b[i] = 1 + 0.1 * (i % 7);
  return b;
}

}  // namespace

TEST_CASE("systems of one pattern are solved, whatever their entries") {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    Matrix a = saddle(12, 5, random);
    mbs::SparseLu lu(a.starts, a.rows);
    for (const double scale : {1.0, 1e-6, 1e6, 1e-3}) {
      fill(a, scale, random);
      if (!lu.factor(a.values.data())) continue;  // its structure is singular
      const std::vector<double> b = ones(a.size());
      std::vector<double> x(b.size());
      lu.solve(b.data(), x.data());
      // A pivot may cost four of sixteen digits, and the next one four of what is left.
      CHECK(backward_error(a, x, b) < 1e-8);
    }
  }
}

TEST_CASE("pivots are chosen once as long as they serve") {
  std::mt19937 random(1);
  Matrix a = saddle(10, 3, random);
  fill(a, 1, random);
  mbs::SparseLu lu(a.starts, a.rows);
  for (int i = 0; i < 10; ++i) {
    for (double& x : a.values) x *= 1.01;
    REQUIRE(lu.factor(a.values.data()));
  }
  CHECK(lu.analyses() == 1);
}

TEST_CASE("a pivot that vanishes calls for another choice") {
  Matrix a{{0, 2, 4}, {0, 1, 0, 1}, {4, 1, 1, 1}};
  mbs::SparseLu lu(a.starts, a.rows);
  REQUIRE(lu.factor(a.values.data()));
  a.values[0] = 0;  // [0 1; 1 1] needs an exchange
  REQUIRE(lu.factor(a.values.data()));
  a.values = {1, 1, 1, 0};
  REQUIRE(lu.factor(a.values.data()));
  CHECK(lu.analyses() >= 2);
  std::vector<double> x(2);
  const std::vector<double> b{3, 2};
  lu.solve(b.data(), x.data());
  CHECK(x[0] == doctest::Approx(2));  // [1 1; 1 0] x = b
  CHECK(x[1] == doctest::Approx(1));
}

TEST_CASE("a singular matrix is refused") {
  Matrix a{{0, 2, 4}, {0, 1, 0, 1}, {1, 2, 2, 4}};
  mbs::SparseLu lu(a.starts, a.rows);
  CHECK_FALSE(lu.factor(a.values.data()));
  a.values = {1, 2, 2, 5};
  CHECK(lu.factor(a.values.data()));
}

TEST_CASE("a right side may be overwritten by the solution") {
  Matrix a{{0, 1, 3}, {0, 0, 1}, {2, 1, 4}};
  mbs::SparseLu lu(a.starts, a.rows);
  REQUIRE(lu.factor(a.values.data()));
  std::vector<double> x{4, 8};
  lu.solve(x.data(), x.data());
  CHECK(x[0] == doctest::Approx(1));
  CHECK(x[1] == doctest::Approx(2));
}
