// Factors and solutions against the products that they stand for.
#include "runtime/numerics/cholesky.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace mbs;

namespace {

// A band of two beside the diagonal, a last row that has all columns, one that has none.
std::vector<double> matrix(int n) {
  std::vector<double> a(n * n);
  for (int i = 0; i < n; ++i) {
    a[i * n + i] = 4 + i;
    for (int k = std::max(0, i - 2); k < i && i != 3; ++k) a[i * n + k] = 0.3 / (1 + i + k);
    for (int k = 0; k < i && i == n - 1; ++k) a[i * n + k] = 0.2 * std::cos(k);
  }
  return a;
}

std::vector<int> first_columns(const std::vector<double>& a, int n) {
  std::vector<int> first(n);
  for (int i = 0; i < n; ++i)
    while (a[i * n + first[i]] == 0) ++first[i];
  return first;
}

}  // namespace

TEST_CASE("systems whose rows begin late are solved as whole ones") {
  constexpr int n = 9;
  const std::vector<double> a = matrix(n);
  const std::vector<int> first = first_columns(a, n);
  REQUIRE(first[3] == 3);
  std::vector<double> l = a, x(n), right(n);
  for (int i = 0; i < n; ++i) x[i] = std::sin(1 + i);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) right[i] += a[std::max(i, k) * n + std::min(i, k)] * x[k];
  REQUIRE(factor_cholesky(l.data(), first));
  solve_lower(l.data(), first, right.data());
  solve_upper(l.data(), first, right.data());
  for (int i = 0; i < n; ++i) CHECK(right[i] == doctest::Approx(x[i]).epsilon(1e-14));
  std::vector<double> whole = a;
  REQUIRE(factor_cholesky(whole.data(), n));
  for (int i = 0; i < n * n; ++i) CHECK(l[i] == doctest::Approx(whole[i]).epsilon(1e-14));
}

TEST_CASE("rows that depend on each other have no factors") {
  std::vector<double> a{1, 0, 0, 0, 1, 0, 0, 1, 1};
  CHECK_FALSE(factor_cholesky(a.data(), std::vector<int>{0, 1, 1}));
}

// Small ones have code of their own, and those with gaps.
TEST_CASE("what is held moves as the whole system says") {
  constexpr double rounding = 1e-13;  // times what the rows magnify it by, some hundreds
  for (const int n : {3, 9}) {
    CAPTURE(n);
    constexpr int rows = 2;
    const int stride = n + 1;
    const std::vector<double> a = matrix(n);
    const std::vector<int> first = first_columns(a, n);
    std::vector<double> l = a, g(rows * stride), s(rows * rows), f(n), x{-0.3, 0.8};
    REQUIRE(factor_cholesky(l.data(), n));
    for (int i = 0; i < rows * stride; ++i) g[i] = std::sin(2 + 3 * i);
    for (int i = 0; i < n; ++i) f[i] = std::cos(i);
    const std::vector<double> given = g, force = f, wanted{-x[0], -x[1]};
    Held held{n, rows, stride, l.data(), g.data(), s.data()};
    if (n > 6) held.first = first;
    reduce_held(held);
    REQUIRE(factor_cholesky(s.data(), rows));
    solve_held(held, f.data(), x.data());
    for (int i = 0; i < n; ++i) {  // M a + G^T x = f
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += a[std::max(i, k) * n + std::min(i, k)] * f[k];
      for (int r = 0; r < rows; ++r) sum += given[r * stride + i] * x[r];
      CHECK(std::abs(sum - force[i]) < rounding);
    }
    for (int r = 0; r < rows; ++r) {  // G a = g
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += given[r * stride + k] * f[k];
      CHECK(std::abs(sum - wanted[r]) < rounding);
    }
  }
}
