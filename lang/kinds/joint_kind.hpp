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
  // of clearances, beside their contacts
  journal,  // the bearing and the journal in it, which do not leave each other
  guide,    // the block and the guide it slides in; in the plane, too
};

}  // namespace mbs::ir
