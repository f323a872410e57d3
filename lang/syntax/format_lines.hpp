// Lines of formatted text: segments, comments behind them, and their alignment.
#pragma once

#include <string>
#include <vector>

namespace mbs {

class Lines {
 public:
  static constexpr std::size_t max_width = 100;
  using Segments = std::vector<std::string>;

  // Neighbouring lines of the same indentation and the same `alignment` get their segments aligned,
  // if all of them stay within the width. Empty: stands alone.
  void add(int indent, Segments segments, std::string alignment);
  void add(int indent, std::string text) { add(indent, Segments{std::move(text)}, ""); }
  void blank();  // at most one in a row, none at the start
  // Behind the last line; several comments there become one.
  void append_comment(const std::string& comment);
  std::string text() const;

  static std::string joined(const Segments& segments);
  static std::size_t width(const Segments& segments);  // in characters

 private:
  struct Line {
    int indent;
    Segments segments;
    std::string alignment;
    std::string comment;
  };
  static bool alike(const Line& a, const Line& b);
  static void align(std::vector<Line>& lines, std::size_t begin, std::size_t end);
  static void align_comments(const std::vector<Line>& lines, std::vector<std::string>& texts);

  std::vector<Line> lines_;
};

}  // namespace mbs
