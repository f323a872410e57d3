#include "cli/output/svg_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "cli/output/markup.hpp"
#include "cli/output/text_table.hpp"
#include "cli/output/typeset.hpp"
#include "lang/text/number.hpp"
#include "lang/text/utf8.hpp"

namespace mbs {
namespace {

// Okabe and Ito's colours, told apart with all kinds of colour vision; black and yellow left out.
constexpr std::array<std::string_view, 6> colors{"#0072b2", "#d55e00", "#009e73",
                                                 "#cc79a7", "#e69f00", "#56b4e9"};
constexpr std::array<std::string_view, 3> dashes{"none", "7 3", "2 3"};
constexpr double pixels_per_metre = 96 / 0.0254;
constexpr double screen_type = 13, printed_type = 11;  // pixels; 8 points of print

std::string pixels(double value) {
  std::string text = format_number(value, {.digits = 2, .format = 'f'});
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

Range with_margin(const Range& range) {
  return range.padded(0.025);
}

class SvgPlot {
 public:
  SvgPlot(const PlotData& data, const PlotRanges& ranges, const SvgPlotOptions& options)
      : data_(data),
        printed_(options.printed),
        type_(printed_ ? printed_type : screen_type),
        width_(printed_ ? data.style.size[0] * pixels_per_metre
                        : std::clamp(options.width, 200, 4000)),
        height_(printed_ ? data.style.size[1] * pixels_per_metre
                         : std::clamp(options.height, 200, 4000)),
        empty_(ranges.empty),
        x_(ranges.x),
        y_(data.style.y_range ? ranges.y : with_margin(ranges.y)) {
    if (empty_) return;
    lay_out();
    if (!data.style.equal) return;
    const PlotRanges equal = equally_scaled({x_, y_, false}, right_ - left_, bottom_ - top_);
    x_ = equal.x;
    y_ = equal.y;
    lay_out();
  }

  std::string text() {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{3}\" height=\"{4}\" viewBox=\"0 0 {0} "
        "{1}\" font-family=\"sans-serif\" font-size=\"{2}\" fill=\"#333\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
        pixels(width_), pixels(height_), type_, length(0, width_), length(1, height_));
    if (empty_) {
      label(width_ / 2, height_ / 2, "middle", "nothing to plot");
    } else {
      grid();
      titles();
      curves();
      legend();
    }
    return out_ + "</svg>\n";
  }

 private:
  // All distances of the layout are those of the type on a screen.
  double scaled(double distance) const { return distance * type_ / screen_type; }
  double character() const { return 0.58 * type_; }  // about the mean of sans-serif ones
  std::string length(int side, double on_screen) const {
    return printed_ ? pixels(1e3 * data_.style.size[side]) + "mm" : pixels(on_screen);
  }
  double title_height() const { return data_.style.title.empty() ? 0 : scaled(22); }

  bool several() const { return data_.curves.size() > 1; }

  // The unit of the ordinate, empty if the curves have different ones.
  std::string common_unit() const {
    for (const PlotCurve& curve : data_.curves)
      if (curve.unit != data_.curves.front().unit) return {};
    return data_.curves.front().unit;
  }

  void lay_out() {
    y_ticks_ = nice_ticks(y_, std::max(2, static_cast<int>(height_ / scaled(55))), common_unit());
    x_ticks_ = nice_ticks(x_, std::max(2, static_cast<int>(width_ / scaled(80))), data_.x_unit);
    y_labels_ = tick_labels(y_ticks_, 6);
    x_labels_ = tick_labels(x_ticks_, 6);
    std::size_t longest = 1;
    for (const std::string& text : y_labels_) longest = std::max(longest, text.size());
    left_ = scaled(18) + character() * static_cast<double>(longest);
    right_ = width_ - scaled(28);
    top_ = title_height() + scaled(22 + 20 * legend_lines());
    bottom_ = height_ - scaled(52);
  }

  double x(double value) const { return left_ + x_.fraction(value) * (right_ - left_); }
  double y(double value) const { return bottom_ - y_.fraction(value) * (bottom_ - top_); }

  void set(double at_x, double at_y, std::string_view anchor, std::string_view markup) {
    out_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", pixels(at_x),
                        pixels(at_y), anchor, markup);
  }
  void label(double at_x, double at_y, std::string_view anchor, std::string_view label) {
    set(at_x, at_y, anchor, markup_escaped(label));
  }
  // Of a quantity: set as papers do where it is to be printed.
  void head(double at_x, double at_y, std::string_view anchor, const std::string& name,
            const std::string& unit) {
    if (!printed_) return label(at_x, at_y, anchor, column_head(name, unit));
    set(at_x, at_y, anchor, typeset(name, unit, type_));
  }

  void line(double x1, double y1, double x2, double y2, std::string_view color) {
    out_ += fmt::format("<path d=\"M{} {}L{} {}\" stroke=\"{}\"/>\n", pixels(x1), pixels(y1),
                        pixels(x2), pixels(y2), color);
  }

