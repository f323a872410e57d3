#include "cli/output/svg_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "cli/output/markup.hpp"
#include "cli/output/text_table.hpp"
#include "lang/text/number.hpp"
#include "lang/text/utf8.hpp"

namespace mbs {
namespace {

// Okabe and Ito's colours, told apart with all kinds of colour vision; black and yellow left out.
constexpr std::array<std::string_view, 6> colors{"#0072b2", "#d55e00", "#009e73",
                                                 "#cc79a7", "#e69f00", "#56b4e9"};
constexpr std::array<std::string_view, 3> dashes{"none", "7 3", "2 3"};
constexpr double font_size = 13;
constexpr double character_width = 0.58 * font_size;  // about the mean of sans-serif characters
constexpr double legend_line = 20;

std::string pixels(double value) {
  std::string text = format_number(value, {.digits = 2, .format = 'f'});
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

Range with_margin(const Range& range) {
  return range.padded(0.05 * (range.high / 2 - range.low / 2));
}

class SvgPlot {
 public:
  SvgPlot(const PlotData& data, const SvgPlotOptions& options)
      : data_(data),
        width_(std::clamp(options.width, 200, 4000)),
        height_(std::clamp(options.height, 200, 4000)),
        empty_(ranges_of(data).empty),
        x_(ranges_of(data).x),
        y_(with_margin(ranges_of(data).y)) {
    if (empty_) return;
    lay_out();
  }

  std::string text() {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
        "{1}\" font-family=\"sans-serif\" font-size=\"{2}\" fill=\"#333\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
        width_, height_, font_size);
    if (empty_) {
      label(width_ / 2, height_ / 2, "middle", "nothing to plot");
    } else {
      grid();
      titles();
      for (std::size_t i = 0; i < data_.curves.size(); ++i) curve(i);
      legend();
    }
    return out_ + "</svg>\n";
  }

 private:
  bool several() const { return data_.curves.size() > 1; }

  // The unit of the ordinate, empty if the curves have different ones.
  std::string common_unit() const {
    for (const PlotCurve& curve : data_.curves)
      if (curve.unit != data_.curves.front().unit) return {};
    return data_.curves.front().unit;
  }

  void lay_out() {
    y_ticks_ = nice_ticks(y_, std::max(2, static_cast<int>(height_ / 55)), common_unit());
    x_ticks_ = nice_ticks(x_, std::max(2, static_cast<int>(width_ / 80)), data_.x_unit);
    y_labels_ = tick_labels(y_ticks_, 6);
    x_labels_ = tick_labels(x_ticks_, 6);
    std::size_t longest = 1;
    for (const std::string& text : y_labels_) longest = std::max(longest, text.size());
    left_ = 18 + character_width * static_cast<double>(longest);
    right_ = width_ - 28;
    top_ = 22 + legend_line * static_cast<double>(legend_lines());
    bottom_ = height_ - 52;
  }

  double x(double value) const { return left_ + x_.fraction(value) * (right_ - left_); }
  double y(double value) const { return bottom_ - y_.fraction(value) * (bottom_ - top_); }

  void label(double at_x, double at_y, std::string_view anchor, std::string_view text) {
    out_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", pixels(at_x),
                        pixels(at_y), anchor, markup_escaped(text));
  }

  void line(double x1, double y1, double x2, double y2, std::string_view color) {
    out_ += fmt::format("<path d=\"M{} {}L{} {}\" stroke=\"{}\"/>\n", pixels(x1), pixels(y1),
                        pixels(x2), pixels(y2), color);
  }

  void grid() {
    for (std::size_t i = 0; i < y_ticks_.size(); ++i) {
      line(left_, y(y_ticks_[i]), right_, y(y_ticks_[i]), y_ticks_[i] == 0 ? "#999" : "#e4e4e4");
      label(left_ - 8, y(y_ticks_[i]) + 0.35 * font_size, "end", y_labels_[i]);
    }
    for (std::size_t i = 0; i < x_ticks_.size(); ++i) {
      line(x(x_ticks_[i]), top_, x(x_ticks_[i]), bottom_ + 5, "#e4e4e4");
      label(x(x_ticks_[i]), bottom_ + 20, "middle", x_labels_[i]);
    }
    line(left_, bottom_, right_, bottom_, "#333");
    line(left_, top_, left_, bottom_, "#333");
  }

