// Balls, sockets and planes in space: gap, normal and contact point with their derivatives.
#pragma once

#include <limits>

#include "runtime/contact/geometry.hpp"

namespace mbs {

// By the position motions of the first body, then of the second.
using MotionRows = Eigen::Matrix<double, 3, 12>;

struct SpatialTouch {
  double gap = 0;     // m
  Vector3 n, X;       // from the first body to the second; where the forces act
  MotionRows dn, dX;  // if asked for
  int corner = -1;    // of a body with corners: which one it is
  int edge = -1;      // see ContactGeometry
  double inside = std::numeric_limits<double>::infinity();
};

}  // namespace mbs

// Two balls, one inside the other, a ball on a plane of the first or the second body; see
// ShapePair.
namespace mbs::round {

// A point at the lever of one body, whose first column that is.
MotionRows point_rows(const SpatialPose& body, const Vector3& lever, int first);
// How a direction that is fixed in a body, whose first column that is, changes with its motions.
MotionRows turned(const SpatialPose& body, const Vector3& direction, int first);

void outside_in_space(const ContactModel& c, const ContactPair& at, bool derivatives,
                      SpatialTouch& out);
void inside_in_space(const ContactModel& c, const ContactPair& at, bool derivatives,
                     SpatialTouch& out);
void on_first_in_space(const ContactModel& c, const ContactPair& at, bool derivatives,
                       SpatialTouch& out);
void on_second_in_space(const ContactModel& c, const ContactPair& at, bool derivatives,
                        SpatialTouch& out);

// How the rate of the normal changes with places.
MotionRows outside_rate_by_place(const ContactModel& c, const ContactPair& at);
MotionRows inside_rate_by_place(const ContactModel& c, const ContactPair& at);
MotionRows on_first_rate_by_place(const ContactModel& c, const ContactPair& at);
MotionRows on_second_rate_by_place(const ContactModel& c, const ContactPair& at);

}  // namespace mbs::round
