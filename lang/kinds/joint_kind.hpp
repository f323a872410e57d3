// The kinds of joints that a scenario knows.
#pragma once

namespace mbs::ir {

enum class JointKind {
  revolute,
  prismatic,
  weld,
  rod,
  slot,
  gear,
  // only in space
  spherical,
  universal,
  cylindrical,
  screw,
  planar,
  inplane,
  constant_velocity,
  journal,  // of a clearance: the bearing and the journal in it, which do not leave each other
};

}  // namespace mbs::ir
