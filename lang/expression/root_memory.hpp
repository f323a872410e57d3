// Solutions of one implicit equation that are known already. Not for use outside of lang.
#pragma once

#include <cstddef>
#include <optional>

namespace mbs {

// The unknown x as a function of one given value p > 0, everything else as it was: points of that
// curve with slopes, eight in each octave of p. They lie in registers of whoever solves the
// equation, NaN at first: the last bit of a solution depends on what was asked before, and runs
// share none of it. A law of contacts is asked for the same depths in every impact.
class RootMemory {
 public:
  struct Point {
    double p, x, slope;  // dx/dp
  };
  struct Guess {
    double x;
    double bend;  // |d2x/dp2|, estimated from above; NaN: not known
  };
  static constexpr int octaves = 12, per_octave = 8, places = octaves * per_octave;
  static constexpr int size = places * sizeof(Point) / sizeof(double);  // registers

  explicit RootMemory(double* registers) : registers_(registers) {}
  void forget();
  void keep(const Point& point);
  // By the cubic through two points on both sides, or along the tangent at one.
  std::optional<Guess> guess(double p) const;

 private:
  static int place_of(double p);
  std::optional<Point> at(int place, double p) const;
  std::optional<Point> nearest(int place, int way, double p) const;

  double* registers_;
};

}  // namespace mbs
