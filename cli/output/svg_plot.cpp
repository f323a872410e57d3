#include "cli/output/svg_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <vector>

#include "cli/output/crowded.hpp"
#include "cli/output/markup.hpp"
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

struct Frame {
  double width = 0, height = 0;  // pixels
  bool printed = false;
  bool part = false;  // one drawing of several: the whole has the legend and the names of the axes
  double type() const { return printed ? printed_type : screen_type; }
  // All distances of the layout are those of the type on a screen.
  double scaled(double distance) const { return distance * type() / screen_type; }
  double character() const { return 0.58 * type(); }  // about the mean of sans-serif ones
};

std::string stroke_of(std::size_t look, const Frame& frame) {
  return fmt::format("stroke=\"{}\" stroke-dasharray=\"{}\" stroke-width=\"{}\"",
                     colors[look % colors.size()], dashes[look / colors.size() % dashes.size()],
                     pixels(frame.scaled(1.8)));
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view markup) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", pixels(x), pixels(y),
                     anchor, markup);
}

// The unit of the ordinate, empty if the curves have different ones.
std::string common_unit(const PlotData& data) {
  for (const PlotCurve& curve : data.curves)
    if (curve.unit != data.curves.front().unit) return {};
  return data.curves.front().unit;
}

// The looks of a plot with what they stand for, from left to right, then in further lines; of very
// many as many as leave the curves their room.
class Legend {
 public:
  Legend(const PlotData& data, const Frame& frame) : data_(data), frame_(frame) {
    std::vector<std::size_t> all;
    std::set<std::size_t> looks;
    for (std::size_t i = 0; i < data.curves.size(); ++i)
      if (looks.insert(look_of(data, i)).second) all.push_back(i);
    if (all.size() > 1 && data.style.legend) arrange(all);
  }

  double height() const { return frame_.scaled(20 * lines_); }

  std::string drawn(double top) const {
    std::string out;
    for (const Entry& e : entries_) {
      const PlotCurve& c = data_.curves[e.curve];
      out +=
          sample(c, e, top) + text_at(e.x + frame_.scaled(30), top + e.y + 0.35 * frame_.type(),
                                      "start", typeset(c.name, c.quoted, unit(c), frame_.type()));
    }
    if (left_out_ > 0)
      out += text_at(rest_.x, top + rest_.y + 0.35 * frame_.type(), "start", rest_text());
    return out;
  }

 private:
  struct Entry {
    std::size_t curve = 0;
    double x = 0, y = 0;  // pixels, from the top of the legend
  };

  std::string sample(const PlotCurve& c, const Entry& e, double top) const {
    const std::string stroke = stroke_of(look_of(data_, e.curve), frame_);
    if (c.points || data_.style.points)
      return fmt::format(
          "<path d=\"M{} {}h0\" {} stroke-linecap=\"round\" style=\"stroke-width:{}\"/>\n",
          pixels(e.x + frame_.scaled(12)), pixels(top + e.y), stroke, pixels(frame_.scaled(5)));
    return fmt::format("<path d=\"M{0} {1}h{3}\" {2}/>\n", pixels(e.x), pixels(top + e.y), stroke,
                       pixels(frame_.scaled(24)));
  }

  // Said at the axis, if that has a name.
  std::string unit(const PlotCurve& c) const { return data_.y_name.empty() ? c.unit : ""; }
  double width(const PlotCurve& c) const {
    const auto letters = static_cast<double>(utf8::count(plain_head(c.name, c.quoted, unit(c))));
    return frame_.scaled(52) + frame_.character() * letters;
  }
  std::string rest_text() const { return fmt::format("and {} more", left_out_); }
  double rest_width() const { return frame_.scaled(20) + 15 * frame_.character(); }

  void arrange(const std::vector<std::size_t>& all) {
    const int most = std::max(1, static_cast<int>(frame_.height / 3 / frame_.scaled(20)));
    const double begin = frame_.scaled(10);
    double at = begin;
    lines_ = 1;
    for (const std::size_t i : all) {
      const double wide = width(data_.curves[i]);
      const bool wraps = at > begin && at + wide > frame_.width;
      if (wraps && lines_ == most) return cut_short(all.size(), at);
      if (wraps) at = begin, ++lines_;
      entries_.push_back({i, at, frame_.scaled(14 + 20 * (lines_ - 1))});
      at += wide;
    }
  }

