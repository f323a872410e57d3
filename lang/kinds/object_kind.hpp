// What can be declared, in the order of the rows of kinds, and the joints among it as a scenario
// knows them.
#pragma once

namespace mbs {

enum class ObjectKind {
  world,
  material,
  body,
  point,
#define MBS_JOINT_KIND(name) name,
#include "lang/kinds/joint_kinds.def"
#undef MBS_JOINT_KIND
  drive,
  force,
  torque,
  spring,
  torsion,
  contact,
  contacts,  // a group
  clearance,
  event,
  state,
};

namespace ir {

enum class JointKind {
#define MBS_JOINT_KIND(name) name,
#include "lang/kinds/joint_kinds.def"
#undef MBS_JOINT_KIND
  // of clearances, beside their contacts
  journal,  // the bearing and the journal in it, which do not leave each other
  guide,    // the block and the guide it slides in; in the plane, too
};

}  // namespace ir

}  // namespace mbs
