// Two touching shapes at an instant: what contact kinematics fills in.
#pragma once

#include "runtime/model/model_impl.hpp"

namespace mbs {

// The two bodies of a contact and the arms of its two centres.
struct ContactPair {
  Pose a, b;
  Arm ra, rb;
};
inline ContactPair pair_of(const ContactModel& c, const Placement& at) {
  return {at.poses[c.a], at.poses[c.b], at.arms[c.pa], at.arms[c.pb]};
}

struct ContactGeometry {
  double gap = 0, gap_rate = 0, vt = 0;
  double nx = 1,
         ny = 0;  // from the first to the second body; the tangent is it turned by +90 degrees
  double px = 0, py = 0;  // where the pair of forces acts, see ContactModel::lever
  double ax = 0, ay = 0;  // the same from the first body's centre of mass
  double bx = 0, by = 0;  // and from the second's
  double dx = 0, dy = 0;  // from the first centre to the second
  double distance = 0;
  // Of shapes other than circles and planes: radii of curvature at the contact, m, and whose edge
  // (or plane) holds the normal. Otherwise unused.
  double radius_1 = 0, radius_2 = 0;
  NormalOf normal_of = NormalOf::both;
  int corner = -1;
  // Rows of the gap rate and of vt: derivatives by v of the first, then of the second body.
  Local normal_row{}, tangent_row{};
};
struct ContactDerivatives {  // by q of the first, then of the second body
  Local normal_angle{};      // of the direction of the normal
  Local point_x{}, point_y{};
  Local gap_rate{}, vt{};
};

}  // namespace mbs
