// The hull of a surface made of triangles, as a file holds it.
#pragma once

#include <vector>

#include "lang/scenario/vectors.hpp"

namespace mbs::elaborate {

// More are too many for contacts, which ask all of them.
constexpr std::size_t most_corners = 5'000;

struct MeshHull {
  // In the order of the file; none if all lie in one plane. What is nearer to a face than a
  // millionth of the largest coordinate is no corner: files hold six or seven digits.
  std::vector<ir::Vec3> corners;
  bool too_many = false;  // corners
  double fills = 1;       // of its volume, what the triangles enclose
};

// Three points for each triangle, finite ones.
MeshHull hull_of_mesh(const std::vector<ir::Vec3>& points);

}  // namespace mbs::elaborate
