#include "cli/output/plot_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

#include "lang/text/number.hpp"
#include "runtime/results/logarithm.hpp"

namespace mbs {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

Range longer(const Range& range, double margin) {
  constexpr double largest = std::numeric_limits<double>::max();
  return {std::max(range.low - margin, -largest), std::min(range.high + margin, largest), false};
}

// Data within rounding of one value are that value: noise is not worth a plot of its own.
Range widened(Range range) {
  constexpr double smallest = 1e-300;
  if (range.log) {
    if (range.high > range.low * (1 + 1e-13)) return range;
    return {range.low / 2, range.high * 2, true};
  }
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (range.high / 2 - range.low / 2 > std::max(1e-13 * size, smallest)) return range;
  return longer(range, size > smallest ? 0.1 * size : 1);
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
  if (log) return std::log(value / low) / std::log(high / low);
  return (value / 2 - low / 2) / (high / 2 - low / 2);
}

bool Range::has(double value) const {
  constexpr double slack = 1e-9;  // what rounding of ends in other units may cost
  if (!std::isfinite(value) || (log && value <= 0)) return false;
  const double part = fraction(value);
  return part >= -slack && part <= 1 + slack;
}

Range Range::padded(double part) const {
  if (log) return {low / std::pow(high / low, part), high * std::pow(high / low, part), true};
  return longer(*this, 2 * part * (high / 2 - low / 2));
}

namespace {

double least_shown(const Range& range, std::span<const double> values) {
  return range.log ? least_on_logarithm(values) : -infinite;
}

// One that was asked for is kept; on a logarithmic axis that the language has seen to.
Range shown_range(const std::optional<Range>& asked, const Range& found) {
  return asked ? Range{asked->low, asked->high, found.log} : widened(found);
}

}  // namespace

namespace {

// From nothing up; along x all bins.
PlotRanges ranges_of_counts(const PlotData& data) {
  double most = 0;
  for (const PlotCurve& curve : data.curves)
    for (const double count : curve.y) most = std::max(most, count);
  if (!(most > 0) || data.x.size() < 2) return {};
  return {{data.x.front(), data.x.back(), false}, {0, most, false}, false};
}

// The points of curves that a drawing shows, and no others.
void add_curve(const PlotData& all, const PlotCurve& curve, PlotData& data,
               std::map<std::size_t, std::size_t>& begins) {
  PlotCurve own = curve;
  if (!all.style.histogram) {
    const auto [place, fresh] = begins.try_emplace(curve.begin, data.x.size());
    const auto from = all.x.begin() + static_cast<std::ptrdiff_t>(curve.begin);
    const auto points = static_cast<std::ptrdiff_t>(curve.count(all.x.size()));
    if (fresh) data.x.insert(data.x.end(), from, from + points);
    own.begin = place->second;
  }
  data.curves.push_back(std::move(own));
}

}  // namespace

std::size_t look_of(const PlotData& data, std::size_t curve) {
  return data.curves[curve].look.value_or(curve);
}

std::vector<PlotPanel> panels_of(const PlotData& data) {
  std::vector<PlotPanel> panels;
  for (const PlotCurve& curve : data.curves) {
    const bool known = std::ranges::find(panels, curve.panel, &PlotPanel::title) != panels.end();
    if (!curve.panel.empty() && !known) panels.push_back({curve.panel, {}});
  }
  for (PlotPanel& panel : panels) {
    PlotData& own = panel.data = {data.x_name, data.x_unit, {}, {}, data.style};
    own.y_name = data.y_name, own.y_unit = data.y_unit;
    own.x_quoted = data.x_quoted, own.y_quoted = data.y_quoted;
    if (data.style.histogram) own.x = data.x;
    std::map<std::size_t, std::size_t> begins;
    for (const PlotCurve& curve : data.curves)
      if (curve.panel.empty() || curve.panel == panel.title) add_curve(data, curve, own, begins);
  }
  return panels;
}

PlotRanges ranges_of(const PlotData& data) {
  const PlotDataStyle& style = data.style;
  if (style.histogram) return ranges_of_counts(data);
  PlotRanges ranges{{infinite, -infinite, style.log_x}, {infinite, -infinite, style.log_y}, true};
  const auto include = [](Range& range, double value) {
    range = {std::min(range.low, value), std::max(range.high, value), range.log};
  };
  for (const PlotCurve& curve : data.curves) {
    const std::size_t count = curve.count(data.x.size());
    if (count == 0) continue;
    const std::span x_of_it = std::span(data.x).subspan(curve.begin, count);
    const double least_x = least_shown(ranges.x, x_of_it);
    const double least_y = least_shown(ranges.y, curve.y);
    const auto shows = [](double v, double least) { return std::isfinite(v) && v >= least; };
    for (std::size_t i = 0; i < count; ++i) {
      const double x = x_of_it[i];
      if (!shows(x, least_x) || !shows(curve.y[i], least_y)) continue;
      include(ranges.x, x);
      include(ranges.y, curve.y[i]);
      ranges.empty = false;
    }
  }
  if (ranges.empty) return {};
  return {shown_range(style.x_range, ranges.x), shown_range(style.y_range, ranges.y), false};
}

PlotRanges equally_scaled(const PlotRanges& ranges, double wide, double tall) {
  const auto half = [](const Range& range) { return range.high / 2 - range.low / 2; };
  const double needed = std::max(half(ranges.x) / wide, half(ranges.y) / tall);
  return {longer(ranges.x, needed * wide - half(ranges.x)),
          longer(ranges.y, needed * tall - half(ranges.y)), ranges.empty};
}

namespace {

// Powers of ten; where they are few, 2 and 5 times them, too; where many, every other or third.
std::vector<double> decade_ticks(const Range& range, int most) {
  const double first = std::ceil(std::log10(range.low) - 1e-9);
  const double last = std::floor(std::log10(range.high) + 1e-9);
  const double between = std::max(1.0, std::ceil((last - first + 1) / most));
  std::vector<double> ticks;
  for (double k = first - 1; k <= last; ++k) {
    const bool decade = std::fmod(k - first, between) == 0;
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double tick = factor * std::pow(10, k);
      const bool wanted = factor == 1 ? decade : last - first < 2;
      if (wanted && tick >= range.low * (1 - 1e-9) && tick <= range.high * (1 + 1e-9))
        ticks.push_back(tick);
    }
  }
  return ticks;
}

std::vector<double> even_ticks(const Range& range, int most, bool degrees) {
  const double half = range.high / 2 - range.low / 2;
  if (!(half > 0)) return {};
  const double step = nice_step(2 * (half / std::max(1, most - 1)), degrees);
  if (!std::isfinite(step) || !(step > 0)) return {range.low, range.high};
  std::vector<double> ticks;
  // The tolerance keeps ticks at the ends of the range in spite of rounding.
  const double first = std::ceil(range.low / step - 1e-9);
  for (double k = first; k <= range.high / step + 1e-9 && k < first + most; ++k)
    ticks.push_back(k == 0 ? 0 : k * step);
  return ticks;
}

}  // namespace

