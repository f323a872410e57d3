// How far a point is from a box, a cylinder, a segment, a cone, a polyhedron or a prism.
#pragma once

#include <limits>

#include "runtime/geometry/solid.hpp"

namespace mbs {

// Below 0 inside. The places where `bend` jumps are those where the nearest place goes over from a
// face to an edge; the gradient goes on steadily there, but inside, where it jumps as well.
struct CoreDistance {
  double distance = 0;             // m
  Vector3 n = Vector3::UnitX();    // its gradient
  Matrix3 bend = Matrix3::Zero();  // its second derivatives, 1/m
  // The face of a box or a polyhedron that a sharp point is over or on, and how far it is from
  // leaving that past the nearest of its edges, m.
  int face = -1;
  double inside = std::numeric_limits<double>::infinity();
};

// The distance from the solid without its rounding, in the axes of the shape, from its centre.
// Ellipsoids have none: a shape with both `semi` and `half` is a cylinder about z.
CoreDistance core_distance(const Solid& solid, const Vector3& point);
// The distance of a sharp point there, which knows its edges if it is a corner; `turn`: from its
// axes to those of the solid. Where it has come to a box or a polyhedron, it is the distance from
// the face on which it stands, see sharp_corner.hpp; `face`: that is known, as in CoreDistance.
CoreDistance point_distance(const Solid& solid, const Vector3& point, const Solid& corner,
                            const Matrix3& turn, int face);
// How `bend` changes as the point moves, by differences.
Matrix3 core_bend_change(const Solid& solid, const Vector3& point, const Vector3& way);

// ---- of one kind of core each -------------------------------------------------------------------

CoreDistance distance_from(const FrustumForm& cone, const Vector3& point);
CoreDistance distance_from(const HullForm& hull, const Vector3& point);
CoreDistance distance_from(const PrismForm& prism, const Vector3& point);

}  // namespace mbs
