// Whether two solids in space share more than a touch.
#pragma once

#include "lang/elaborate/world/value.hpp"

namespace mbs::elaborate {

// A shape in space where it stands: its origin and its axes, in those of its body.
struct PlacedSolid {
  ShapeValue shape;
  ir::Vec3 at;  // m
  ir::Quaternion rotation;
};

// Are convex shapes that have a volume within each other by more than about a millionth of their
// size? By the distance of both, each drawn together by that much about its centre of mass
// (Gilbert, Johnson, Keerthi).
bool solids_overlap(const PlacedSolid& a, const PlacedSolid& b);

}  // namespace mbs::elaborate
