#include "runtime/numerics/cholesky.hpp"

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

double dot(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

bool factor_cholesky(double* a, int n, double least) {
  if (n == 1) {  // most often
    if (!(a[0] > 0)) return false;
    a[0] = std::sqrt(a[0]);
    return true;
  }
  for (int i = 0; i < n; ++i) {
    double* row = a + i * n;
    for (int k = 0; k < i; ++k) row[k] = (row[k] - dot(row, a + k * n, k)) / a[k * n + k];
    const double pivot = row[i] - dot(row, row, i);
    if (!(pivot > least * row[i])) return false;
    row[i] = std::sqrt(pivot);
  }
  return true;
}

void solve_lower(const double* l, int n, double* x) {
  for (int i = 0; i < n; ++i) x[i] = (x[i] - dot(l + i * n, x, i)) / l[i * n + i];
}

void solve_upper(const double* l, int n, double* x) {
  for (int i = n; i-- > 0;) {
    x[i] /= l[i * n + i];
    for (int k = 0; k < i; ++k) x[k] -= l[i * n + k] * x[i];
  }
}

bool factor_cholesky(double* a, std::span<const int> first, double least) {
  const int n = static_cast<int>(first.size());
  for (int i = 0; i < n; ++i) {
    double* row = a + i * n;
    for (int k = first[i]; k < i; ++k) {
      const int from = std::max(first[i], first[k]);
      const double* other = a + k * n;
      row[k] = (row[k] - dot(row + from, other + from, k - from)) / other[k];
    }
    const double pivot = row[i] - dot(row + first[i], row + first[i], i - first[i]);
    if (!(pivot > least * row[i])) return false;
    row[i] = std::sqrt(pivot);
  }
  return true;
}

void solve_lower(const double* l, std::span<const int> first, double* x) {
  const int n = static_cast<int>(first.size());
  for (int i = 0; i < n; ++i)
    x[i] = (x[i] - dot(l + i * n + first[i], x + first[i], i - first[i])) / l[i * n + i];
}

void solve_upper(const double* l, std::span<const int> first, double* x) {
  const int n = static_cast<int>(first.size());
  for (int i = n; i-- > 0;) {
    x[i] /= l[i * n + i];
    for (int k = first[i]; k < i; ++k) x[k] -= l[i * n + k] * x[i];
  }
}

}  // namespace mbs
