// Revolute joint: two points stay together, the bodies turn about them.
//
//   g     = p_B - p_A = 0                                  world axes, two rows
//   dg/dt = v_B + omega_b x r_B - v_A - omega_a x r_A = 0
//
// with r from a body's centre of mass to its point.
// Coordinate: b - a, the angle of frame B against frame A, rad. Its multipliers are the force on
// the pin, N; friction is pressed by its magnitude and acts on the radius of the pin.
//
// In space (axes and omega as in kind.hpp)
//
//   g     = [ p_B - p_A, e_x . z_B, e_y . z_B ] = 0          z axes alike, five rows
//   dg/dt = [ dp_B/dt - dp_A/dt, omega . (z_B x e_x), omega . (z_B x e_y) ] = 0
//
// and the coordinate is the angle about z.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind revolute_joint;

}  // namespace mbs
