#include "runtime/numerics/cholesky.hpp"

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

}  // namespace mbs
