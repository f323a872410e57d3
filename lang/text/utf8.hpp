// Decoding of UTF-8: the only place that looks inside multi-byte characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mbs::utf8 {

struct Character {
  char32_t code = 0;
  std::size_t length = 1;  // bytes; 1 for a byte that begins no valid character
  bool valid = true;
};

// The character at byte `offset`, which must lie inside `text`. Overlong forms, surrogates and
// codes above U+10FFFF are not valid.
Character decode(std::string_view text, std::size_t offset);
std::string encode(char32_t code);
// Byte offset of the first byte that is not UTF-8, npos if there is none.
std::size_t find_invalid(std::string_view text);
// Number of characters; a byte that is not UTF-8 counts as one.
std::size_t count(std::string_view text);

}  // namespace mbs::utf8
