// Rows of a contact in space along its normal and its two tangents, for linear systems of motion.
#pragma once

#include <array>

#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/equations/sticking.hpp"

namespace mbs {

struct RowsInSpace {
  HoldRow normal;
  std::array<HoldRow, 2> tangents;
  TangentFrame frame;
  ContactGeometry geometry;
  int axis = 0;  // of the world, from which the tangents are taken
};
// `axis` -1: the one that is least along the normal. `aims`, if not null, remembers which way the
// contact slides. The poses must be set.
RowsInSpace rows_in_space(const Model& model, int contact, int axis, const ContactMode* aims,
                          Workspace& workspace);

// The row of the turning of both bodies of a contact on each other about a direction, rad/s,
// without bias.
HoldRow turning_row(const Model& model, int contact, const Vector3& about, Workspace& workspace);

}  // namespace mbs
