// What opposes the turning of two bodies on each other at a contact in space. With w = w2 - w1, of
// which wr = w - n (n.w) is the rolling and ws = n.w the spinning, and the force F(v) that the
// friction law gives at a speed v,
//   M = lr F(lr |wr|) wr/|wr| + ls F(ls ws) n
// acts on the first body and -M on the second; lr and ls are lengths of the contact. F is smooth at
// rest, so M has no direction to lose there.
#pragma once

#include "runtime/contact/forces.hpp"
#include "runtime/contact/kinematics_in_space.hpp"

namespace mbs {

// F at one of both speeds, with its derivatives.
struct TurningSlope {
  double F = 0, by_delta = 0, by_ddelta = 0, by_v = 0;
};
// How M changes; of a contact without it all is 0.
struct TurningSlopes {
  TurningSlope rolling, spinning;
  Vector3 w = Vector3::Zero();
  SpinRows w_rows;
};
TurningSlopes turning_slopes(const Model& model, const LiveContact& contact,
                             const ContactForce& force, double t, Workspace& workspace);

// What one unknown does to what M is made of.
struct TurningChange {
  double delta = 0, ddelta = 0;
  Vector3 dn = Vector3::Zero(), dw = Vector3::Zero();
};
Vector3 moment_change(const ContactModel& contact, const Vector3& n, const TurningSlopes& slopes,
                      const TurningChange& change);

}  // namespace mbs
