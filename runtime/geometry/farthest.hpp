// The place of a convex body that is farthest from a point, or from an axis: where it touches a
// socket, or a bore, that it moves in.
//
// With d from the socket's centre to that of the body, and directions u, in a bore only those
// square to its axis a, no place is farther than the largest
//   s(u) = u.d + h(u)        h: how far the body reaches, see solid.hpp
// and there w = d + x(u), in a bore without its part along a, is s u.
#pragma once

#include "runtime/geometry/solid.hpp"

namespace mbs {

struct HollowPlacing {
  Matrix3 body;     // from the body's own axes to those of the world
  Vector3 between;  // from the centre of what is hollow to that of the body, m
  Vector3 axis;     // of a bore; a socket has none
  bool bore = false;
};

struct Farthest {
  Vector3 u;           // outwards
  double reach = 0;    // s, m
  SolidSupport place;  // along u
};

Farthest find_farthest(const Solid& body, const HollowPlacing& at);

}  // namespace mbs
