#include "lang/text/lexeme.hpp"

#include <algorithm>

#include "lang/text/utf8.hpp"

namespace mbs {

namespace {

// Bytes of the Greek letter at `offset`, 0 if none stands there.
std::size_t length_of_greek(std::string_view text, std::size_t offset) {
  if ((static_cast<unsigned char>(text[offset]) & 0x80) == 0) return 0;
  const utf8::Character c = utf8::decode(text, offset);
  return c.valid && c.code >= 0x370 && c.code <= 0x3FF ? c.length : 0;
}

// The same of the one that ends at `end`; all of them have two bytes.
std::size_t length_of_greek_before(std::string_view text, std::size_t end) {
  return end >= 2 && length_of_greek(text, end - 2) == 2 ? 2 : 0;
}

bool has_digit(std::string_view text, std::size_t offset) {
  return offset < text.size() && is_digit(text[offset]);
}

bool has_any(std::string_view text, std::size_t offset, std::string_view characters) {
  return offset < text.size() && characters.find(text[offset]) != std::string_view::npos;
}

std::size_t end_of_digits(std::string_view text, std::size_t offset) {
  while (has_digit(text, offset)) ++offset;
  return offset;
}

}  // namespace

bool is_newline(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return false;
  return text[offset] == '\n' || text.substr(offset, 2) == "\r\n";
}

std::size_t skip_blanks(std::string_view text, std::size_t offset) {
  while (offset < text.size() && (text[offset] == ' ' || text[offset] == '\t')) ++offset;
  return offset;
}

std::string_view word_at(std::string_view text, std::size_t offset) {
  if (offset >= text.size() || is_digit(text[offset])) return {};
  std::size_t end = offset;
  while (end < text.size()) {
    const std::size_t length = is_word_character(text[end]) ? 1 : length_of_greek(text, end);
    if (length == 0) break;
    end += length;
  }
  return text.substr(offset, end - offset);
}

// Character by character, so that the time does not grow faster than the word.
std::size_t begin_of_word(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0) {
    const std::size_t length =
        is_word_character(text[begin - 1]) ? 1 : length_of_greek_before(text, begin);
    if (length == 0) break;
    begin -= length;
  }
  while (begin < end && is_digit(text[begin])) ++begin;
  return begin;
}

std::string_view word_around(std::string_view text, std::size_t offset) {
  return word_at(text, begin_of_word(text, std::min(offset, text.size())));
}

std::size_t end_of_number(std::string_view text, std::size_t offset) {
  if (!has_digit(text, offset)) return offset;
  std::size_t end = end_of_digits(text, offset);
  if (has_any(text, end, ".") && has_digit(text, end + 1)) end = end_of_digits(text, end + 1);
  if (!has_any(text, end, "eE")) return end;
  const std::size_t exponent = end + (has_any(text, end + 1, "+-") ? 2 : 1);
  return has_digit(text, exponent) ? end_of_digits(text, exponent) : end;
}

std::size_t end_of_comment(std::string_view text, std::size_t offset) {
  const std::size_t end = text.find('\n', offset);
  if (end == std::string_view::npos) return text.size();
  return end > offset && text[end - 1] == '\r' ? end - 1 : end;
}

StringEnd end_of_string(std::string_view text, std::size_t offset) {
  ++offset;
  while (offset < text.size() && text[offset] != '"' && !is_newline(text, offset)) {
    const bool escape = text[offset] == '\\' && offset + 1 < text.size();
    offset += escape && !is_newline(text, offset + 1) ? 2 : 1;
  }
  const bool closed = offset < text.size() && text[offset] == '"';
  return {closed ? offset + 1 : offset, closed};
}

bool is_continuing(std::string_view sign_or_word) {
  static constexpr std::string_view all[] = {"+",  "-",  "*",    "/",    "^",   ",",
                                             "=",  ":",  "<",    ">",    "~",   "..",
                                             "to", "in", "then", "else", "and", "or"};
  return std::find(std::begin(all), std::end(all), sign_or_word) != std::end(all);
}

}  // namespace mbs
