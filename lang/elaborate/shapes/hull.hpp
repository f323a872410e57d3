// The convex hull of points in space.
#pragma once

#include <array>
#include <vector>

#include "lang/scenario/vectors.hpp"

namespace mbs::elaborate {

struct Hull {
  std::vector<std::array<int, 3>> faces;  // corners counter-clockwise seen from outside
  std::vector<int> corners;               // in the order of the points
};

// Without faces if the points lie in one plane. Distances below 1e-9 of their extent do not count.
Hull convex_hull(const std::vector<ir::Vec3>& points);
// The same of points that are known to `least` of their extent alone: there are many in each face,
// and along edges, and none of them is a corner. With more than `most` corners it is not finished.
Hull coarse_hull(const std::vector<ir::Vec3>& points, double least, std::size_t most);
// The corners of the hull, in the order of the points; all of them are corners of their own hull as
// well.
std::vector<ir::Vec3> hull_corners(std::vector<ir::Vec3> points);
// The flat faces of a hull, for points that are all corners of it; corners counter-clockwise seen
// from outside.
std::vector<std::vector<int>> flat_faces(const std::vector<ir::Vec3>& corners);

}  // namespace mbs::elaborate
