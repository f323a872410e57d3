#include "cli/output/text_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "cli/output/typeset.hpp"
#include "lang/text/number.hpp"
#include "lang/text/utf8.hpp"

namespace mbs {
namespace {

// How one character cell is divided, and what its parts look like together.
struct Style {
  int columns, lines;  // dots per cell
  std::string_view vertical, corner, horizontal;
};
constexpr Style levels_style{1, 3, "|", "+", "-"};  // one curve, ASCII
constexpr Style marks_style{1, 1, "|", "+", "-"};   // several curves, ASCII
constexpr Style bars_style{1, 3, "|", "+", "-"};    // one histogram, ASCII
constexpr Style braille_style{2, 4, "│", "└", "─"};
constexpr Style unicode_marks_style{1, 1, "│", "└", "─"};

constexpr std::array<std::string_view, 8> ascii_marks{"*", "+", "o", "x", "#", "%", "@", "="};
constexpr std::array<std::string_view, 8> unicode_marks{"●", "+", "○", "×", "■", "▲", "◇", "="};

// A grid of dots; each cell remembers which of its dots are set and by which curve last.
class Raster {
 public:
  Raster(int width, int height, const Style& style)
      : style_(style),
        width_(width),
        height_(height),
        dots_(width * height),
        curve_(width * height) {}

  void draw(const PlotData& data, std::size_t curve, const PlotRanges& ranges) {
    const PlotCurve& c = data.curves[curve];
    const std::size_t look = look_of(data, curve);
    if (data.style.histogram) return steps(data.x, c.y, ranges, look);
    Pen pen;
    for (std::size_t i = 0; i < c.count(data.x.size()); ++i)
      move(pen, data.x[c.begin + i], c.y[i], ranges, look, !data.style.points && !c.points);
  }

  // Filled from the axis up; whatever was counted is seen.
  void fill(const std::vector<double>& counts, double most) {
    const int columns = width_ * style_.columns, lines = height_ * style_.lines;
    for (int column = 0; column < columns; ++column) {
      const double part = (column + 0.5) / columns;
      const double count = counts[static_cast<std::size_t>(part * counts.size())];
      const int tall = static_cast<int>(std::lround(count / most * lines));
      for (int line = 0; line < std::max(tall, count > 0 ? 1 : 0); ++line)
        set(column, lines - 1 - line, 0);
    }
  }

  // Bit k of the answer: dot k of the cell, from the top, row by row.
  unsigned dots(int column, int line) const { return dots_[line * width_ + column]; }
  std::size_t curve(int column, int line) const { return curve_[line * width_ + column]; }

 private:
  struct Pen {
    bool down = false;
    int column = 0, line = 0;
  };

  void move(Pen& pen, double x, double y, const PlotRanges& ranges, std::size_t look,
            bool join_up) {
    if (!ranges.x.has(x) || !ranges.y.has(y)) {
      pen.down = false;
      return;
    }
    const int column = place(ranges.x.fraction(x), width_ * style_.columns);
    const int line = place(1 - ranges.y.fraction(y), height_ * style_.lines);
    if (pen.down && join_up) join(pen.column, pen.line, column, line, look);
    set(column, line, look);
    pen = {true, column, line};
  }

  // The outline of a histogram.
  void steps(const std::vector<double>& ends, const std::vector<double>& counts,
             const PlotRanges& ranges, std::size_t look) {
    Pen pen;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      move(pen, ends[k], counts[k], ranges, look, true);
      move(pen, ends[k + 1], counts[k], ranges, look, true);
    }
  }

  static int place(double fraction, int count) {
    return std::clamp(static_cast<int>(std::lround(fraction * (count - 1))), 0, count - 1);
  }

  void set(int column, int line, std::size_t curve) {
    const int cell = line / style_.lines * width_ + column / style_.columns;
    const int dot = line % style_.lines * style_.columns + column % style_.columns;
    dots_[cell] |= 1u << dot;
    curve_[cell] = curve;
  }

