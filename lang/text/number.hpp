// Numbers to text, the same on every machine and in every locale.
#pragma once

#include <string>

namespace mbs {

// `digits` significant digits without trailing zeros; an exponent below 1e-4 and from 10^digits
// on: "0.5", "47297.3", "5.37021e-05". Zero has no sign. "inf", "-inf", "nan" if it is one.
// `digits` outside 1..17 is moved to the nearest of these.
std::string format_number(double value, int digits = 6);

// What follows the colon of a string hole: [width][.digits][f|e|g].
struct NumberFormat {
  int width = 0;    // least width; padded with blanks on the left
  int digits = -1;  // f, e: decimals; g: significant digits; -1: not given
  char format = 0;  // 'f', 'e', 'g'; 0: 'f' if digits are given, else 'g'
};

// Digits that are not given are `default_digits`. No "-0.00": what rounds to zero has no sign.
std::string format_number(double value, const NumberFormat& format, int default_digits = 6);

}  // namespace mbs
