// How a body in space moves, beside its pose.
#pragma once

#include "runtime/model/space.hpp"

namespace mbs {

// World axes; accelerations as far as those of coordinates are known.
struct BodyRates {
  Vector3 spin = Vector3::Zero();          // rad/s
  Vector3 acceleration = Vector3::Zero();  // m/s^2, of the centre of mass
  Vector3 turning = Vector3::Zero();       // rad/s^2
};

}  // namespace mbs