std::vector<double> nice_ticks(const Range& range, int most, const std::string& unit) {
  if (range.log) {
    const std::vector<double> decades = decade_ticks(range, most);
    if (decades.size() > 1) return decades;
  }
  // One tick is no scale: steps become finer until there are two.
  constexpr int tries = 6;
  std::vector<double> ticks = even_ticks(range, most, unit == "deg");
  for (int more = 1; ticks.size() < 2 && more <= tries; ++more)
    ticks = even_ticks(range, most + more, unit == "deg");
  return ticks;
}

std::vector<double> minor_ticks(const Range& range) {
  if (!range.log || !(range.low > 0)) return {};
  constexpr double most_decades = 12;
  const double first = std::floor(std::log10(range.low)), last = std::log10(range.high);
  if (!(last - first < 320)) return {};
  const int factors = last - first <= most_decades ? 9 : 1;
  std::vector<double> ticks;
  for (double k = first; k <= last; ++k)
    for (int factor = 1; factor <= factors; ++factor) {
      const double tick = factor * std::pow(10, k);
      if (tick >= range.low && tick <= range.high) ticks.push_back(tick);
    }
  return ticks;
}

namespace {

std::string raised(int exponent) {
  constexpr std::array<std::string_view, 10> digits{"⁰", "¹", "²", "³", "⁴",
                                                    "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text(exponent < 0 ? "⁻" : "");
  for (const char digit : std::to_string(std::abs(exponent))) text += digits[digit - '0'];
  return text;
}

std::string with_power(double value) {
  const int exponent = static_cast<int>(std::floor(std::log10(value) + 1e-9));
  const std::string factor = format_number(value / std::pow(10, exponent), 6);
  return (factor == "1" ? "" : factor + "·") + "10" + raised(exponent);
}

// As print has them: a minus is as wide as a plus, and exponents have neither plus nor zeros in
// front.
std::string with_minus(std::string number) {
  const std::size_t exponent = number.find('e');
  if (exponent != number.npos) {
    const std::size_t sign = number.find_first_of("+-", exponent);
    const std::size_t begin = sign == number.npos ? exponent + 1 : sign + 1;
    number.erase(begin, number.find_first_not_of('0', begin) - begin);
    if (sign != number.npos && number[sign] == '+') number.erase(sign, 1);
  }
  std::string text;
  for (const char c : number) text += c == '-' ? std::string("\u2212") : std::string(1, c);
  return text;
}

}  // namespace

std::vector<std::string> axis_labels(const Range& range, std::span<const double> ticks) {
  const bool plain = std::ranges::all_of(ticks, [](double v) { return v > 9e-4 && v < 9999; });
  std::vector<std::string> labels;
  if (!range.log || plain)
    labels = tick_labels(ticks, 6);
  else
    for (const double tick : ticks) labels.push_back(tick > 0 ? with_power(tick) : "0");
  for (std::string& label : labels) label = with_minus(label);
  return labels;
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
