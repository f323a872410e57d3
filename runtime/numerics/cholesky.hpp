// Small dense symmetric systems, A = L L^T: lower triangles, row by row, n numbers each.
#pragma once

namespace mbs {

// L in place of A. False if a pivot is below `least` of its diagonal: singular, or not positive.
inline constexpr double least_pivot = 1e-12;
bool factor_cholesky(double* a, int n, double least = least_pivot);
// x = L^-1 x
void solve_lower(const double* l, int n, double* x);
// x = L^-T x
void solve_upper(const double* l, int n, double* x);

}  // namespace mbs
