// Small dense symmetric systems, A = L L^T: lower triangles, row by row, n numbers each.
#pragma once

#include <span>

namespace mbs {

// L in place of A. False if a pivot is below `least` of its diagonal: singular, or not positive.
inline constexpr double least_pivot = 1e-12;
bool factor_cholesky(double* a, int n, double least = least_pivot);
// The same, that says which row had such a pivot: how many there are if none.
int factor_until_loose(double* a, int n, double least = least_pivot);
// x = L^-1 x
void solve_lower(const double* l, int n, double* x);
// x = L^-T x
void solve_upper(const double* l, int n, double* x);

// The same where row i has nothing before the column first[i]: nor have its factors.
bool factor_cholesky(double* a, std::span<const int> first, double least = least_pivot);
int factor_until_loose(double* a, std::span<const int> first, double least = least_pivot);
void solve_lower(const double* l, std::span<const int> first, double* x);
void solve_upper(const double* l, std::span<const int> first, double* x);

// The least part, at most 1, that the squares of the pivots are of `most`, one for each row.
double least_part_of_pivots(const double* l, std::span<const double> most);

}  // namespace mbs
