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

// M a + G^T x = f, G a = g with M = L L^T: W = L^-1 G^T, S = W^T W = K K^T,
//   S x = W^T L^-1 f - g,   a = L^-T (L^-1 f - W x).
struct Held {
  int size = 0, rows = 0;
  int stride = 0;                // from one row of W^T to the next
  const double* l = nullptr;     // `size` rows
  double* w = nullptr;           // W^T; G before it is reduced
  double* s = nullptr;           // S, then K
  std::span<const int> first{};  // as below, of M; empty: it has no gaps
};
// W and S.
void reduce_held(const Held& held);
// a in place of f, x in place of -g; S is factorised.
void solve_held(const Held& held, double* f, double* x);
// -L^-T W x in place of 0.
void spread_held(const Held& held, const double* x, double* zero);

// Factors where row i has nothing before the column first[i]: nor have they.
bool factor_cholesky(double* a, std::span<const int> first, double least = least_pivot);
int factor_until_loose(double* a, std::span<const int> first, double least = least_pivot);
void solve_lower(const double* l, std::span<const int> first, double* x);
void solve_upper(const double* l, std::span<const int> first, double* x);

// The largest squares of the pivots so far, one for each row.
void note_pivots(const double* l, std::span<double> most);
// The least part, at most 1, that the squares of the pivots are of `most`, one for each row.
double least_part_of_pivots(const double* l, std::span<const double> most);

}  // namespace mbs
