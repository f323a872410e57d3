// A text cut into words, numbers, units and signs, forgiving whatever is unfinished. For readers
// that have no tree: completion, a session, tools that change texts.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace mbs {

struct Token {
  enum class Kind { word, number, unit, string, sign, newline } kind = Kind::sign;
  std::size_t begin = 0, end = 0;
  std::string_view text;
  bool is(std::string_view other) const { return kind != Kind::string && text == other; }
  bool is_word(std::string_view other) const { return kind == Kind::word && text == other; }
};

struct TokenText {
  std::vector<Token> tokens;
  bool inside_string = false, inside_comment = false;  // at the end
};

TokenText cut_into_tokens(std::string_view text);

// Where the word that ends at `cursor` begins: letters, digits, `_`, the signs of units. Digits at
// its start are a number's and do not belong to it.
std::size_t word_begin(std::string_view text, std::size_t cursor);

}  // namespace mbs
