#include "runtime/results/histogram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbs {

namespace {

// Both ends in halves: what lies between them may overflow.
struct Bins {
  double low = 0, high = 0;
  std::size_t count = 0;

  double edge(std::size_t k) const {
    if (k == count) return high;
    const double part = static_cast<double>(k) / static_cast<double>(count);
    return low * (1 - part) + high * part;
  }
  // The bin whose ends, as they are shown, enclose the value.
  std::size_t place(double value) const {
    const double part = (value / 2 - low / 2) / (high / 2 - low / 2);
    auto k = static_cast<std::size_t>(
        std::clamp(part * static_cast<double>(count), 0.0, static_cast<double>(count - 1)));
    while (k > 0 && value < edge(k)) --k;
    while (k + 1 < count && value >= edge(k + 1)) ++k;
    return k;
  }
};

ir::Interval span_of(const PlotOutput& lists) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  ir::Interval span{infinite, -infinite};
  for (const PlottedCurve& list : lists.curves)
    for (const double v : list.y)
      if (std::isfinite(v)) span = {std::min(span[0], v), std::max(span[1], v)};
  return span;
}

bool inside(const ir::Interval& span, double value) {
  return value >= span[0] && value <= span[1];
}

// By the square root of the number of values; one bin for values that are all one.
std::size_t usual_number(const PlotOutput& lists, const ir::Interval& span) {
  constexpr double most = 50;
  std::ptrdiff_t longest = 1;
  for (const PlottedCurve& list : lists.curves)
    longest = std::max(longest, std::count_if(list.y.begin(), list.y.end(),
                                              [&](double v) { return inside(span, v); }));
  if (span[0] == span[1]) return 1;
  return static_cast<std::size_t>(std::min(most, std::ceil(std::sqrt(longest))));
}

Bins bins_of(const PlotOutput& lists) {
  ir::Interval span = lists.style.x_range.value_or(span_of(lists));
  if (!(span[0] <= span[1])) return {};
  const std::size_t count =
      lists.style.bins > 0 ? static_cast<std::size_t>(lists.style.bins) : usual_number(lists, span);
  // Neighbouring bins need ends that can be told apart.
  const double size = std::max(std::abs(span[0]), std::abs(span[1]));
  const double least = size * 1e-13 * static_cast<double>(count);
  if (span[1] / 2 - span[0] / 2 <= least / 2) {
    const double margin = size > 0 ? std::max(0.1 * size, 1e-300) : 1;
    constexpr double largest = std::numeric_limits<double>::max();
    span = {std::max(span[0] - margin, -largest), std::min(span[1] + margin, largest)};
  }
  return {span[0], span[1], count};
}

LeftOut count_into(const std::vector<double>& list, const Bins& bins, std::vector<double>& counts) {
  LeftOut left{0, 0, list.size()};
  for (const double v : list) {
    if (!std::isfinite(v)) {
      ++left.missing;
    } else if (!inside({bins.low, bins.high}, v)) {
      ++left.outside;
    } else {
      ++counts[bins.place(v)];
    }
  }
  return left;
}

}  // namespace

std::string LeftOut::reason() const {
  if (all == 0) return "the list is empty";
  std::string text;
  if (missing > 0) text = fmt::format("{} of {} values are missing or infinite", missing, all);
  if (outside > 0)
    text += fmt::format("{}{} of {} values lie outside of `range`", text.empty() ? "" : ", ",
                        outside, all);
  return text;
}

CountedLists counted(const PlotOutput& lists) {
  const Bins bins = bins_of(lists);
  CountedLists result{{lists.versus, {}, lists.curves, lists.style, {}, lists.name}, {}};
  for (std::size_t k = 0; bins.count > 0 && k <= bins.count; ++k)
    result.output.x.push_back(bins.edge(k));
  for (std::size_t i = 0; i < lists.curves.size(); ++i) {
    PlottedCurve& curve = result.output.curves[i];
    curve.heading.unit = {};
    curve.begin = 0;
    curve.y.assign(bins.count, 0);
    result.left_out.push_back(count_into(lists.curves[i].y, bins, curve.y));
  }
  return result;
}

}  // namespace mbs
