#include "lang/diagnostics/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lang/text/utf8.hpp"

namespace mbs {

namespace {

// Lines longer than this are shown as a window around the first label.
constexpr int window_width = 160;
constexpr int window_lead = 40;

// ---- colour -------------------------------------------------------------------

enum class Style { severity, frame, emphasis, first_label, other_label };

class Painter {
 public:
  Painter(bool color, Severity severity) : color_(color), severity_(severity) {}
  std::string operator()(Style style, std::string_view text) const {
    if (!color_ || text.empty()) return std::string(text);
    return fmt::format("\033[{}m{}\033[0m", sequence(style), text);
  }

 private:
  std::string_view sequence(Style style) const {
    const std::string_view severity = severity_ == Severity::error ? "1;31" : "1;33";
    if (style == Style::severity || style == Style::first_label) return severity;
    return style == Style::emphasis ? "1" : "1;34";
  }
  bool color_;
  Severity severity_;
};

// Text that is safe on a terminal: control characters and broken bytes become `?`, a tab a blank.
std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const utf8::Character c = utf8::decode(text, i);
    const bool control = c.code < 0x20 || (c.code >= 0x7F && c.code < 0xA0);
    if (text[i] == '\t') {
      result += ' ';
    } else if (!c.valid || control) {
      result += '?';
    } else {
      result += text.substr(i, c.length);
    }
    i += c.length;
  }
  return result;
}

// ---- one annotated line ----------------------------------------------------------

// A label on its line, in columns from 0.
struct Mark {
  int begin = 0;
  int end = 1;
  bool first = false;  // underlined with ^
  std::string text;
};

// A row of characters that grows to the right as cells are written.
class Row {
 public:
  explicit Row(const Painter& paint) : paint_(paint) {}
  void put(int column, std::string_view text, Style style) {
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t length = utf8::decode(text, i).length;
      if (column >= static_cast<int>(cells_.size())) cells_.resize(column + 1, {" ", {}});
      cells_[column++] = {std::string(text.substr(i, length)), style};
      i += length;
    }
  }
  int width() const { return static_cast<int>(cells_.size()); }
  std::string text() const {
    std::string result;
    for (std::size_t i = 0; i < cells_.size();) {
      std::string run;
      const auto style = cells_[i].second;
      for (; i < cells_.size() && cells_[i].second == style; ++i) run += cells_[i].first;
      result += style ? paint_(*style, run) : run;
    }
    return result;
  }

 private:
  const Painter& paint_;
  std::vector<std::pair<std::string, std::optional<Style>>> cells_;
};

Style style_of(const Mark& mark) {
  return mark.first ? Style::first_label : Style::other_label;
}

// Hangs the texts of `marks` (sorted by column) below their places: a row of connectors, then each
// text on the highest row where it does not run into what stands right of it.
void hang(std::vector<Mark> marks, const Painter& paint, std::vector<std::string>& rows) {
  if (marks.empty()) return;
  Row connectors(paint);
  for (const Mark& mark : marks) connectors.put(mark.begin, "|", style_of(mark));
  rows.push_back(connectors.text());
  while (!marks.empty()) {
    Row row(paint);
    std::vector<Mark> left_over;
    int limit = 1 << 30;  // the first column that is taken to the right
    for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
      const int width = static_cast<int>(utf8::count(mark->text));
      const bool fits = mark->begin + width + 2 <= limit;
      if (mark->begin < limit) row.put(mark->begin, fits ? mark->text : "|", style_of(*mark));
      if (!fits) left_over.insert(left_over.begin(), *mark);
      limit = std::min(limit, mark->begin);
    }
    rows.push_back(row.text());
    marks = std::move(left_over);
  }
}

// The rows below a source line: underlines, the last label's text beside them, the others hanging.
std::vector<std::string> underline(std::vector<Mark> marks, const Painter& paint) {
  std::vector<std::string> rows;
  std::stable_sort(marks.begin(), marks.end(),
                   [](const Mark& a, const Mark& b) { return a.begin < b.begin; });
  Row row(paint);
  for (const bool first : {false, true}) {
    for (const Mark& mark : marks) {
      if (mark.first != first) continue;
      row.put(mark.begin, std::string(mark.end - mark.begin, first ? '^' : '-'), style_of(mark));
    }
  }
  if (row.width() == marks.back().end) {
    const Mark last = marks.back();
    marks.pop_back();
    if (!last.text.empty()) row.put(last.end + 1, last.text, style_of(last));
  }
  rows.push_back(row.text());
  std::erase_if(marks, [](const Mark& mark) { return mark.text.empty(); });
  hang(std::move(marks), paint, rows);
  return rows;
}

std::vector<std::string> show_values(std::vector<Mark> marks, const Painter& paint) {
  std::vector<std::string> rows;
  std::erase_if(marks, [](const Mark& mark) { return mark.text.empty(); });
  std::stable_sort(marks.begin(), marks.end(),
                   [](const Mark& a, const Mark& b) { return a.begin < b.begin; });
  hang(std::move(marks), paint, rows);
  return rows;
}

// ---- the report ------------------------------------------------------------------

// Where two operands do not fit together neither is the culprit: both are underlined alike.
bool on_equal_footing(const Diagnostic& d) {
  return d.code == Code::E0202 && d.labels.size() > 1;
}

class Report {
 public:
  Report(const Diagnostic& diagnostic, const SourceMap& sources, const RenderOptions& options)
      : d_(diagnostic),
        sources_(sources),
        brief_(options.brief),
        paint_(options.color, info(diagnostic.code).severity) {}

