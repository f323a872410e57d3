#include "lang/expression/root_memory.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace mbs {

namespace {

constexpr int bits_of_place = 3;  // of the fraction, eight places in an octave
constexpr int bits_of_fraction = 52;
constexpr int farthest = 4;  // places
constexpr double same = 2;   // another octave has the same places

static_assert(1 << bits_of_place == RootMemory::per_octave);

double cubic(const RootMemory::Point& a, const RootMemory::Point& b, double p) {
  const double h = b.p - a.p, u = (p - a.p) / h, v = 1 - u;
  return v * v * ((1 + 2 * u) * a.x + u * h * a.slope) +
         u * u * ((1 + 2 * v) * b.x - v * h * b.slope);
}

// At one of the ends of that cubic.
double largest_bend(const RootMemory::Point& a, const RootMemory::Point& b) {
  const double h = b.p - a.p, mean = 3 * (b.x - a.x) / h;
  const double at_a = mean - 2 * a.slope - b.slope, at_b = a.slope + 2 * b.slope - mean;
  return 2 / std::abs(h) * std::max(std::abs(at_a), std::abs(at_b));
}

}  // namespace

// Exponent and first bits of the fraction.
int RootMemory::place_of(double p) {
  const auto bits = std::bit_cast<std::uint64_t>(p) >> (bits_of_fraction - bits_of_place);
  return static_cast<int>(bits % places);
}

void RootMemory::forget() {
  std::fill_n(registers_, size, std::numeric_limits<double>::quiet_NaN());
}

void RootMemory::keep(const Point& point) {
  if (!(point.p > 0) || !std::isfinite(point.slope)) return;
  double* to = registers_ + 3 * place_of(point.p);
  to[0] = point.p, to[1] = point.x, to[2] = point.slope;
}

std::optional<RootMemory::Point> RootMemory::at(int place, double p) const {
  const double* from = registers_ + 3 * ((place + places) % places);
  if (!(from[0] < same * p && p < same * from[0])) return {};
  return Point{from[0], from[1], from[2]};
}

// The next one that is known, to one side.
std::optional<RootMemory::Point> RootMemory::nearest(int place, int way, double p) const {
  for (int i = 1; i <= farthest; ++i)
    if (const auto point = at(place + i * way, p)) return point;
  return {};
}

std::optional<RootMemory::Guess> RootMemory::guess(double p) const {
  if (!(p > 0) || !std::isfinite(p)) return {};
  const int place = place_of(p);
  auto a = at(place, p);
  if (a && a->p == p) return Guess{a->x, 0};
  const int way = a && a->p < p ? 1 : -1;
  const auto b = nearest(place, way, p);
  if (!a) a = nearest(place, -way, p);
  if (a && b && a->p != b->p) return Guess{cubic(*a, *b, p), largest_bend(*a, *b)};
  if (!a) a = b;
  if (!a) return {};
  return Guess{a->x + (p - a->p) * a->slope, std::numeric_limits<double>::quiet_NaN()};
}

}  // namespace mbs
