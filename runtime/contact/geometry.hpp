// Two touching shapes at an instant: what contact kinematics fills in.
#pragma once

#include <array>
#include <limits>

#include "runtime/model/model_impl.hpp"

namespace mbs {

// The two bodies of a contact and the arms of its two centres.
struct ContactPair {
  Pose a, b;
  Arm ra, rb;
  // In space instead; of a placement that outlives this.
  const SpatialPose *space_a = nullptr, *space_b = nullptr;
  const Vector3 *lever_a = nullptr, *lever_b = nullptr;
  int edge = -1;  // see ContactMemory
};
inline ContactPair pair_of(const ContactModel& c, const Placement& at, int edge = -1) {
  if (at.spatial())
    return {{},  {}, {}, {}, &at.bodies[c.a], &at.bodies[c.b], &at.levers[c.pa], &at.levers[c.pb],
            edge};
  return {at.poses[c.a], at.poses[c.b], at.arms[c.pa], at.arms[c.pb], nullptr,
          nullptr,       nullptr,       nullptr,       edge};
}

struct ContactGeometry {
  double gap = 0, gap_rate = 0, vt = 0;
  double nx = 1, ny = 0;  // from the first to the second body; turned by +90 degrees: the tangent
  double px = 0, py = 0;  // where the pair of forces acts, see ContactModel::lever
  double ax = 0, ay = 0;  // the same from the first body's centre of mass
  double bx = 0, by = 0;  // and from the second's
  double dx = 0, dy = 0;  // from the first centre to the second
  double distance = 0;
  // Radii of curvature at the contact, m, and whose edge (or plane) holds the normal. Circles and
  // planes do not use these.
  double radius_1 = 0, radius_2 = 0;
  NormalOf normal_of = NormalOf::both;
  int corner = -1;
  // The edge, or face, of the other body on which a sharp point stands, and how far it is from
  // leaving that past an end, m.
  int edge = -1;
  double inside = std::numeric_limits<double>::infinity();
  // Rows of the gap rate and of vt: derivatives by v of the first, then of the second body.
  Local normal_row{}, tangent_row{};
  // In space, world axes, m and m/s; see kinematics_in_space.hpp.
  double nz = 0, pz = 0;
  Vector3 n, X, arm_a, arm_b;  // arms from the centres of mass to X
  Vector3 u, slip, e;
  double length = 0;              // m/s, of what e is the direction of
  double rub = 0;                 // m/s, e . slip: what friction works on
  double slow = 0;                // m/s, w; 0: it remembers no direction
  std::array<double, 3> ahead{};  // e0
};
struct ContactDerivatives {  // by q of the first, then of the second body
  Local normal_angle{};      // of the direction of the normal
  Local point_x{}, point_y{};
  Local gap_rate{}, vt{};
};

}  // namespace mbs