  void join(int column, int line, int to_column, int to_line, std::size_t curve) {
    const int steps = std::max(std::abs(to_column - column), std::abs(to_line - line));
    for (int i = 1; i < steps; ++i) {
      const double part = static_cast<double>(i) / steps;
      set(column + static_cast<int>(std::lround(part * (to_column - column))),
          line + static_cast<int>(std::lround(part * (to_line - line))), curve);
    }
  }

  const Style& style_;
  int width_, height_;
  std::vector<unsigned> dots_;
  std::vector<std::size_t> curve_;
};

std::string level_text(unsigned dots) {
  constexpr std::string_view glyphs = " '-'.:.:";  // bits: top, middle, bottom
  return std::string(1, glyphs[dots & 7]);
}

std::string bar_text(unsigned dots) {
  constexpr std::string_view glyphs = " ###.#:#";  // full ones but where a bar ends
  return std::string(1, glyphs[dots & 7]);
}

std::string braille_text(unsigned dots) {
  if (dots == 0) return " ";
  // Braille numbers its dots down the left column, then the right one, the lowest two last.
  constexpr std::array<unsigned, 8> bit{0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80};
  unsigned code = 0x2800;
  for (unsigned k = 0; k < bit.size(); ++k)
    if ((dots >> k & 1u) != 0) code |= bit[k];
  return utf8::encode(code);
}

// Three digits, or as many as whole numbers below a million have.
std::vector<std::string> end_labels(const Range& range) {
  // An end that is 0 but for rounding is labelled 0.
  const double noise = range.log ? 0 : 2e-9 * (range.high / 2 - range.low / 2);
  const auto clean = [noise](double end) { return std::abs(end) < noise ? 0 : end; };
  const double ends[] = {clean(range.low), clean(range.high)};
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  const int whole = size > 0 && size < 1e6 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 0;
  return tick_labels(ends, std::max(3, whole));
}

// A character is about twice as tall as wide.
PlotRanges shown_ranges(const PlotData& data, const PlotRanges& ranges, int width, int height) {
  return data.style.equal ? equally_scaled(ranges, width - 1, 2.0 * (height - 1)) : ranges;
}

const Style& style_for(bool several, bool bars, bool unicode) {
  if (several) return unicode ? unicode_marks_style : marks_style;
  return unicode ? braille_style : bars ? bars_style : levels_style;
}

class TextPlot {
 public:
  // `ranges`: of all drawings together that it is one of.
  TextPlot(const PlotData& data, const TextPlotOptions& options, const PlotRanges& ranges)
      : data_(data),
        several_(data.curves.size() > 1),
        bars_(data.style.histogram && !several_),
        unicode_(options.unicode),
        width_(std::clamp(options.width, 10, 400)),
        height_(std::clamp(options.height, 3, 200)),
        style_(style_for(several_, bars_, unicode_)),
        ranges_(shown_ranges(data, ranges, width_, height_)),
        raster_(width_, height_, style_) {
    if (bars_) raster_.fill(data.curves.front().y, ranges_.y.high);
    for (std::size_t i = data.curves.size(); !bars_ && i-- > 0;) raster_.draw(data, i, ranges_);
    label_lines();
  }

  std::string text() const {
    std::string text = heading();
    for (int line = 0; line < height_; ++line) text += drawing_line(line);
    std::string axis = std::string(label_width_ + 2, ' ');
    axis += style_.corner;
    for (int i = 0; i < width_; ++i) axis += style_.horizontal;
    return text + axis + '\n' + abscissa();
  }

 private:
  std::string mark(std::size_t curve) const {
    return std::string((unicode_ ? unicode_marks : ascii_marks)[curve % ascii_marks.size()]);
  }