  std::string text() {
    header();
    collect_lines();
    gutter_ = fmt::formatted_size("{}", last_line_);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      place(groups_[i], i == 0);
      if (brief_) return out_;
      excerpt(groups_[i]);
    }
    if (!brief_) remarks();
    return out_;
  }

 private:
  using Lines = std::map<int, std::vector<Mark>>;
  struct Group {  // the labels in one source
    Span span;
    Lines lines;
  };

  void header() {
    const CodeInfo& code = info(d_.code);
    const std::string_view word = code.severity == Severity::error ? "error" : "warning";
    out_ += paint_(Style::severity, fmt::format("{}[{}]", word, code.name));
    out_ += paint_(Style::emphasis, ": " + printable(d_.message)) + "\n";
  }

  void collect_lines() {
    for (std::size_t i = 0; i < d_.labels.size(); ++i) {
      const Span span = d_.labels[i].span;
      if (span.source < 0 || span.source >= sources_.size()) continue;
      Group& group = group_of(span);
      const Place begin = sources_.place(span.source, span.begin);
      group.lines[begin.line].push_back(mark(i, begin));
      last_line_ = std::max(last_line_, begin.line);
    }
  }

  Group& group_of(Span span) {
    for (Group& group : groups_) {
      if (group.span.source == span.source) return group;
    }
    groups_.push_back({span, {}});
    return groups_.back();
  }

  // A label that runs over several lines is marked on the first.
  Mark mark(std::size_t index, Place begin) const {
    const Label& label = d_.labels[index];
    const Place end = sources_.place(label.span.source, std::max(label.span.begin, label.span.end));
    Mark result;
    result.begin = begin.column - 1;
    const auto line = sources_.line(label.span.source, begin.line);
    const int stop = end.line == begin.line ? end.column - 1 : static_cast<int>(utf8::count(line));
    result.end = std::max(stop, result.begin + 1);
    result.first = index == 0 && !on_equal_footing(d_);
    const bool has_value = index < d_.values.size() && d_.values[index];
    result.text = printable(has_value ? *d_.values[index] : label.text);
    return result;
  }

  void place(const Group& group, bool first) {
    const Place at = sources_.place(group.span.source, group.span.begin);
    out_ += std::string(gutter_, ' ') + paint_(Style::frame, first ? "-->" : ":::");
    out_ +=
        fmt::format(" {}:{}:{}\n", printable(sources_.name(group.span.source)), at.line, at.column);
  }

  void excerpt(const Group& group) {
    framed("");
    int previous = 0;
    for (const auto& [line, marks] : group.lines) {
      if (previous > 0 && line == previous + 2) source_line(group.span.source, previous + 1, {});
      if (previous > 0 && line > previous + 2) out_ += "...\n";
      source_line(group.span.source, line, marks);
      previous = line;
    }
  }

  void source_line(int source, int number, std::vector<Mark> marks) {
    const std::string text = clip(sources_.line(source, number), marks);
    out_ += paint_(Style::frame, fmt::format("{:>{}} |", number, gutter_));
    out_ += (text.empty() ? "" : " ") + text + "\n";
    if (marks.empty()) return;
    const auto rows = d_.values.empty() ? underline(marks, paint_) : show_values(marks, paint_);
    for (const std::string& row : rows) framed(row);
  }

  // The part of a long line that is shown; moves and cuts the marks to it.
  static std::string clip(std::string_view line, std::vector<Mark>& marks) {
    const std::string text = printable(line);
    const int width = static_cast<int>(utf8::count(text));
    if (width <= window_width) return text;
    int first = marks.empty() ? 0 : marks[0].begin;
    for (const Mark& mark : marks) first = std::min(first, mark.begin);
    const int start = std::clamp(first - window_lead, 0, width - window_width);
    for (Mark& mark : marks) {
      mark.begin = std::clamp(mark.begin - start, 0, window_width);
      mark.end = std::clamp(mark.end - start, mark.begin + 1, window_width + 1);
    }
    return characters(text, start, window_width);
  }

  static std::string characters(std::string_view text, int from, int count) {
    std::string result;
    int column = 0;
    for (std::size_t i = 0; i < text.size() && column < from + count; ++column) {
      const std::size_t length = utf8::decode(text, i).length;
      if (column >= from) result += text.substr(i, length);
      i += length;
    }
    return result;
  }

  void framed(const std::string& row) {
    out_ += std::string(gutter_ + 1, ' ') + paint_(Style::frame, "|");
    out_ += (row.empty() ? "" : " ") + row + "\n";
  }

  void remarks() {
    if (d_.notes.empty() && !d_.hint) return;
    if (!groups_.empty()) framed("");
    for (const std::string& note : d_.notes) remark("note", note);
    if (d_.hint) remark("hint", *d_.hint);
  }

  void remark(std::string_view kind, const std::string& text) {
    out_ += std::string(gutter_ + 1, ' ') + paint_(Style::frame, "=") + " ";
    out_ += paint_(Style::emphasis, kind) + ": " + printable(text) + "\n";
  }

  const Diagnostic& d_;
  const SourceMap& sources_;
  bool brief_;
  Painter paint_;
  std::vector<Group> groups_;
  std::size_t gutter_ = 1;  // digits of the largest line number shown
  int last_line_ = 1;
  std::string out_;
};

}  // namespace

std::string render(const Diagnostic& diagnostic, const SourceMap& sources,
                   const RenderOptions& options) {
  return Report(diagnostic, sources, options).text();
}

}  // namespace mbs
