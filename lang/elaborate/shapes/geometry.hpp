// What follows from a shape, a row for each kind: its measures, its boundary, how it touches, what
// it looks like. How a shape is written stands in lang/kinds/shapes.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lang/elaborate/shapes/boundary.hpp"
#include "lang/elaborate/shapes/moments.hpp"
#include "lang/elaborate/shapes/polyhedra.hpp"
#include "lang/elaborate/world/value.hpp"

namespace mbs::elaborate {

// How a shape touches in space. A tyre is a cylinder with one rim; cores have flat faces, or sharp
// edges.
enum class Touching : std::uint8_t { none, ball, plane, hollow, ellipsoid, tyre, capsule, core };

// All in the axes of the shape's point, SI. What a kind has none of is left out.
struct ShapeGeometry {
  ShapeKind kind;
  // The radius that laws see, m: inf if it is flat, below 0 from inside; where it differs from
  // place to place that of the corners, of what has none the first size.
  double (*radius)(const ShapeValue&);
  // Are its edges and corners sharp?
  bool (*sharp)(const ShapeValue&) = nullptr;

  // In the plane: of its area; the moment of inertia about its centre per mass, m^2; the corners,
  // each as the centre of its rounding, counter-clockwise; its boundary; how far a place is outside
  // (of what has corners that is known from these); what a contact sees.
  AreaMoments (*moments)(const ShapeValue&) = nullptr;
  double (*inertia)(const ShapeValue&) = nullptr;
  std::vector<ir::Vec2> (*corners)(const ShapeValue&) = nullptr;
  std::vector<OutlinePiece> (*outline)(const ShapeValue&) = nullptr;
  double (*outside)(const ShapeValue&, const ir::Vec2&) = nullptr;
  ir::Shape (*contact)(const ShapeValue&) = nullptr;

  // In space: nothing of a solid for a sheet; what its corners are called, and where they are.
  Touching (*touching)(const ShapeValue&);
  bool prism = false;  // its outline, over its width
  std::optional<SolidMeasures> (*solid)(const ShapeValue&) = nullptr;
  std::string_view corner_name = "corner";
  std::vector<ir::Vec3> (*corners_in_space)(const ShapeValue&) = nullptr;
  ir::Shape (*contact_in_space)(const ShapeValue&) = nullptr;

  // What it looks like, in space and in the plane; nothing for what has no end.
  ir::Solid (*drawn)(const ShapeValue&) = nullptr;
  ir::Solid (*drawn_flat)(const ShapeValue&) = nullptr;
};

template <Touching how>
Touching always(const ShapeValue& /*shape*/) {
  return how;
}
inline double first_size(const ShapeValue& shape) {
  return shape.sizes[0];
}
inline ir::Shape circle_contact(const ShapeValue& shape) {
  return ir::Circle{shape.sizes[0], false};
}
inline bool no_rounding(const ShapeValue& shape) {
  return shape.rounding == 0;
}

}  // namespace mbs::elaborate