  std::string heading() const {
    const bool named = !data_.y_name.empty();
    std::string text = named ? plain_head(data_.y_name, data_.y_quoted, data_.y_unit) : "";
    if (named) text += '\n';
    if (several_ ? !data_.style.legend : named) return text;
    constexpr std::size_t most = 16;
    const std::size_t all = data_.curves.size(), named_here = all > most ? most - 1 : all;
    for (std::size_t i = 0; i < named_here; ++i) {
      const PlotCurve& curve = data_.curves[i];
      if (i > 0) text += "   ";
      if (several_) text += mark(look_of(data_, i)) + ' ';
      text += plain_head(curve.name, curve.quoted, named ? "" : curve.unit);
    }
    if (named_here < all) text += fmt::format("   and {} more", all - named_here);
    return text + '\n';
  }

  // The highest and lowest value, and 0 where it lies well between.
  void label_lines() {
    const auto texts = end_labels(ranges_.y);
    labels_.resize(height_);
    labels_.front() = texts[1];
    labels_.back() = texts[0];
    if (ranges_.y.has(0)) {
      const int zero = static_cast<int>(std::lround((1 - ranges_.y.fraction(0)) * (height_ - 1)));
      if (zero > 1 && zero < height_ - 2) labels_[zero] = "0";
    }
    for (const std::string& label : labels_) label_width_ = std::max(label_width_, label.size());
  }

  std::string drawing_line(int line) const {
    std::string text =
        " " + std::string(label_width_ - labels_[line].size(), ' ') + labels_[line] + " ";
    text += style_.vertical;
    for (int column = 0; column < width_; ++column) text += cell(column, line);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
  }

  std::string cell(int column, int line) const {
    const unsigned dots = raster_.dots(column, line);
    if (bars_ && !unicode_) return bar_text(dots);
    if (!several_) return unicode_ ? braille_text(dots) : level_text(dots);
    return dots == 0 ? " " : mark(raster_.curve(column, line));
  }

  std::string abscissa() const {
    const auto labels = end_labels(ranges_.x);
    const std::string name = plain_head(data_.x_name, data_.x_quoted, data_.x_unit);
    const auto at_least_one = [](std::ptrdiff_t n) {
      return std::string(std::max<std::ptrdiff_t>(n, 1), ' ');
    };
    const auto size = static_cast<std::ptrdiff_t>(utf8::count(name));
    const auto left = static_cast<std::ptrdiff_t>(labels[0].size());
    const auto right = static_cast<std::ptrdiff_t>(labels[1].size());
    std::string text(label_width_ + 3, ' ');
    const std::string before = at_least_one((width_ - size) / 2 - left);
    text += labels[0] + before + name;
    text += at_least_one(width_ - left - static_cast<std::ptrdiff_t>(before.size()) - size - right);
    return text + labels[1] + '\n';
  }

  const PlotData& data_;
  bool several_, bars_, unicode_;
  int width_, height_;
  const Style& style_;
  PlotRanges ranges_;
  Raster raster_;
  std::vector<std::string> labels_;  // per line
  std::size_t label_width_ = 0;
};

}  // namespace

namespace {

std::string nothing(const PlotData& data) {
  std::string names;
  for (const PlotCurve& curve : data.curves)
    names += (names.empty() ? "" : ", ") + plain_label(curve.name, curve.quoted);
  return (names.empty() ? "plot" : names) + ": nothing to plot\n";
}

}  // namespace

std::string render(const PlotData& data, const TextPlotOptions& options) {
  const PlotRanges ranges = ranges_of(data);
  std::string text = data.name.empty() ? "" : data.name + '\n';
  if (ranges.empty) return text + nothing(data);
  const std::vector<PlotPanel> panels = panels_of(data);
  if (panels.empty()) return text + TextPlot(data, options, ranges).text();
  for (const PlotPanel& panel : panels)
    text += panel.title + '\n' + TextPlot(panel.data, options, ranges).text();
  return text;
}

}  // namespace mbs
