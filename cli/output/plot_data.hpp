// What a plot shows: curves over one abscissa, and the ranges and ticks they need.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace mbs {

struct PlotCurve {
  std::string name;
  std::string unit;       // empty: none
  std::vector<double> y;  // as long as `PlotData::x`; values that are not finite leave a gap
};

// Points are joined in their order; x need not increase, so loops can be shown.
struct PlotData {
  std::string x_name;
  std::string x_unit;
  std::vector<double> x;
  std::vector<PlotCurve> curves;
};

struct Range {
  double low = 0;
  double high = 1;
  // Where `value` lies: 0 at low, 1 at high.
  double fraction(double value) const;
  Range padded(double margin) const;  // longer by `margin` at both ends
};

// The ranges of the points with finite x and y. A range of no length is widened.
struct PlotRanges {
  Range x, y;
  bool empty = true;  // no such point at all
};
PlotRanges ranges_of(const PlotData& data);

// Multiples of 1, 2 or 5 times a power of ten inside the range, at most `most` (at least 2) of
// them. In degrees multiples of 15, 30, 45, 90, 180 or 360 where they fit.
std::vector<double> nice_ticks(const Range& range, int most, const std::string& unit = {});
// Labels with as many digits as it takes to tell neighbours apart, at least `digits`.
std::vector<std::string> tick_labels(std::span<const double> values, int digits);

}  // namespace mbs
