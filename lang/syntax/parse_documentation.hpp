// Private to the parser: the comments that document what stands below them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "lang/text/scan.hpp"

namespace mbs::grammar {

// The `##` lines directly above statements. Every such line is used once.
class Documentation {
 public:
  Documentation(std::string_view text, const TextScan& scan) : text_(text), scan_(scan) {}

  // The lines below the one that ends at `offset`, as documentation of the whole file.
  std::string below(std::size_t offset) {
    std::string result;
    std::size_t rest = skip_blanks(text_, offset);
    while (text_.substr(rest).starts_with(";")) rest = skip_blanks(text_, rest + 1);
    if (!is_newline(text_, rest) && !text_.substr(rest).starts_with("#")) return result;
    std::size_t line = after_newline(offset);
    while (const auto* comment = comment_at(line)) {
      append(result, *comment);
      line = after_newline(comment->end);
      last_of_file_ = comment->end;
    }
    return result;
  }

  // The lines directly above the one that `offset` lies on.
  std::string above(std::size_t offset) const {
    std::vector<const TextScan::Range*> found;
    std::size_t line = line_start(offset);
    if (skip_blanks(text_, line) != offset) return {};
    while (line > 0) {
      line = line_start(line - 1);
      const auto* comment = comment_at(line);
      if (!comment || comment->end <= last_of_file_) break;
      found.push_back(comment);
    }
    std::string result;
    for (auto comment = found.rbegin(); comment != found.rend(); ++comment)
      append(result, **comment);
    return result;
  }

 private:
  std::size_t line_start(std::size_t offset) const {
    const std::size_t newline =
        offset == 0 ? std::string_view::npos : text_.rfind('\n', offset - 1);
    return newline == std::string_view::npos ? 0 : newline + 1;
  }
  std::size_t after_newline(std::size_t offset) const {
    const std::size_t newline = text_.find('\n', offset);
    return newline == std::string_view::npos ? text_.size() : newline + 1;
  }
  // The comment that is all there is on the line, if it begins with ##.
  const TextScan::Range* comment_at(std::size_t line) const {
    const std::size_t begin = skip_blanks(text_, line);
    if (!text_.substr(begin).starts_with("##")) return nullptr;
    const auto& comments = scan_.comments();
    const auto found = std::lower_bound(
        comments.begin(), comments.end(), begin,
        [](const TextScan::Range& r, std::size_t value) { return r.begin < value; });
    return found != comments.end() && found->begin == begin ? &*found : nullptr;
  }
  void append(std::string& result, const TextScan::Range& comment) const {
    std::string_view line = text_.substr(comment.begin + 2, comment.end - comment.begin - 2);
    if (line.starts_with(" ")) line.remove_prefix(1);
    while (!line.empty() && std::string_view(" \t\r").find(line.back()) != std::string_view::npos) {
      line.remove_suffix(1);
    }
    if (!result.empty()) result += '\n';
    result += line;
  }

  std::string_view text_;
  const TextScan& scan_;
  std::size_t last_of_file_ = 0;
};

}  // namespace mbs::grammar
