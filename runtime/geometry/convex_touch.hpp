// Where two convex shapes are closest, or overlap least: their common normal.
// Or where one is closest to the ring it moves in: there the gap is the least s.
//
// Along a direction n the shapes are apart by
//   s(n) = n.d - h1(n) - h2(-n)        d from the first centre to the second, h: see convex.hpp
// and the gap is the largest s over all n: the distance of separated shapes, minus the shortest way
// out of each other of overlapping ones. At the maximum the farthest points of both along n lie on
// one normal, and the gap's derivatives by d and the shapes' angles are those at fixed n.
#pragma once

#include <limits>

#include "runtime/geometry/convex.hpp"

namespace mbs {

struct ConvexPair {
  ConvexShape first, second;  // at most one plane or ring
};

// Directions of the axes of the two bodies, and the way from the first centre to the second.
struct ConvexPlacing {
  double c1 = 1, s1 = 0, c2 = 1, s2 = 0;
  double dx = 0, dy = 0;
  int edge = -1;  // of a polygon, on whose line a sharp point stands; -1: the nearest
};

// Whose edge, or plane, holds the normal.
enum class NormalOf : std::uint8_t { both, first, second };

struct Touch {
  double nx = 1, ny = 0;  // from the first to the second
  double gap = 0;
  double x1 = 0, y1 = 0;              // the point of the first, from its centre, world axes
  double x2 = 0, y2 = 0;              // of the second, from its own; the two lie on one normal
  double radius_1 = 0, radius_2 = 0;  // of curvature at the two points, m
  NormalOf normal = NormalOf::both;
  // Tells corners of polygons on edges or planes from each other; -1: none, or several.
  int corner = -1;
  // The edge of a polygon without rounding on which a sharp point stands, and how far it is from
  // leaving that past the nearer end, m.
  int edge = -1;
  double inside = std::numeric_limits<double>::infinity();
};

Touch find_touch(const ConvexPair& pair, const ConvexPlacing& at);

}  // namespace mbs
