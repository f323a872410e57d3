// The edges at a sharp corner, on which it hangs on what that can stand; and straight edges alone.
#pragma once

#include <cstddef>
#include <vector>

#include "lang/elaborate/world/value.hpp"
#include "lang/scenario/contact.hpp"

namespace mbs::elaborate {

// The shape of a contact of one corner of a polygon, box or polyhedron, by its index from 0: a
// circle, or a ball in space, that knows its edges if it is sharp.
ir::Circle lone_corner(const ShapeValue& whole, std::size_t corner, bool spatial);

// A straight edge of a box, a polyhedron or a prism over a polygon, in the axes of its body, m;
// without the rounding. Ordered by the corners at their ends.
struct LoneEdge {
  ir::Vec3 middle;
  ir::Edge edge;
};
std::vector<LoneEdge> straight_edges(const ShapeValue& whole);
// As the shape of its middle: a capsule along nothing in particular, of the radius of the rounding.
ShapeValue edge_shape(const ShapeValue& whole, std::size_t edge);

}  // namespace mbs::elaborate