  // The last line ends with how many are not shown.
  void cut_short(std::size_t all, double at) {
    while (entries_.size() > 1 && at + rest_width() > frame_.width) {
      if (entries_.back().y < frame_.scaled(14 + 20 * (lines_ - 1))) break;
      at = entries_.back().x;
      entries_.pop_back();
    }
    left_out_ = all - entries_.size();
    rest_ = {0, at, frame_.scaled(14 + 20 * (lines_ - 1))};
  }

  const PlotData& data_;
  const Frame& frame_;
  std::vector<Entry> entries_;
  int lines_ = 0;
  std::size_t left_out_ = 0;
  Entry rest_;
};

// The names of the axes, title and legend around one drawing or several, and their room.
class Surroundings {
 public:
  Surroundings(const PlotData& data, const Frame& frame)
      : data_(data), frame_(frame), legend_(data, frame) {}

  double above() const { return names_bottom() + legend_.height(); }
  std::string drawn(double middle) const {
    const double type = frame_.type();
    std::string out;
    if (title_height() > 0)
      out += text_at(frame_.width / 2, frame_.scaled(20), "middle",
                     typeset(data_.style.title, true, "", type));
    out += text_at(middle, frame_.height - frame_.scaled(12), "middle",
                   typeset(data_.x_name, data_.x_quoted, data_.x_unit, type));
    if (has_name())
      out += text_at(frame_.scaled(10), title_height() + frame_.scaled(18), "start", name());
    return out + legend_.drawn(names_bottom());
  }

 private:
  double title_height() const { return data_.style.title.empty() ? 0 : frame_.scaled(22); }
  bool has_name() const { return !data_.y_name.empty() || data_.curves.size() == 1; }
  std::string name() const {
    if (!data_.y_name.empty())
      return typeset(data_.y_name, data_.y_quoted, data_.y_unit, frame_.type());
    const PlotCurve& only = data_.curves.front();
    return typeset(only.name, only.quoted, only.unit, frame_.type());
  }
  double names_bottom() const { return title_height() + (has_name() ? frame_.scaled(20) : 0); }

  const PlotData& data_;
  const Frame& frame_;
  Legend legend_;
};

// One pair of axes with its curves.
class SvgPlot {
 public:
  SvgPlot(const PlotData& data, const PlotRanges& ranges, const Frame& frame)
      : data_(data),
        frame_(frame),
        type_(frame.type()),
        x_(ranges.x),
        y_(shown_y(data, ranges.y)),
        around_(data, frame) {
    lay_out();
    if (!data.style.equal) return;
    const PlotRanges equal = equally_scaled({x_, y_, false}, right_ - left_, bottom_ - top_);
    x_ = equal.x;
    y_ = equal.y;
    lay_out();
  }

  // `title`: of one drawing of several.
  std::string drawn(const std::string& title) {
    grid();
    if (!data_.style.histogram) axes();
    if (frame_.part)
      out_ += text_at((left_ + right_) / 2, scaled(14), "middle", typeset(title, false, "", type_));
    else
      out_ += around_.drawn((left_ + right_) / 2);
    curves();
    if (data_.style.histogram) axes();  // above the bars that stand on them
    return out_;
  }

 private:
  // Bars stand on the axis; a range that was asked for is kept.
  static Range shown_y(const PlotData& data, const Range& range) {
    if (data.style.histogram) return {0, 1.05 * range.high, false};
    return data.style.y_range ? range : with_margin(range);
  }
  double scaled(double distance) const { return frame_.scaled(distance); }
  double character() const { return frame_.character(); }

  void lay_out() {
    const auto most = [&](double size, double each) {
      return std::max(2, static_cast<int>(size / scaled(each)));
    };
    y_ticks_ = nice_ticks(y_, most(frame_.height, frame_.part ? 35 : 55), common_unit(data_));
    x_ticks_ = nice_ticks(x_, most(frame_.width, frame_.part ? 50 : 80), data_.x_unit);
    if (data_.style.histogram)  // there are no halves of counts
      std::erase_if(y_ticks_, [](double tick) { return tick != std::round(tick); });
    y_labels_ = axis_labels(y_, y_ticks_);
    x_labels_ = axis_labels(x_, x_ticks_);
    std::size_t longest = 1;
    for (const std::string& text : y_labels_) longest = std::max(longest, utf8::count(text));
    left_ = scaled(18) + character() * static_cast<double>(longest);
    right_ = frame_.width - scaled(frame_.part ? 14 : 28);
    top_ = frame_.part ? scaled(22) : around_.above() + scaled(22);
    bottom_ = frame_.height - scaled(frame_.part ? 30 : 52);
  }

