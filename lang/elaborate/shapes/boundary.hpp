// Boundaries, piece by piece.
#pragma once

#include <functional>

#include "lang/scenario/vectors.hpp"

namespace mbs::elaborate {

// A place on a boundary that is followed counter-clockwise, and the way that it goes on: m, m
// per 1.
struct OnOutline {
  ir::Vec2 place, way;
};
// A smooth piece of a boundary, from 0 to 1, in the axes of the body.
using OutlinePiece = std::function<OnOutline(double)>;

}  // namespace mbs::elaborate
