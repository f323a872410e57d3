#include "lang/text/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace mbs::utf8 {

namespace {

constexpr Character invalid{0xFFFD, 1, false};

// Length announced by a leading byte; 0 if it can lead nothing.
std::size_t announced_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

// Texts are ASCII for the most part: eight bytes of it at once.
constexpr std::size_t eight = 8;
bool starts_plain(std::string_view text, std::size_t offset) {
  if (offset + eight > text.size()) return false;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text.data() + offset, eight);
  return (bytes & 0x8080808080808080u) == 0;
}

bool in_range(char32_t code, std::size_t length) {
  if (length == 3) return code >= 0x800 && (code < 0xD800 || code > 0xDFFF);
  if (length == 4) return code >= 0x10000 && code <= 0x10FFFF;
  return true;
}

}  // namespace

Character decode(std::string_view text, std::size_t offset) {
  const auto lead = static_cast<unsigned char>(text[offset]);
  const std::size_t length = announced_length(lead);
  if (length == 0 || offset + length > text.size()) return invalid;
  if (length == 1) return {lead, 1, true};
  char32_t code = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[offset + i]);
    if ((byte & 0xC0u) != 0x80u) return invalid;
    code = (code << 6) | (byte & 0x3Fu);
  }
  return in_range(code, length) ? Character{code, length, true} : invalid;
}

std::string encode(char32_t code) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0 | (code >> 6)), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xE0 | (code >> 12)), tail(6), tail(0)};
  return {static_cast<char>(0xF0 | (code >> 18)), tail(12), tail(6), tail(0)};
}

std::size_t find_invalid(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (starts_plain(text, i)) {
      i += eight;
      continue;
    }
    const Character c = decode(text, i);
    if (!c.valid) return i;
    i += c.length;
  }
  return std::string_view::npos;
}

std::size_t count(std::string_view text) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < text.size(); ++n) i += decode(text, i).length;
  return n;
}

}  // namespace mbs::utf8
