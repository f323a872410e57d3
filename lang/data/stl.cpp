#include "lang/data/stl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace mbs {
namespace {

constexpr const char* anew = "write it anew from the program that made it, as STL";
constexpr const char* coarser =
    "write it with fewer triangles: of a part its hull alone counts, which a coarse one has as "
    "well";

std::string too_many(const std::string& count) {
  return fmt::format("it has {} triangles, where {} are the most", count, most_triangles);
}

// ---- binary: 80 bytes of anything, the number of triangles, 50 bytes for each ----------------

constexpr std::size_t head = 84, bytes_each = 50;

std::uint32_t word_at(std::string_view file, std::size_t at) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(file[at + i]);
  return value;
}

std::size_t announced(std::string_view file) {
  return file.size() < head ? 0 : word_at(file, head - 4);
}

Stl read_binary(std::string_view file) {
  Stl stl;
  const std::size_t count = announced(file);
  if (count > most_triangles) {
    stl.fault = StlFault{0, 0, too_many(fmt::format("{}", count)), coarser};
    return stl;
  }
  stl.points.reserve(3 * count);
  for (std::size_t i = 0; i < 3 * count; ++i) {
    const std::size_t at = head + i / 3 * bytes_each + 12 * (i % 3 + 1);
    std::array<double, 3> point{};
    for (std::size_t k = 0; k < 3; ++k) point[k] = std::bit_cast<float>(word_at(file, at + 4 * k));
    if (std::ranges::all_of(point, [](double c) { return std::isfinite(c); })) {
      stl.points.push_back(point);
      continue;
    }
    stl.fault = StlFault{
        0, 0, fmt::format("a coordinate of its triangle {} is not finite", i / 3 + 1), anew};
    return stl;
  }
  return stl;
}

// ---- text -----------------------------------------------------------------------------------

struct Token {
  std::size_t begin = 0, end = 0;
};

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

bool same_word(std::string_view written, std::string_view word) {
  return std::ranges::equal(written, word, [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b;
  });
}

class TextReader {
 public:
  explicit TextReader(std::string_view text) : text_(text) { stl_.text = true; }

  Stl read() {
    do word("solid") && name();
    while (!stl_.fault && facets() && has_more());
    return std::move(stl_);
  }

 private:
  Token next() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
    return {begin, at_};
  }
  bool has_more() {
    const std::size_t here = at_;
    const Token token = next();
    at_ = here;
    return token.end > token.begin;
  }
  std::string_view view(Token token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  // The rest of the line.
  bool name() {
    while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
    return true;
  }

  bool fail(Token token, std::string message, const char* hint) {
    stl_.fault = StlFault{token.begin, token.end, std::move(message), hint};
    return false;
  }
  bool unexpected(Token token, std::string_view wanted) {
    constexpr std::size_t shown = 30;
    if (token.end == token.begin)
      return fail(last_, fmt::format("the file ends where `{}` belongs: it is cut off", wanted),
                  anew);
    token.end = std::min(token.end, token.begin + shown);
    return fail(token, fmt::format("`{}` where `{}` belongs", view(token), wanted), anew);
  }
  bool word(std::string_view wanted) {
    const Token token = next();
    if (!same_word(view(token), wanted)) return unexpected(token, wanted);
    last_ = token;
    return true;
  }
  bool number(double& value) {
    const Token token = next();
    if (token.end == token.begin) return unexpected(token, "a coordinate");
    std::string_view digits = view(token);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc{} && end == digits.data() + digits.size() && std::isfinite(value)) {
      last_ = token;
      return true;
    }
    return fail(token, fmt::format("`{}` is not a number that a coordinate can have", view(token)),
                digits.find(',') == std::string_view::npos ? anew : "numbers have a point");
  }

  // Up to `endsolid` and its name.
  bool facets() {
    for (;;) {
      const Token token = next();
      if (same_word(view(token), "endsolid")) return last_ = token, name();
      if (!same_word(view(token), "facet"))
        return unexpected(token, stl_.points.empty() ? "facet" : "endsolid");
      last_ = token;
      if (stl_.points.size() == 3 * most_triangles)
        return fail(token, too_many(fmt::format("more than {}", most_triangles)), coarser);
      if (!facet()) return false;
    }
  }
  // The normal is not needed, and of a triangle without area it is no number.
  bool facet() {
    if (!word("normal")) return false;
    for (int i = 0; i < 3; ++i) next();
    if (!word("outer") || !word("loop")) return false;
    for (int i = 0; i < 3; ++i)
      if (!vertex()) return false;
    return word("endloop") && word("endfacet");
  }
  bool vertex() {
    std::array<double, 3> point{};
    if (!word("vertex")) return false;
    for (double& coordinate : point)
      if (!number(coordinate)) return false;
    stl_.points.push_back(point);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Token last_;  // that was read and understood
  Stl stl_;
};

// Programs write `solid` at the head of binary files, too.
bool is_text(std::string_view file) {
  std::size_t begin = 0;
  while (begin < file.size() && is_blank(file[begin])) ++begin;
  return same_word(file.substr(begin, 5), "solid") && file.find('\0') == std::string_view::npos;
}

StlFault wrong_length(std::string_view file) {
  const std::size_t count = announced(file);
  if (file.size() < head || (file.find('\0') == std::string_view::npos))
    return {0, 0, "this is not an STL file",
            "one of text begins with `solid`; a binary one has 84 bytes and 50 for each triangle"};
  const std::size_t whole = (file.size() - head) / bytes_each;
  return {0, 0,
          fmt::format("this is not an STL file, or not all of one: its head says {} triangles, but "
                      "there are bytes for {}",
                      count, whole),
          anew};
}

}  // namespace

Stl read_stl(std::string_view file) {
  Stl stl;
  if (file.starts_with("\xEF\xBB\xBF")) file.remove_prefix(3);
  if (file.size() >= head && file.size() == head + bytes_each * announced(file))
    stl = read_binary(file);
  else if (is_text(file))
    stl = TextReader(file).read();
  else
    stl.fault = file.empty() ? StlFault{0, 0, "the file is empty", anew} : wrong_length(file);
  if (!stl.fault && stl.points.empty()) stl.fault = StlFault{0, 0, "it has no triangles", anew};
  return stl;
}

}  // namespace mbs
