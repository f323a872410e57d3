// Units as they are written: `N/m^1.5`, `kg*m^2`, `1/s`, `N/(m*s)`.
#pragma once

#include <optional>
#include <string_view>

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/syntax/ast.hpp"

namespace mbs {

struct UnitReading {
  std::size_t length = 0;                // bytes; 0: no unit begins here
  std::vector<ast::UnitFactor> factors;  // spans are offsets from the start of the unit
  std::optional<Diagnostic> problem;     // likewise
};

// Reads the unit at the start of `text`. A `*`, `·` or `/` belongs to it only if a unit symbol
// follows directly; there is no blank in a unit. Problems: E0206, E0210.
UnitReading read_unit(std::string_view text);

}  // namespace mbs
