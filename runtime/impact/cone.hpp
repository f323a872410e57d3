// One contact in space under Coulomb's law: the impulse in its circular cone, and the speed that it
// leaves. Signs are those of contact_problem.hpp.
//
// What slides with w_T = -drag P_T, drag >= 0, has P_T = -(D_TT + drag)^-1 (free_T + D_TN P_N): for
// every drag the normal impulse follows from one equation, and |P_T| = sliding P_N is one equation
// for drag. There P_T is bounded where it would stick, and 0 far away, so it has a root; at drag =
// 0 it sticks. Nothing here divides by the speed, so that the way in which sliding begins from rest
// is found as well as any other.
#pragma once

#include <Eigen/Dense>
#include <optional>

#include "runtime/impact/contact_problem.hpp"

namespace mbs::impact {

struct Cone {
  Eigen::Matrix3d D;     // normal first
  Eigen::Vector3d free;  // without the contact
  double departure = 0;  // w_N of one that holds
  Friction friction;     // coulomb
};
struct ConeSolution {
  State state = State::open;
  Eigen::Vector3d P = Eigen::Vector3d::Zero();
  double drag = 0;  // of one that slides, see above
};
// Open where nothing approaches. Empty where nothing gives way along the normal.
std::optional<ConeSolution> solve_cone(const Cone& cone);

}  // namespace mbs::impact
