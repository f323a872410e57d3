// The smallest parts of a text, and where each of them ends: words, numbers, strings, comments.
// What reads a text without its grammar reads them here, and the grammar its numbers.
#pragma once

#include <cstddef>
#include <string_view>

namespace mbs {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
// A character of one byte that names may have; Greek letters are words, too, see `word_at`.
constexpr bool is_word_character(char c) {
  return is_letter(c) || c == '_' || is_digit(c);
}
constexpr bool opens_bracket(char c) {
  return c == '(' || c == '[' || c == '{';
}
constexpr bool closes_bracket(char c) {
  return c == ')' || c == ']' || c == '}';
}

bool is_newline(std::string_view text, std::size_t offset);
std::size_t skip_blanks(std::string_view text, std::size_t offset);

// The name or word at `offset`, empty if none begins there.
std::string_view word_at(std::string_view text, std::size_t offset);

// Where the word that ends at `end` begins; `end` if none does.
std::size_t begin_of_word(std::string_view text, std::size_t end);
// The word that has a character at `offset`, or ends there.
std::string_view word_around(std::string_view text, std::size_t offset);

// Behind the digits, point and exponent at `offset`; `offset` if no digit stands there. A range
// `1..5` is two numbers.
std::size_t end_of_number(std::string_view text, std::size_t offset);

// Behind the comment whose `#` is at `offset`: the newline, or the end of the text.
std::size_t end_of_comment(std::string_view text, std::size_t offset);

// A string ends behind the first quote that no backslash precedes; on its own line, or not at all.
struct StringEnd {
  std::size_t offset;
  bool closed;
};
StringEnd end_of_string(std::string_view text, std::size_t offset);

// Whether a line cannot end behind this sign or word, so that the next one continues it.
bool is_continuing(std::string_view sign_or_word);

// Calls visit(word, offset) for the words of [begin, end) outside of comments; those of strings,
// which may stand in holes, and of units are among them.
template <class Visit>
void for_each_word(std::string_view text, std::size_t begin, std::size_t end, Visit visit) {
  std::size_t behind_string = 0;
  for (std::size_t i = begin; i < end;) {
    const std::string_view word = word_at(text.substr(0, end), i);
    if (!word.empty()) {
      visit(word, i);
      i += word.size();
    } else if (text[i] == '#' && i >= behind_string) {
      i = end_of_comment(text, i);
    } else {
      if (text[i] == '"' && i >= behind_string) behind_string = end_of_string(text, i).offset;
      ++i;
    }
  }
}

}  // namespace mbs