  double x(double value) const { return left_ + x_.fraction(value) * (right_ - left_); }
  double y(double value) const { return bottom_ - y_.fraction(value) * (bottom_ - top_); }

  void label(double at_x, double at_y, std::string_view anchor, std::string_view label) {
    out_ += text_at(at_x, at_y, anchor, markup_escaped(label));
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
    for (const double tick : minor_ticks(y_))
      line(left_ - scaled(3), y(tick), left_, y(tick), "#333");
    for (const double tick : minor_ticks(x_))
      line(x(tick), bottom_, x(tick), bottom_ + scaled(3), "#333");
  }
  void axes() {
    line(left_, bottom_, right_, bottom_, "#333");
    line(left_, top_, left_, bottom_, "#333");
  }

  // What lies outside of the axes is cut off; a logarithm has no place for what is not above 0.
  bool has_place(double x, double y) const {
    return std::isfinite(x) && std::isfinite(y) && !(x_.log && x <= 0) && !(y_.log && y <= 0);
  }

  // A path through the points; those that would not move the pen by a third of a pixel are left
  // out, and of many in one column of the picture all but the outermost, so that a long run makes
  // no huge file.
  std::string path(const PlotCurve& curve) const {
    constexpr double column = 0.5, step = 1.0 / 3;  // pixels
    std::vector<double> px, py;
    to_pixels(curve, px, py);
    const bool points = data_.style.points || curve.points;
    const auto there = [&](std::size_t i) { return std::isfinite(px[i]); };
    const std::vector<std::size_t> seen = seen_points(px, py, points ? 0 : column);
    std::string d;
    bool joined = false;
    std::size_t pen = 0;
    for (std::size_t k = 0; k < seen.size(); ++k) {
      const std::size_t i = seen[k];
      if (!there(i)) {
        joined = false;
        continue;
      }
      const bool last = k + 1 == seen.size() || !there(seen[k + 1]) || points;
      if (joined && !last && std::hypot(px[i] - px[pen], py[i] - py[pen]) < step) continue;
      d += (joined ? "L" : "M") + pixels(px[i]) + ' ' + pixels(py[i]);
      if (!joined && last) d += "h0";  // a round cap makes a dot of it
      joined = !points;
      pen = i;
    }
    return d;
  }
  // Its points in pixels; no numbers where they have no place.
  void to_pixels(const PlotCurve& curve, std::vector<double>& px, std::vector<double>& py) const {
    constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < curve.count(data_.x.size()); ++i) {
      const double at = data_.x[curve.begin + i];
      const bool there = has_place(at, curve.y[i]);
      px.push_back(there ? x(at) : nowhere);
      py.push_back(there ? y(curve.y[i]) : nowhere);
    }
  }

  std::string stroke(std::size_t i) const { return stroke_of(look_of(data_, i), frame_); }

  void curves() {
    const bool clipped = data_.style.x_range || data_.style.y_range || x_.log || y_.log;
    if (clipped)  // a picture within the picture shows nothing beyond its edges
      out_ += fmt::format(
          "<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} {3}\">\n",
          pixels(left_), pixels(top_), pixels(right_ - left_), pixels(bottom_ - top_));
    for (std::size_t i = 0; i < data_.curves.size(); ++i) curve(i);
    if (clipped) out_ += "</svg>\n";
  }

  // Filled, and with its outline where it is over others.
  void bars(std::size_t i) {
    std::string fill, outline;
    double before = 0;
    const std::vector<double>& counts = data_.curves[i].y;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      const std::string from = pixels(x(data_.x[k])), to = pixels(x(data_.x[k + 1]));
      const std::string top = pixels(y(counts[k])), floor = pixels(bottom_);
      if (counts[k] > 0) fill += fmt::format("M{} {}V{}H{}V{}Z", from, floor, top, to, floor);
      outline += fmt::format("{}{} {}", k == 0 ? 'M' : 'L', from, pixels(y(before)));
      outline += fmt::format("V{}H{}", top, to);
      before = counts[k];
    }
    const std::string color(colors[look_of(data_, i) % colors.size()]);
    const bool alone = data_.curves.size() == 1;
    out_ += fmt::format("<path d=\"{}\" fill=\"{}\" fill-opacity=\"{}\" stroke=\"{}\"/>\n", fill,
                        color, alone ? 0.8 : 0.25, alone ? "#fff" : "none");
    if (!alone)
      out_ += fmt::format("<path d=\"{}V{}\" fill=\"none\" {}/>\n", outline, pixels(bottom_),
                          stroke(i));
  }

  void curve(std::size_t i) {
    if (data_.style.histogram) return bars(i);
    const std::string d = path(data_.curves[i]);
    if (d.empty()) return;
    const bool points = data_.style.points || data_.curves[i].points;
    const bool dot = data_.curves[i].y.size() == 1 || points;
    out_ += fmt::format(
        "<path d=\"{}\" fill=\"none\" {} stroke-linejoin=\"round\" stroke-linecap=\"round\"{}/>\n",
        d, stroke(i),
        dot ? fmt::format(" style=\"stroke-width:{}\"", pixels(scaled(points ? 5 : 6)))
            : std::string());
  }

  const PlotData& data_;
  const Frame& frame_;
  double type_;  // pixels, the height of the type
  Range x_, y_;
  Surroundings around_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
  std::vector<double> x_ticks_, y_ticks_;
  std::vector<std::string> x_labels_, y_labels_;
  std::string out_;
};

