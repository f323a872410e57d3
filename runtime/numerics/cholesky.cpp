#include "runtime/numerics/cholesky.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace mbs {

namespace {

double dot(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// `first(i)`: the first column of row i that has anything; of systems that are full it is 0.
constexpr auto full = [](int) { return 0; };

// How many rows it could.
template <typename First>
int factor(double* a, int n, const First& first, double least) {
  for (int i = 0; i < n; ++i) {
    double* row = a + i * n;
    for (int k = first(i); k < i; ++k) {
      const int from = std::max(first(i), first(k));
      const double* other = a + k * n;
      row[k] = (row[k] - dot(row + from, other + from, k - from)) / other[k];
    }
    const double pivot = row[i] - dot(row + first(i), row + first(i), i - first(i));
    if (!(pivot > least * row[i])) return i;
    row[i] = std::sqrt(pivot);
  }
  return n;
}

template <typename First>
void forwards(const double* l, int n, const First& first, double* x) {
  for (int i = 0; i < n; ++i)
    x[i] = (x[i] - dot(l + i * n + first(i), x + first(i), i - first(i))) / l[i * n + i];
}

template <typename First>
void backwards(const double* l, int n, const First& first, double* x) {
  for (int i = n; i-- > 0;) {
    x[i] /= l[i * n + i];
    for (int k = first(i); k < i; ++k) x[k] -= l[i * n + k] * x[i];
  }
}

// ---- small ones, without loops -----------------------------------------------------

// visit.template operator()<0>() up to n - 1
template <int n, typename Visit>
void each(const Visit& visit) {
  [&]<int... k>(std::integer_sequence<int, k...>) {
    (visit.template operator()<k>(), ...);
  }
  (std::make_integer_sequence<int, n>());
}

template <int n>
double dot(const double* a, const double* b) {
  double sum = 0;
  each<n>([&]<int k>() { sum += a[k] * b[k]; });
  return sum;
}

// As those above of full systems, to the last digit.
template <int n>
struct Small {
  static int factor(double* a, double least) {
    int done = n;
    each<n>([&]<int i>() {
      if (done < n) return;
      double* row = a + i * n;
      each<i>([&]<int k>() { row[k] = (row[k] - dot<k>(row, a + k * n)) / a[k * n + k]; });
      const double pivot = row[i] - dot<i>(row, row);
      if (pivot > least * row[i])
        row[i] = std::sqrt(pivot);
      else
        done = i;
    });
    return done;
  }
  static void forwards(const double* l, double* x) {
    each<n>([&]<int i>() { x[i] = (x[i] - dot<i>(l + i * n, x)) / l[i * n + i]; });
  }
  static void backwards(const double* l, double* x) {
    each<n>([&]<int j>() {
      constexpr int i = n - 1 - j;
      x[i] /= l[i * n + i];
      each<i>([&]<int k>() { x[k] -= l[i * n + k] * x[i]; });
    });
  }
  static void reduce(const Held& h) {
    double* row = h.w;
    for (int i = 0; i < h.rows; ++i, row += h.stride) {
      forwards(h.l, row);
      const double* other = h.w;
      for (int k = 0; k <= i; ++k, other += h.stride) h.s[i * h.rows + k] = dot<n>(row, other);
    }
  }
  static void project(const Held& h, const double* f, double* x) {
    const double* row = h.w;
    for (int i = 0; i < h.rows; ++i, row += h.stride) x[i] += dot<n>(row, f);
  }
  static void spread(const Held& h, const double* x, double* f) {
    const double* row = h.w;
    for (int i = 0; i < h.rows; ++i, row += h.stride)
      each<n>([&]<int k>() { f[k] -= row[k] * x[i]; });
  }
};

void forwards_held(const Held& h, double* x) {
  h.first.empty() ? solve_lower(h.l, h.size, x) : solve_lower(h.l, h.first, x);
}
void backwards_held(const Held& h, double* x) {
  h.first.empty() ? solve_upper(h.l, h.size, x) : solve_upper(h.l, h.first, x);
}
void reduce_any(const Held& h) {
  double* row = h.w;
  for (int i = 0; i < h.rows; ++i, row += h.stride) {
    forwards_held(h, row);
    for (int k = 0; k <= i; ++k) h.s[i * h.rows + k] = dot(row, h.w + k * h.stride, h.size);
  }
}
void project_any(const Held& h, const double* f, double* x) {
  for (int i = 0; i < h.rows; ++i) x[i] += dot(h.w + i * h.stride, f, h.size);
}
void spread_any(const Held& h, const double* x, double* f) {
  for (int i = 0; i < h.rows; ++i)
    for (int k = 0; k < h.size; ++k) f[k] -= h.w[i * h.stride + k] * x[i];
}

// By size, from 1 on.
constexpr int most_small = 6;
template <typename Of>
constexpr auto of_sizes(const Of& of) {
  return [&]<int... k>(std::integer_sequence<int, k...>) {
    return std::array{of.template operator()<k + 1>()...};
  }
  (std::make_integer_sequence<int, most_small>());
}
constexpr auto small_factor = of_sizes([]<int n>() { return &Small<n>::factor; });
constexpr auto small_forwards = of_sizes([]<int n>() { return &Small<n>::forwards; });
constexpr auto small_backwards = of_sizes([]<int n>() { return &Small<n>::backwards; });
constexpr auto small_reduce = of_sizes([]<int n>() { return &Small<n>::reduce; });
constexpr auto small_project = of_sizes([]<int n>() { return &Small<n>::project; });
constexpr auto small_spread = of_sizes([]<int n>() { return &Small<n>::spread; });
bool small(int n) {
  return n > 0 && n <= most_small;
}

int size_of(std::span<const int> first) {
  return static_cast<int>(first.size());
}

}  // namespace

bool factor_cholesky(double* a, int n, double least) {
  if (n == 1) {  // most often
    if (!(a[0] > 0)) return false;
    a[0] = std::sqrt(a[0]);
    return true;
  }
  return factor_until_loose(a, n, least) == n;
}

int factor_until_loose(double* a, int n, double least) {
  if (n > 0 && n <= most_small) return small_factor[n - 1](a, least);
  return factor(a, n, full, least);
}

void solve_lower(const double* l, int n, double* x) {
  if (n > 0 && n <= most_small) return small_forwards[n - 1](l, x);
  forwards(l, n, full, x);
}

void solve_upper(const double* l, int n, double* x) {
  if (n > 0 && n <= most_small) return small_backwards[n - 1](l, x);
  backwards(l, n, full, x);
}

void reduce_held(const Held& h) {
  small(h.size) ? small_reduce[h.size - 1](h) : reduce_any(h);
}

void solve_held(const Held& h, double* f, double* x) {
  const int n = h.size;
  forwards_held(h, f);
  if (h.rows > 0) {
    small(n) ? small_project[n - 1](h, f, x) : project_any(h, f, x);
    solve_lower(h.s, h.rows, x);
    solve_upper(h.s, h.rows, x);
    small(n) ? small_spread[n - 1](h, x, f) : spread_any(h, x, f);
  }
  backwards_held(h, f);
}

void spread_held(const Held& h, const double* x, double* zero) {
  small(h.size) ? small_spread[h.size - 1](h, x, zero) : spread_any(h, x, zero);
  backwards_held(h, zero);
}

int factor_until_loose(double* a, std::span<const int> first, double least) {
  return factor(
      a, size_of(first), [&](int i) { return first[i]; }, least);
}

bool factor_cholesky(double* a, std::span<const int> first, double least) {
  return factor_until_loose(a, first, least) == size_of(first);
}

void solve_lower(const double* l, std::span<const int> first, double* x) {
  forwards(
      l, size_of(first), [&](int i) { return first[i]; }, x);
}

void solve_upper(const double* l, std::span<const int> first, double* x) {
  backwards(
      l, size_of(first), [&](int i) { return first[i]; }, x);
}

void note_pivots(const double* l, std::span<double> most) {
  for (std::size_t i = 0; i < most.size(); ++i) {
    const double pivot = l[i * most.size() + i];
    most[i] = std::max(most[i], pivot * pivot);
  }
}

double least_part_of_pivots(const double* l, std::span<const double> most) {
  double least = 1;
  for (std::size_t i = 0; i < most.size(); ++i) {
    const double pivot = l[i * most.size() + i];
    least = std::min(least, pivot * pivot / most[i]);
  }
  return least;
}

}  // namespace mbs
