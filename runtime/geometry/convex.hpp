// Convex planar shapes by their support functions.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lang/scenario/scenario.hpp"

namespace mbs {

// How far a shape reaches along a unit vector u, and what its boundary is like there.
struct Support {
  double reach = 0;   // h, the largest x.u over the shape, m
  double offset = 0;  // of the farthest point along u turned by +90 degrees: dh/d(angle of u), m
  double radius = 0;  // of curvature there, h + h'', m; 0 at a sharp corner, inf where it is flat
  int corner = -1;    // of a polygon, that is farthest; -1: none, or several are
};

// A straight piece of a boundary; `distance` is that of its line from the shape's centre.
struct ConvexEdge {
  double nx = 0, ny = 1;     // outward normal
  double distance = 0;       // m
  double low = 0, high = 0;  // its ends along the normal turned by +90 degrees, m
};

// A ring is what lies outside a circle. It reaches inwards, so its reach and its radius are
// negative.
enum class ConvexKind : std::uint8_t { plane, circle, ring, superellipse, polygon, curve };

// Centred on its point; `c`, `s` turn its axes against those of the body.
struct ConvexShape {
  ConvexKind kind = ConvexKind::circle;
  double c = 1, s = 0;
  double a = 0, b = 0;  // superellipse: semi-axes
  double dual = 2;      // superellipse: n/(n - 1)
  double rounding = 0;  // circle: its radius; ring: minus that; polygon: that of its corners
  std::vector<ir::Vec2> corners;  // polygon: centres of the rounded corners, counter-clockwise
  std::vector<ConvexEdge> edges;  // polygon: edge k follows corner k
  std::vector<ir::Vec2> spread;   // a sharp corner alone: along its two edges, away from it
  std::shared_ptr<const SupportTable> table;  // curve
  double bound = 0;  // no point is farther from the centre, m; of a plane 0
  double inner = 0;  // the centre is no closer to any tangent, m; of a plane 0
};

// `angle`: of the shape's x axis against the body's.
ConvexShape convex_shape(const ir::Shape& shape, double angle);
// Distance from the centre that no point of the shape exceeds, m; inf for a half-plane.
double bounding_radius(const ir::Shape& shape);
// Along the unit vector (ux, uy) in the shape's own axes. Not of a plane. Where an edge of a
// polygon is farthest as a whole, the offset is that of its middle.
Support support(const ConvexShape& shape, double ux, double uy);
// The least rise of a sharp corner alone, against an edge with the outward normal (nx, ny) in its
// own axes: see sharp_corner.hpp.
double least_rise(const ConvexShape& corner, double nx, double ny);

}  // namespace mbs
