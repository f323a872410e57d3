// The unit table. Units live in their own namespace, apart from values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/units/dimension.hpp"

namespace mbs {

// A unit as it was written; value in SI = factor * number.
struct Unit {
  std::string text;  // "um", "N/m^1.5"; "" for a pure number
  double factor = 1;
  Dimension dimension;
};

// One symbol with its prefix: "um", "deg", "kN". Empty if there is none.
std::optional<Unit> find_unit(std::string_view symbol);
// What a unit measures, in words: Hz has the dimension of an angular speed, and is none.
std::string unit_quantity(std::string_view symbol, const Unit& unit);
// Length in bytes of the word at the start of `text` that could be a unit: a letter, µ or ° and
// what continues a name, or a single %. 0 if there is none.
std::size_t unit_word_length(std::string_view text);
// Length in bytes of the longest unit symbol at the start of `text`, 0 if the word there is none.
// The whole word (letters, °, µ, %) must be a unit: "mmm" has none.
std::size_t match_unit_symbol(std::string_view text);
// What a kilogram, a metre and a second count inside: 1, unless a test shows that no result depends
// on it. Set while nothing is compiled; numbers of quantities, materials and laws follow.
struct UnitScale {
  double kg = 1, m = 1, s = 1;
};
void set_unit_scale(const UnitScale& scale);
double internal(double si, const Dimension& dimension);
// Symbols for completion and suggestions, prefixed ones included.
const std::vector<std::string>& unit_symbols();

}  // namespace mbs
