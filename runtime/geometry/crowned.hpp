// Solids with flat faces that touch as wholes, at one place and with one normal.
//
// Where flat lies on flat the place is that of one of them, whose faces and straight sides are
// crowned by a millionth of its size, as on a plane. Those of the other one are flat but for so
// little that lengths do not see it: 1e-10 of the size, which makes its normal a smooth one all
// around its edges.
#pragma once

#include <vector>

#include "runtime/geometry/solid.hpp"

namespace mbs {

// As `support`, of a solid that counts as flat.
SolidSupport flat_support(const Solid& solid, const Matrix3& axes, const Vector3& u);
// The same of one that counts as crowned.
SolidSupport crowned_support(const Solid& solid, const Matrix3& axes, const Vector3& u);

// In the axes of the shape, without the rounding.
struct FlatFace {
  Vector3 n;        // outwards
  double away = 0;  // of its plane along n, m
};
std::vector<FlatFace> flat_faces(const Solid& solid);
// How far a place is outside of all but face k, m: < 0 inside of them.
double outside_others(const Solid& solid, const std::vector<FlatFace>& faces, std::size_t k,
                      const Vector3& place);
// The normal of its straight side that faces a direction, in the axes of the shape; of what has no
// such side that direction.
Vector3 side_normal(const Solid& solid, const Vector3& towards);
// Directions of its straight edges and sides, of length 1.
std::vector<Vector3> straight_lines(const Solid& solid);

}  // namespace mbs
