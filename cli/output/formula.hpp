// Formulas in labels: what stands between two `$` of a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mbs {

// A piece of a label on its line, raised or lowered.
struct LabelPiece {
  std::string text;
  int level = 0;        // 1: raised, -1: lowered
  bool symbol = false;  // a letter that stands for a quantity: slanted
  bool operator==(const LabelPiece&) const = default;
};

// A letter by its name, `omega` or `domega`; anything else as it is.
std::string letter(std::string_view word);

// Words are letters of the Greek alphabet by their names, or themselves; `_` lowers and `^` raises
// the word, number or group behind it; `dot x` and `frac(a, b)`; groups in ( ) or { } behind these.
// A backslash before a word is allowed. Never fails: what is no formula is shown as it is.
std::vector<LabelPiece> formula_pieces(std::string_view formula);

}  // namespace mbs
