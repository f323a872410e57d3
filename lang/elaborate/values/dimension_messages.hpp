// E0202 in words: what the two sides are, and the slip that is likely behind it.
#pragma once

#include <optional>
#include <string>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Can these be added or compared? If not E0202 with labels on both operands and the likely slip, or
// E0209 where one counts in hertz and the other in radians. `verb`: "add", "subtract", "compare".
bool comparable(World& world, const std::string& verb, const Scalar& left,
                const ast::Expr& left_expr, const Scalar& right, const ast::Expr& right_expr,
                Scope& scope);
bool in_hertz(const std::optional<Unit>& unit);
// Whether it is given in Hz.
bool counts_turns(const Scalar& scalar);
std::string dimension_label(const Dimension& dimension);

}  // namespace mbs::elaborate
