// How what lies in the tangent plane of a contact in space is carried along, as the bend of its
// bristles: with the normal n, and about it as much as both bodies turn on average,
//   Omega = n x n' + n (n . (w1 + w2)/2).
// A vector z with z' = rate + Omega x z stays in the plane if it and the rate lie there: it needs
// no directions in the plane, and turning the whole scene turns it alike.
#pragma once

#include "runtime/contact/kinematics_in_space.hpp"

namespace mbs {

// Omega, rad/s, world axes.
Vector3 carrying_spin(const ContactModel& contact, const ContactPair& at, const ContactGeometry& g);

// Omega and its derivatives by the motions of both bodies: by small shifts and turns, and by
// speeds.
struct CarryingDerivatives {
  Vector3 spin;
  MotionRows by_place, by_motion;
};
void carrying_derivatives(const ContactModel& contact, const ContactPair& at,
                          const ContactGeometry& g, const SpatialDerivatives& d,
                          CarryingDerivatives& out);

}  // namespace mbs
