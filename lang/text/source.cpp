#include "lang/text/source.hpp"

#include <algorithm>

#include "lang/text/utf8.hpp"

namespace mbs {

Span cover(Span a, Span b) {
  return {a.source, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

int SourceMap::add(std::string name, std::string text) {
  // A byte order mark says nothing that UTF-8 does not say already.
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  std::vector<std::uint32_t> starts{0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') starts.push_back(static_cast<std::uint32_t>(i + 1));
  }
  files_.push_back({std::move(name), std::move(text), std::move(starts)});
  return size() - 1;
}

std::string_view SourceMap::text(Span span) const {
  if (span.source < 0 || span.source >= size()) return {};
  const std::string_view whole = files_[span.source].text;
  const std::size_t begin = std::min<std::size_t>(span.begin, whole.size());
  const std::size_t end = std::clamp<std::size_t>(span.end, begin, whole.size());
  return whole.substr(begin, end - begin);
}

Place SourceMap::place(int source, std::uint32_t offset) const {
  const File& file = files_[source];
  const auto end = static_cast<std::uint32_t>(file.text.size());
  offset = std::min(offset, end);
  const auto after = std::upper_bound(file.line_starts.begin(), file.line_starts.end(), offset);
  const std::uint32_t start = *(after - 1);
  const std::string_view before = std::string_view(file.text).substr(start, offset - start);
  return {static_cast<int>(after - file.line_starts.begin()),
          static_cast<int>(utf8::count(before)) + 1};
}

std::string_view SourceMap::line(int source, int line) const {
  const File& file = files_[source];
  if (line < 1 || line > line_count(source)) return {};
  const std::size_t begin = file.line_starts[line - 1];
  const bool last = line == line_count(source);
  std::size_t end = last ? file.text.size() : file.line_starts[line] - 1;
  if (end > begin && file.text[end - 1] == '\r') --end;
  return std::string_view(file.text).substr(begin, end - begin);
}

int SourceMap::line_count(int source) const {
  return static_cast<int>(files_[source].line_starts.size());
}

}  // namespace mbs
