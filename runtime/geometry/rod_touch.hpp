// Where a smooth convex shape and a capsule are closest: a ball slides along the capsule's axis to
// the place with the smallest gap.
//
// The gap of two shapes is a convex function of how one of them is shifted, so that the place is
// unique; inside the axis the common normal is square to it there.
#pragma once

#include "runtime/geometry/solid_touch.hpp"

namespace mbs {

struct RodTouch {
  SolidTouch t;         // of the ball with the other shape
  double along = 0;     // m, of the ball from the middle of the capsule
  bool inside = false;  // between the ends of the axis
};

// `axis`: of the capsule, of length 1, in the world.
RodTouch find_rod_touch(const Solid& first, const Solid& second, const SolidPlacing& at,
                        bool rod_first, const Vector3& axis);

}  // namespace mbs
