// Values as text, where a result is text itself: holes of strings, parts of failed expectations.
#pragma once

#include <string>

#include "runtime/results/output.hpp"

namespace mbs {

// `{expr:width.digits format}`: width 0 and digits < 0 are unset; format f, e, g or 0.
struct HoleFormat {
  int width = 0, digits = -1;
  char format = 0;
  int significant = 6;  // when nothing else is said
};

// With the unit behind it, if it has a name.
std::string with_unit(std::string number, const Unit& unit);
// A number in `digits` significant digits.
std::string number_text(double value, int digits);
// A cell in a unit, with the unit behind it: "45.87 kN", "true", "-" if missing.
std::string cell_text(const Cell& cell, const Unit& unit, int digits);
std::string hole_text(const Cell& cell, const Unit& unit, const HoleFormat& format);

}  // namespace mbs
