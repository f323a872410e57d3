// What a plot shows: curves over one abscissa, and the ranges and ticks they need.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mbs {

struct PlotCurve {
  std::string name;
  std::string unit;        // empty: none
  std::vector<double> y;   // from the point `begin` on; values that are not finite leave a gap
  std::size_t begin = 0;   // among `PlotData::x`
  bool quoted = false;     // the name is a text, shown as it is written
  std::string panel = {};  // the title of its drawing; empty: it is in all of them
  bool points = false;     // marks that are not joined, whatever the others are
  std::optional<std::size_t> look = {};  // its colour or mark, where that is not its number
  std::size_t count(std::size_t all) const {
    return std::min(y.size(), all - std::min(begin, all));
  }
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
  bool equal = false, points = false, legend = true;
  std::array<double, 2> size = {0.16, 0.1};  // m
  std::string title;
  bool histogram = false;  // x: the ends of bins; y: what lies between neighbouring ones
};

// Points are joined in their order; x need not increase, so loops can be shown.
struct PlotData {
  std::string x_name;
  std::string x_unit;
  std::vector<double> x;
  std::vector<PlotCurve> curves;
  PlotDataStyle style = {};
  std::string name = {};    // of the whole; empty: none
  std::string y_name = {};  // of what all curves show; empty: their names say it
  std::string y_unit = {};
  bool x_quoted = false, y_quoted = false;
};

// One drawing of several that share their axes.
struct PlotPanel {
  std::string title;
  PlotData data;  // the curves of this title, and those without one
};
// In the order of the curves; none if no curve asks for a drawing of its own.
std::vector<PlotPanel> panels_of(const PlotData& data);
// The number that decides how a curve looks.
std::size_t look_of(const PlotData& data, std::size_t curve);

// What the axes show: the ranges asked for, else those of the points with finite x and y, above 0
// on a logarithmic axis, and there more than 1e-13 of what is largest in the curve. A range of no
// length is widened.
struct PlotRanges {
  Range x, y;
  bool empty = true;  // no such point at all
};
PlotRanges ranges_of(const PlotData& data);
// Longer where it takes that to have both of one scale in a drawing so wide and tall.
PlotRanges equally_scaled(const PlotRanges& ranges, double wide, double tall);

// Multiples of 1, 2 or 5 times a power of ten inside the range, about `most` of them and at least
// 2; of a logarithmic range powers of ten, and their doubles and fivefolds if there are few. In
// degrees multiples of 15, 30, 45, 90, 180 or 360 where they fit.
std::vector<double> nice_ticks(const Range& range, int most, const std::string& unit = {});
// What is marked without a label on a logarithmic range: the multiples of powers of ten.
std::vector<double> minor_ticks(const Range& range);
// For pictures, with a true minus. All in one notation: of a logarithmic axis powers of ten,
// 2·10⁻⁶, unless all are short as they are.
std::vector<std::string> axis_labels(const Range& range, std::span<const double> ticks);
// Labels with as many digits as it takes to tell neighbours apart, at least `digits`.
std::vector<std::string> tick_labels(std::span<const double> values, int digits);

}  // namespace mbs
