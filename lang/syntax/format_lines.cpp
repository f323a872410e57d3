#include "lang/syntax/format_lines.hpp"

#include <algorithm>

#include "lang/text/utf8.hpp"

namespace mbs {

void Lines::add(int indent, Segments segments, std::string alignment) {
  lines_.push_back({indent, std::move(segments), std::move(alignment), {}});
}

void Lines::blank() {
  if (!lines_.empty() && !lines_.back().segments.empty()) lines_.push_back({0, {}, {}, {}});
}

void Lines::append_comment(const std::string& comment) {
  std::string& present = lines_.back().comment;
  present += (present.empty() ? "" : " ") + comment;
}

std::string Lines::joined(const Segments& segments) {
  std::string result;
  for (const std::string& segment : segments) result += (result.empty() ? "" : " ") + segment;
  return result;
}

std::size_t Lines::width(const Segments& segments) {
  return utf8::count(joined(segments));
}

bool Lines::alike(const Line& a, const Line& b) {
  return !a.alignment.empty() && a.alignment == b.alignment && a.indent == b.indent &&
         a.segments.size() == b.segments.size();
}

// Pads every segment but the last to the widest of its column.
void Lines::align(std::vector<Line>& lines, std::size_t begin, std::size_t end) {
  std::vector<Line> padded(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                           lines.begin() + static_cast<std::ptrdiff_t>(end));
  for (std::size_t column = 0; column + 1 < padded[0].segments.size(); ++column) {
    std::size_t widest = 0;
    for (const Line& line : padded) widest = std::max(widest, utf8::count(line.segments[column]));
    for (Line& line : padded) {
      std::string& segment = line.segments[column];
      segment.append(widest - utf8::count(segment), ' ');
    }
  }
  for (const Line& line : padded) {
    if (2 * static_cast<std::size_t>(line.indent) + width(line.segments) > max_width) return;
  }
  std::move(padded.begin(), padded.end(), lines.begin() + static_cast<std::ptrdiff_t>(begin));
}

// Comments on neighbouring lines begin in one column, two blanks behind the longest text.
void Lines::align_comments(const std::vector<Line>& lines, std::vector<std::string>& texts) {
  for (std::size_t begin = 0; begin < lines.size();) {
    std::size_t end = begin, widest = 0;
    const auto belongs = [&](const Line& line) {
      return !line.comment.empty() && line.indent == lines[begin].indent;
    };
    for (; end < lines.size() && belongs(lines[end]); ++end) {
      widest = std::max(widest, utf8::count(texts[end]));
    }
    for (std::size_t i = begin; i < end; ++i) {
      texts[i].append(widest + 2 - utf8::count(texts[i]), ' ');
      texts[i] += lines[i].comment;
    }
    begin = std::max(end, begin + 1);
  }
}

std::string Lines::text() const {
  std::vector<Line> lines = lines_;
  for (std::size_t begin = 0; begin < lines.size();) {
    std::size_t end = begin + 1;
    while (end < lines.size() && alike(lines[begin], lines[end])) ++end;
    if (end > begin + 1) align(lines, begin, end);
    begin = end;
  }
  std::vector<std::string> texts;
  for (const Line& line : lines) {
    const std::string indent(line.segments.empty() ? 0 : 2 * static_cast<std::size_t>(line.indent),
                             ' ');
    texts.push_back(indent + joined(line.segments));
  }
  align_comments(lines, texts);
  std::string result;
  for (const std::string& text : texts) result += text + '\n';
  return result;
}

}  // namespace mbs
