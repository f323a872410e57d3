// The area that several shapes cover together.
#pragma once

#include <span>

#include "lang/elaborate/shapes/outline.hpp"

namespace mbs::elaborate {

// An area: its size, first moments and polar moment about the origin; SI.
struct AreaMoments {
  double area = 0, x = 0, y = 0, polar = 0;
};

// Each place counts once, however many shapes cover it. The boundary of what is covered is followed
// (Green's theorem): pieces of outlines are cut where they go into another shape and come out.
// Shapes have areas: they are no planes and no rings.
AreaMoments joint_area(std::span<const PlacedShape> shapes);
inline AreaMoments area_of(const PlacedShape& shape) {
  return joint_area({&shape, 1});
}

}  // namespace mbs::elaborate
