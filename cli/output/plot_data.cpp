#include "cli/output/plot_data.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lang/text/number.hpp"

namespace mbs {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Data within rounding of one value are that value: noise is not worth a plot of its own.
Range widened(Range range) {
  constexpr double smallest = 1e-300;
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (range.high / 2 - range.low / 2 > std::max(1e-13 * size, smallest)) return range;
  return range.padded(size > smallest ? 0.1 * size : 1);
}

// The least nice step that is not less than `least`.
double nice_step(double least, bool degrees) {
  if (degrees && least > 10)
    for (double step : {15.0, 30.0, 45.0, 90.0, 180.0, 360.0, 720.0})
      if (step >= least * (1 - 1e-9)) return step;
  const double decade = std::pow(10, std::floor(std::log10(least)));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * decade >= least * (1 - 1e-9)) return factor * decade;
  return 10 * decade;
}

}  // namespace

// In halves, since high - low may overflow.
double Range::fraction(double value) const {
  return (value / 2 - low / 2) / (high / 2 - low / 2);
}

Range Range::padded(double margin) const {
  constexpr double largest = std::numeric_limits<double>::max();
  return {std::max(low - margin, -largest), std::min(high + margin, largest)};
}

PlotRanges ranges_of(const PlotData& data) {
  PlotRanges ranges{{infinite, -infinite}, {infinite, -infinite}, true};
  const auto include = [](Range& range, double value) {
    range = {std::min(range.low, value), std::max(range.high, value)};
  };
  for (const PlotCurve& curve : data.curves) {
    for (std::size_t i = 0; i < std::min(data.x.size(), curve.y.size()); ++i) {
      if (!std::isfinite(data.x[i]) || !std::isfinite(curve.y[i])) continue;
      include(ranges.x, data.x[i]);
      include(ranges.y, curve.y[i]);
      ranges.empty = false;
    }
  }
  if (ranges.empty) return {};
  return {widened(ranges.x), widened(ranges.y), false};
}

std::vector<double> nice_ticks(const Range& range, int most, const std::string& unit) {
  const double half = range.high / 2 - range.low / 2;
  if (!(half > 0)) return {};
  const double step = nice_step(2 * (half / std::max(1, most - 1)), unit == "deg");
  if (!std::isfinite(step) || !(step > 0)) return {range.low, range.high};
  std::vector<double> ticks;
  // The tolerance keeps ticks at the ends of the range in spite of rounding.
  const double first = std::ceil(range.low / step - 1e-9);
  for (double k = first; k <= range.high / step + 1e-9 && k < first + most; ++k)
    ticks.push_back(k == 0 ? 0 : k * step);
  return ticks;
}

std::vector<std::string> tick_labels(std::span<const double> values, int digits) {
  std::vector<std::string> labels;
  for (; digits <= 17; ++digits) {
    labels.clear();
    bool distinct = true;
    for (double value : values) {
      labels.push_back(format_number(value, digits));
      const std::size_t n = labels.size();
      distinct =
          distinct && (n < 2 || labels[n - 1] != labels[n - 2] || values[n - 1] == values[n - 2]);
    }
    if (distinct) break;
  }
  return labels;
}

}  // namespace mbs
