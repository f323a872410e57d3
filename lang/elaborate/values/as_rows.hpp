// Lists of numbers as lists that a run fills.
#pragma once

#include <optional>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// A list of numbers as a value per row; a scalar stays what it is.
std::optional<Scalar> as_rows(World& world, const Value& value, const ast::Expr& expr);

}  // namespace mbs::elaborate
