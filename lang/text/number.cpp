#include "lang/text/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace mbs {
namespace {

constexpr int most_decimals = 60;
constexpr int most_width = 1000;

bool has_digit_but_zero(const std::string& text) {
  const std::string mantissa = text.substr(0, text.find('e'));
  return mantissa.find_first_of("123456789") != std::string::npos;
}

std::string converted(double value, std::chars_format format, int digits) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::array<char, 400> buffer;  // 309 digits, the point, the decimals, the sign
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, digits);
  std::string text(buffer.data(), end.ptr);
  if (text[0] == '-' && !has_digit_but_zero(text)) text.erase(0, 1);
  return text;
}

}  // namespace

std::string format_number(double value, int digits) {
  return converted(value, std::chars_format::general, std::clamp(digits, 1, 17));
}

std::string format_number(double value, const NumberFormat& format, int default_digits) {
  const char kind = format.format != 0 ? format.format : format.digits >= 0 ? 'f' : 'g';
  const int digits = format.digits >= 0 ? format.digits : default_digits;
  std::string text;
  if (kind == 'g') {
    text = format_number(value, digits);
  } else {
    const auto style = kind == 'f' ? std::chars_format::fixed : std::chars_format::scientific;
    text = converted(value, style, std::clamp(digits, 0, most_decimals));
  }
  const auto width = static_cast<std::size_t>(std::clamp(format.width, 0, most_width));
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

}  // namespace mbs
