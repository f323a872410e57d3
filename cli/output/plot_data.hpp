// What a plot shows: curves over one abscissa, and the ranges and ticks they need.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mbs {

struct PlotCurve {
  std::string name;
  std::string unit;       // empty: none
  std::vector<double> y;  // as long as `PlotData::x`; values that are not finite leave a gap
};

struct Range {
  double low = 0;
  double high = 1;
  bool log = false;  // its middle is the geometric one; both ends are above 0
  // Where `value` lies: 0 at low, 1 at high.
  double fraction(double value) const;
  bool has(double value) const;
  Range padded(double part) const;  // longer by this part of itself at both ends
};

struct PlotDataStyle {
  bool log_x = false, log_y = false;
  std::optional<Range> x_range, y_range;  // in the units of the axes; empty: of the values
  bool equal = false, points = false;
  std::array<double, 2> size = {0.16, 0.1};  // m
  std::string title;
};

// Points are joined in their order; x need not increase, so loops can be shown.
struct PlotData {
  std::string x_name;
  std::string x_unit;
  std::vector<double> x;
  std::vector<PlotCurve> curves;
  PlotDataStyle style = {};
};

// What the axes show: the ranges asked for, else those of the points with finite x and y, above 0
// on a logarithmic axis. A range of no length is widened.
struct PlotRanges {
  Range x, y;
  bool empty = true;  // no such point at all
};
PlotRanges ranges_of(const PlotData& data);
// Longer where it takes that to have both of one scale in a drawing so wide and tall.
PlotRanges equally_scaled(const PlotRanges& ranges, double wide, double tall);

// Multiples of 1, 2 or 5 times a power of ten inside the range, at most `most` (at least 2) of
// them; of a logarithmic range powers of ten, and their doubles and fivefolds if there are few. In
// degrees multiples of 15, 30, 45, 90, 180 or 360 where they fit.
std::vector<double> nice_ticks(const Range& range, int most, const std::string& unit = {});
// Labels with as many digits as it takes to tell neighbours apart, at least `digits`.
std::vector<std::string> tick_labels(std::span<const double> values, int digits);

}  // namespace mbs
