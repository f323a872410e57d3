#include "runtime/joints/kinds.hpp"

#include <algorithm>

#include "runtime/joints/constant_velocity.hpp"
#include "runtime/joints/cylindrical.hpp"
#include "runtime/joints/gear.hpp"
#include "runtime/joints/guide.hpp"
#include "runtime/joints/inplane.hpp"
#include "runtime/joints/journal.hpp"
#include "runtime/joints/planar.hpp"
#include "runtime/joints/prismatic.hpp"
#include "runtime/joints/revolute.hpp"
#include "runtime/joints/rod.hpp"
#include "runtime/joints/screw.hpp"
#include "runtime/joints/slot.hpp"
#include "runtime/joints/spherical.hpp"
#include "runtime/joints/universal.hpp"
#include "runtime/joints/weld.hpp"

namespace mbs {

namespace {

constexpr const JointKind* all[] = {&revolute_joint,
                                    &prismatic_joint,
                                    &weld_joint,
                                    &rod_joint,
                                    &slot_joint,
                                    &gear_joint,
                                    &spherical_joint,
                                    &universal_joint,
                                    &cylindrical_joint,
                                    &screw_joint,
                                    &planar_joint,
                                    &inplane_joint,
                                    &constant_velocity_joint,
                                    &journal_joint,
                                    &guide_joint_kind};

}  // namespace

const JointKind& joint_kind(ir::JointKind kind) {
  return **std::ranges::find(all, kind, &JointKind::kind);
}

}  // namespace mbs