// As many columns as bring the drawings nearest to the shape of a picture, and leave few places
// empty.
int columns_for(std::size_t count, double wide, double tall) {
  constexpr double shape = 1.4;
  const auto n = static_cast<int>(count);
  int best = 1;
  double least = 1e9;
  for (int columns = 1; columns <= n; ++columns) {
    const int rows = (n + columns - 1) / columns;
    const double off =
        std::abs(std::log(wide / columns / (tall / rows) / shape)) + 2.0 * (rows * columns - n) / n;
    if (off < least) least = off, best = columns;
  }
  return best;
}

std::string panels_svg(const PlotData& data, const PlotRanges& ranges,
                       const std::vector<PlotPanel>& panels, const Frame& frame) {
  const Surroundings around(data, frame);
  const double top = around.above() + frame.scaled(6), bottom = frame.height - frame.scaled(28);
  const int columns = columns_for(panels.size(), frame.width, bottom - top);
  const int rows = (static_cast<int>(panels.size()) + columns - 1) / columns;
  const Frame part{frame.width / columns, std::max(bottom - top, 60.0 * rows) / rows, frame.printed,
                   true};
  std::string out = around.drawn(frame.width / 2);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const auto row = static_cast<int>(i) / columns, column = static_cast<int>(i) % columns;
    out += fmt::format("<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">\n",
                       pixels(column * part.width), pixels(top + row * part.height),
                       pixels(part.width), pixels(part.height));
    out += SvgPlot(panels[i].data, ranges, part).drawn(panels[i].title) + "</svg>\n";
  }
  return out;
}

std::string inside(const PlotData& data, const Frame& frame) {
  const PlotRanges ranges = ranges_of(data);
  if (ranges.empty) return text_at(frame.width / 2, frame.height / 2, "middle", "nothing to plot");
  const std::vector<PlotPanel> panels = panels_of(data);
  if (panels.empty()) return SvgPlot(data, ranges, frame).drawn({});
  return panels_svg(data, ranges, panels, frame);
}

Frame frame_for(const PlotData& data, const SvgPlotOptions& options) {
  if (options.printed)
    return {data.style.size[0] * pixels_per_metre, data.style.size[1] * pixels_per_metre, true,
            false};
  return {static_cast<double>(std::clamp(options.width, 200, 4000)),
          static_cast<double>(std::clamp(options.height, 200, 4000)), false, false};
}

}  // namespace

std::string render_svg(const PlotData& data, const SvgPlotOptions& options) {
  const Frame frame = frame_for(data, options);
  const auto length = [&](int side, double on_screen) {
    return options.printed ? pixels(1e3 * data.style.size[side]) + "mm" : pixels(on_screen);
  };
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{3}\" height=\"{4}\" viewBox=\"0 0 "
             "{0} {1}\" font-family=\"sans-serif\" font-size=\"{2}\" fill=\"#333\">\n"
             "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
             pixels(frame.width), pixels(frame.height), frame.type(), length(0, frame.width),
             length(1, frame.height)) +
         inside(data, frame) + "</svg>\n";
}

}  // namespace mbs