  void titles() {
    label((left_ + right_) / 2, height_ - 12, "middle", column_head(data_.x_name, data_.x_unit));
    if (several()) return;
    const PlotCurve& only = data_.curves.front();
    label(10, 18, "start", column_head(only.name, only.unit));
  }

  // A path through the points; those that would not move the pen by a third of a pixel are left
  // out, so that a long run makes no huge file.
  std::string path(const PlotCurve& curve) const {
    std::string d;
    bool joined = false;
    double pen_x = 0, pen_y = 0;
    const std::size_t count = std::min(data_.x.size(), curve.y.size());
    for (std::size_t i = 0; i < count; ++i) {
      const bool good = std::isfinite(data_.x[i]) && std::isfinite(curve.y[i]);
      if (!good) {
        joined = false;
        continue;
      }
      const double px = x(data_.x[i]), py = y(curve.y[i]);
      const bool last =
          i + 1 == count || !std::isfinite(data_.x[i + 1]) || !std::isfinite(curve.y[i + 1]);
      if (joined && !last && std::hypot(px - pen_x, py - pen_y) < 1.0 / 3) continue;
      d += (joined ? "L" : "M") + pixels(px) + ' ' + pixels(py);
      if (!joined && last) d += "h0";  // a round cap makes a dot of it
      joined = true;
      pen_x = px;
      pen_y = py;
    }
    return d;
  }

  std::string stroke(std::size_t i) const {
    return fmt::format("stroke=\"{}\" stroke-dasharray=\"{}\" stroke-width=\"1.8\"",
                       colors[i % colors.size()], dashes[i / colors.size() % dashes.size()]);
  }

  void curve(std::size_t i) {
    const std::string d = path(data_.curves[i]);
    if (d.empty()) return;
    const bool dot = data_.x.size() == 1;
    out_ += fmt::format(
        "<path d=\"{}\" fill=\"none\" {} stroke-linejoin=\"round\" stroke-linecap=\"round\"{}/>\n",
        d, stroke(i), dot ? " style=\"stroke-width:6\"" : "");
  }

  double entry_width(std::size_t i) const {
    const PlotCurve& c = data_.curves[i];
    return 52 + character_width * static_cast<double>(utf8::count(column_head(c.name, c.unit)));
  }

  // Where the legend's entries stand: from left to right, then in further lines.
  template <class Visit>
  int for_each_entry(Visit&& visit) const {
    int lines = 1;
    double at = 10;
    for (std::size_t i = 0; i < data_.curves.size(); ++i) {
      if (at > 10 && at + entry_width(i) > width_) {
        at = 10;
        ++lines;
      }
      visit(i, at, 14 + legend_line * (lines - 1));
      at += entry_width(i);
    }
    return lines;
  }
  int legend_lines() const {
    return for_each_entry([](std::size_t, double, double) {});
  }

  void legend() {
    if (!several()) return;
    for_each_entry([this](std::size_t i, double at_x, double at_y) {
      const PlotCurve& c = data_.curves[i];
      out_ += fmt::format("<path d=\"M{0} {1}h24\" {2}/>\n", pixels(at_x), pixels(at_y), stroke(i));
      label(at_x + 30, at_y + 0.35 * font_size, "start", column_head(c.name, c.unit));
    });
  }

  const PlotData& data_;
  double width_, height_;
  bool empty_;
  Range x_, y_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
  std::vector<double> x_ticks_, y_ticks_;
  std::vector<std::string> x_labels_, y_labels_;
  std::string out_;
};

}  // namespace

std::string render_svg(const PlotData& data, const SvgPlotOptions& options) {
  return SvgPlot(data, options).text();
}

}  // namespace mbs