  void grid() {
    for (std::size_t i = 0; i < y_ticks_.size(); ++i) {
      line(left_, y(y_ticks_[i]), right_, y(y_ticks_[i]), y_ticks_[i] == 0 ? "#999" : "#e4e4e4");
      label(left_ - scaled(8), y(y_ticks_[i]) + 0.35 * type_, "end", y_labels_[i]);
    }
    for (std::size_t i = 0; i < x_ticks_.size(); ++i) {
      line(x(x_ticks_[i]), top_, x(x_ticks_[i]), bottom_ + scaled(5), "#e4e4e4");
      label(x(x_ticks_[i]), bottom_ + scaled(20), "middle", x_labels_[i]);
    }
    line(left_, bottom_, right_, bottom_, "#333");
    line(left_, top_, left_, bottom_, "#333");
  }

  void titles() {
    if (!data_.style.title.empty()) label(width_ / 2, scaled(20), "middle", data_.style.title);
    head((left_ + right_) / 2, height_ - scaled(12), "middle", data_.x_name, data_.x_unit);
    if (several()) return;
    const PlotCurve& only = data_.curves.front();
    head(scaled(10), title_height() + scaled(18), "start", only.name, only.unit);
  }

  // What lies outside of the axes is cut off; a logarithm has no place for what is not above 0.
  bool has_place(double x, double y) const {
    return std::isfinite(x) && std::isfinite(y) && !(x_.log && x <= 0) && !(y_.log && y <= 0);
  }

  // A path through the points; those that would not move the pen by a third of a pixel are left
  // out, so that a long run makes no huge file.
  std::string path(const PlotCurve& curve) const {
    std::string d;
    bool joined = false;
    double pen_x = 0, pen_y = 0;
    const std::size_t count = std::min(data_.x.size(), curve.y.size());
    for (std::size_t i = 0; i < count; ++i) {
      if (!has_place(data_.x[i], curve.y[i])) {
        joined = false;
        continue;
      }
      const double px = x(data_.x[i]), py = y(curve.y[i]);
      const bool last =
          i + 1 == count || !has_place(data_.x[i + 1], curve.y[i + 1]) || data_.style.points;
      if (joined && !last && std::hypot(px - pen_x, py - pen_y) < 1.0 / 3) continue;
      d += (joined ? "L" : "M") + pixels(px) + ' ' + pixels(py);
      if (!joined && last) d += "h0";  // a round cap makes a dot of it
      joined = !data_.style.points;
      pen_x = px;
      pen_y = py;
    }
    return d;
  }

  std::string stroke(std::size_t i) const {
    return fmt::format("stroke=\"{}\" stroke-dasharray=\"{}\" stroke-width=\"{}\"",
                       colors[i % colors.size()], dashes[i / colors.size() % dashes.size()],
                       pixels(scaled(1.8)));
  }

  void curves() {
    const bool clipped = data_.style.x_range || data_.style.y_range;
    if (clipped)  // a picture within the picture shows nothing beyond its edges
      out_ += fmt::format(
          "<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} {3}\">\n",
          pixels(left_), pixels(top_), pixels(right_ - left_), pixels(bottom_ - top_));
    for (std::size_t i = 0; i < data_.curves.size(); ++i) curve(i);
    if (clipped) out_ += "</svg>\n";
  }

  void curve(std::size_t i) {
    const std::string d = path(data_.curves[i]);
    if (d.empty()) return;
    const bool dot = data_.x.size() == 1 || data_.style.points;
    out_ += fmt::format(
        "<path d=\"{}\" fill=\"none\" {} stroke-linejoin=\"round\" stroke-linecap=\"round\"{}/>\n",
        d, stroke(i),
        dot ? fmt::format(" style=\"stroke-width:{}\"", pixels(scaled(data_.style.points ? 5 : 6)))
            : std::string());
  }

  double entry_width(std::size_t i) const {
    const PlotCurve& c = data_.curves[i];
    return scaled(52) + character() * static_cast<double>(utf8::count(column_head(c.name, c.unit)));
  }

  // Where the legend's entries stand: from left to right, then in further lines.
  template <class Visit>
  int for_each_entry(Visit&& visit) const {
    int lines = 1;
    const double begin = scaled(10);
    double at = begin;
    for (std::size_t i = 0; i < data_.curves.size(); ++i) {
      if (at > begin && at + entry_width(i) > width_) {
        at = begin;
        ++lines;
      }
      visit(i, at, title_height() + scaled(14 + 20 * (lines - 1)));
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
      out_ += fmt::format("<path d=\"M{0} {1}h{3}\" {2}/>\n", pixels(at_x), pixels(at_y), stroke(i),
                          pixels(scaled(24)));
      head(at_x + scaled(30), at_y + 0.35 * type_, "start", c.name, c.unit);
    });
  }

  const PlotData& data_;
  bool printed_;
  double type_;  // pixels, the height of the type
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
  return SvgPlot(data, ranges_of(data), options).text();
}

}  // namespace mbs
