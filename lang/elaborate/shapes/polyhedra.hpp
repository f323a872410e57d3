// Convex polyhedra with a rounding: the core, which a ball of that radius goes round, and what is
// within; the faces stay where they are.
#pragma once

#include <vector>

#include "lang/scenario/vectors.hpp"

namespace mbs::elaborate {

// A solid: its volume, its centre, the means of x^2, y^2, z^2 and the products about that; SI.
struct SolidMeasures {
  double volume = 0;
  ir::Vec3 centre;
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
};

struct PolyhedronCore {
  std::vector<ir::Vec3> corners;  // in the order of those of the polyhedron
  int split = -1;                 // a corner that more faces meet in than stay together
  double most = 0;                // m, the rounding must be smaller
};
// The core of a polyhedron with these corners, all of them corners of their hull.
PolyhedronCore polyhedron_core(const std::vector<ir::Vec3>& corners, double rounding);

// The measures, exact, of all that is not farther than the rounding from the core with these
// corners.
SolidMeasures polyhedron_measures(const std::vector<ir::Vec3>& core, double rounding);

}  // namespace mbs::elaborate
