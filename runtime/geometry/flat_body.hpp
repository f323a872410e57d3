// Convex bodies with flat faces, and how far two of them are in each other.
//
// Two of them are apart if and only if they are along the normal of a face of one of them, or along
// a direction square to an edge of each. Where they overlap, the shortest way out is along one of
// these, too.
#pragma once

#include <optional>
#include <vector>

#include "runtime/geometry/solid.hpp"

namespace mbs {

// In axes of its own.
struct FlatBody {
  std::vector<Vector3> corners;  // m
  std::vector<Vector3> normals;  // of its faces, of length 1; one for those that are parallel
  std::vector<Vector3> edges;    // along its edges, of length 1; one for those that are parallel
  double bound = 0;              // no corner is farther from the origin, m
  double thickness = 0;          // the least distance between two parallel planes around it, m
};

// Empty if these faces do not enclose the hull of the corners: of what is round.
std::optional<FlatBody> flat_body(std::vector<Vector3> corners,
                                  const std::vector<std::vector<int>>& faces);

struct FlatPlacing {  // of the axes of a body in the world
  Matrix3 R;
  Vector3 r;  // m
};

// The largest distance of both along any of these directions, m: below 0, minus the shortest way
// out. `direction` counts them: where they are apart along the one of the call before, nothing else
// is looked at, and their distance is at least what is returned.
double apart(const FlatBody& first, const FlatPlacing& first_at, const FlatBody& second,
             const FlatPlacing& second_at, int& direction);

}  // namespace mbs
