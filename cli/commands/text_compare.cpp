#include "cli/commands/text_compare.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "lang/text/lexeme.hpp"

namespace mbs {

namespace {

// A piece of a line: blanks, a number, or one other character.
struct Piece {
  std::string_view text;
  std::optional<double> number;
  bool blank = false;
};

// A number starts a word: the 1 of `x1` is no number. Its sign is part of it after a blank.
std::size_t number_length(std::string_view line, std::size_t at, double& value) {
  if (at > 0 && is_word_character(line[at - 1])) return 0;
  const std::size_t digits = at + (line[at] == '-' ? 1 : 0);
  if (digits >= line.size() || !is_digit(line[digits])) return 0;
  if (digits > at && at > 0 && line[at - 1] != ' ' && line[at - 1] != '(') return 0;
  const auto [end, error] = std::from_chars(line.data() + at, line.data() + line.size(), value);
  return error == std::errc() ? static_cast<std::size_t>(end - line.data()) - at : 0;
}

std::vector<Piece> pieces_of(std::string_view line) {
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < line.size();) {
    double value = 0;
    std::size_t length = number_length(line, i, value);
    Piece piece;
    if (length > 0) {
      piece.number = value;
    } else {
      while (i + length < line.size() && line[i + length] == ' ') ++length;
      piece.blank = length > 0;
      length = std::max<std::size_t>(length, 1);
    }
    piece.text = line.substr(i, length);
    pieces.push_back(piece);
    i += length;
  }
  return pieces;
}

bool numbers_agree(double a, double b, double tolerance) {
  if (a == b) return true;
  return std::abs(a - b) <= tolerance * std::max({1e-3, std::abs(a), std::abs(b)});
}

bool pieces_agree(const Piece& a, const Piece& b, const CompareOptions& options, bool any_number) {
  if (a.number && b.number)
    return any_number || numbers_agree(*a.number, *b.number, options.tolerance);
  return (a.blank && b.blank) || (a.text == b.text && a.number.has_value() == b.number.has_value());
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
  }
  return lines;
}

// Pairs of lines that agree, in order: a longest common subsequence.
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;
Pairs common_lines(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b,
                   const CompareOptions& options) {
  std::vector<std::vector<int>> length(a.size() + 1, std::vector<int>(b.size() + 1, 0));
  std::vector<std::vector<char>> same(a.size(), std::vector<char>(b.size(), 0));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      same[i][j] = lines_agree(a[i], b[j], options);
      length[i][j] =
          same[i][j] ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
    }
  }
  Pairs pairs;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (same[i][j]) {
      pairs.emplace_back(i++, j++);
    } else if (length[i + 1][j] >= length[i][j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return pairs;
}

bool all_agree(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b,
               const CompareOptions& options) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!lines_agree(a[i], b[i], options)) return false;
  }
  return true;
}

void append(std::string& text, char mark, std::string_view line) {
  text += mark;
  text += ' ';
  text += line;
  text += '\n';
}

}  // namespace

bool lines_agree(std::string_view recorded, std::string_view found, const CompareOptions& options) {
  if (recorded == found) return true;
  const bool any_number = std::any_of(
      options.unstable.begin(), options.unstable.end(),
      [&](const std::string& mark) { return recorded.find(mark) != std::string_view::npos; });
  std::vector<Piece> a = pieces_of(recorded), b = pieces_of(found);
  // Leading blanks of a table move with the widths of its columns.
  if (!a.empty() && a[0].blank) a.erase(a.begin());
  if (!b.empty() && b[0].blank) b.erase(b.begin());
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [&](const Piece& x, const Piece& y) {
           return pieces_agree(x, y, options, any_number);
         });
}

std::string difference(const std::string& recorded, const std::string& found,
                       const CompareOptions& options) {
  const auto a = lines_of(recorded), b = lines_of(found);
  if (all_agree(a, b, options)) return {};
  constexpr std::size_t around = 2;
  std::string text;
  std::size_t i = 0, j = 0;
  Pairs pairs;
  // The table of a common subsequence grows with the square; long outputs are compared line by
  // line.
  if (a.size() * b.size() <= 4'000'000) pairs = common_lines(a, b, options);
  pairs.emplace_back(a.size(), b.size());
  std::vector<std::string_view> same;  // lines since the last difference
  bool differed = false;
  for (const auto& [next_i, next_j] : pairs) {
    if (i < next_i || j < next_j) {
      const std::size_t first = same.size() > around ? same.size() - around : 0;
      const std::size_t shown_after = differed ? std::min(around, same.size()) : 0;
      for (std::size_t k = 0; k < shown_after; ++k) append(text, ' ', same[k]);
      if (first > shown_after) text += "...\n";
      for (std::size_t k = std::max(first, shown_after); k < same.size(); ++k)
        append(text, ' ', same[k]);
      same.clear();
      differed = true;
    }
    for (; i < next_i; ++i) append(text, '-', a[i]);
    for (; j < next_j; ++j) append(text, '+', b[j]);
    if (i < a.size()) same.push_back(a[i]);
    ++i, ++j;
  }
  return text;
}

}  // namespace mbs
