// What shapes look like.
#pragma once

#include <optional>
#include <vector>

#include "lang/elaborate/world/value.hpp"
#include "lang/scenario/mechanism.hpp"

namespace mbs::elaborate {

// In the axes of the shape's point. Nothing for shapes that have no end, and for a ring.
std::optional<ir::Solid> solid_outline(const ShapeValue& shape);
// The same in the plane, all z 0. Nothing for what is hollow, too.
std::optional<ir::Solid> flat_outline(const ShapeValue& shape);

// ---- what kinds are drawn by -----------------------------------------------------------

using Ring = std::vector<ir::Vec2>;  // counter-clockwise

// Round enough for the eye.
Ring circle_ring(double radius);
// A prism of one ring from z = low to z = high.
ir::Solid drawn_prism(const Ring& ring, double low, double high);
// A frustum with the radius R at z = 0, R2 at z = height.
ir::Solid drawn_frustum(double R, double height, double R2);
// A point with a radius, the first size.
ir::Solid drawn_ball(const ShapeValue& shape);
// Its outline, over its width.
ir::Solid drawn_smooth_prism(const ShapeValue& shape);
// Its outline in the plane.
ir::Solid drawn_outline(const ShapeValue& shape);

}  // namespace mbs::elaborate
