// The edges at a sharp corner: on what it can stand hangs on them.
#pragma once

#include <cstddef>
#include <vector>

#include "lang/elaborate/world/value.hpp"
#include "lang/scenario/contact.hpp"

namespace mbs::elaborate {

// The shape of a contact of one corner of a polygon, box or polyhedron, by its index from 0: a
// circle, or a ball in space, that knows its edges if it is sharp.
ir::Circle lone_corner(const ShapeValue& whole, std::size_t corner, bool spatial);

}  // namespace mbs::elaborate
