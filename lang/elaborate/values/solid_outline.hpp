// What shapes look like.
#pragma once

#include <optional>

#include "lang/elaborate/world/value.hpp"
#include "lang/scenario/mechanism.hpp"

namespace mbs::elaborate {

// In the axes of the shape's point. Nothing for shapes that have no end, and for a ring.
std::optional<ir::Solid> solid_outline(const ShapeValue& shape);
// The same in the plane, all z 0. Nothing for what is hollow, too.
std::optional<ir::Solid> flat_outline(const ShapeValue& shape);

}  // namespace mbs::elaborate
