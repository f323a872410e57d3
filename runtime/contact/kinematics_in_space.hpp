// Rates of a contact in space: of the gap, and the sliding in the tangent plane, a vector.
//
// u = v_2(X) - v_1(X), gap rate n.u, slip = u - n (n.u). A law sees one speed vt, and its force FT
// acts along one direction e against it. They are |slip| and slip/|slip|; but where a contact
// remembers the direction e0 in which it slides (under a law that can stick)
//   x = slip + max(w - e0.slip, 0) e0,   e = x/|x|,   vt = |x| - max(w - e0.slip, 0),
// which is the same beyond the small speed w, and smooth through rest: e0.slip < 0 is beyond it.
// With e0 = 0, under a law that cannot stick and lingers at rest, x = slip, and
//   vt = sqrt(slip^2 + w^2),   e = slip/vt,
// which differs by (w/slip)^2/2 beyond w, and pushes nothing at rest.
#pragma once

#include "runtime/contact/round_in_space.hpp"

namespace mbs {

// vt, e and length of the slip; e is 0 where it has no direction.
void slide_along(ContactGeometry& out);
// Has sliding no direction at rest? Of FT only the part |e| pushes then.
bool has_no_way(const ContactGeometry& geometry);
// Where they meet and how fast the gap opens, without sliding and rows of forces.
void meeting_in_space(const ContactModel& contact, const ContactPair& at, ContactGeometry& out);
void geometry_in_space(const ContactModel& contact, const ContactPair& at, ContactGeometry& out);

struct SpatialDerivatives {
  MotionRows dn, dX;                   // by position motions
  MotionRows u_by_place, u_by_motion;  // of the relative velocity of the material points
};
void derivatives_in_space(const ContactModel& contact, const ContactPair& at,
                          const ContactGeometry& g, SpatialDerivatives& out);

// The generalised force (by motions of both bodies) of F on the second and -F on the first body, at
// X.
Local force_row(const ContactPair& at, const ContactGeometry& g, const Vector3& force);
// How it changes with position motion j, F unchanged.
Local force_row_turned(const ContactPair& at, const ContactGeometry& g, const SpatialDerivatives& d,
                       const Vector3& force, int j);

// The generalised force of the moment M on the second and -M on the first body, and how it changes
// with position motion j, M unchanged.
Local moment_row(const ContactPair& at, const Vector3& moment);
Local moment_row_turned(const ContactPair& at, const Vector3& moment, int j);

// Derivatives of first w1 + second w2, the spins of both bodies in world axes, by their motions.
struct SpinRows {
  MotionRows by_place = MotionRows::Zero(), by_motion = MotionRows::Zero();
};
SpinRows spin_rows(const ContactPair& at, double first, double second);

// Does the contact resist turning, see turning.hpp? The spin of the second body against that of the
// first, world axes, and what of it is rolling.
bool resists_turning(const ContactModel& contact);
Vector3 relative_spin(const ContactPair& at);
// v and omega of the first body, then of the second: the motions that derivatives are by.
Eigen::Matrix<double, 12, 1> motion_of(const ContactPair& at);
Vector3 rolling_part(const Vector3& n, const Vector3& spin);

// Changes of slip, of e and of vt with a change of n and u.
struct SlipChange {
  Vector3 slip, e;
  double vt = 0;
};
SlipChange slip_change(const ContactGeometry& g, const Vector3& dn, const Vector3& du);
SlipChange slip_change(const ContactGeometry& g, const Vector3& dslip);

// Two directions square to n and to each other, from a given axis of the world; and their changes.
struct TangentFrame {
  Vector3 t1, t2;
};
TangentFrame tangent_frame(const Vector3& n, int axis);
TangentFrame tangent_frame_change(const Vector3& n, int axis, const Vector3& dn);
// The axis that is least along n.
int least_axis(const Vector3& n);

}  // namespace mbs
