// The shapes of bodies and points, a row each: how they are written, and what kind of shape it is.
// What follows from a shape, measures, outlines and contacts, is in lang/elaborate/shapes.
#pragma once

#include <span>
#include <string_view>

namespace mbs {

enum class ShapeKind {
  sphere,
  disc,
  cylinder,
  box,
  plane,
  ellipse,
  superellipse,
  polygon,
  curve,
  ring,
  arc,
  socket,
  ellipsoid,
  capsule,
  cone,
  polyhedron,
  hull
};

struct ShapeInfo {
  ShapeKind kind;
  std::string_view name;
  int least, most;  // arguments; none: the name alone is the shape
  std::string_view signature, doc;
  bool in_space_only = false;
  bool round = false;   // a circle in the plane of motion
  bool hollow = false;  // seen from inside there
  int extent = -1;      // which argument is its extent along z; -1: a width, or none
  int rounding = -1;    // which argument is the rounding of its edges, in space
  // Scripts may have functions of this name from before the language had it.
  bool came_later = false;
};

// In the order of ShapeKind.
std::span<const ShapeInfo> shapes();
const ShapeInfo& info(ShapeKind kind);

}  // namespace mbs
