// Private to runtime: what a tree in space is at an instant.
#pragma once

#include <vector>

#include "runtime/model/tree_in_space.hpp"

namespace mbs {

// World axes but for the pose's.
struct HungBody {
  SpatialPose pose;
  Vector3 spin = Vector3::Zero();          // rad/s
  Vector3 acceleration = Vector3::Zero();  // m/s^2, of the centre of mass
  Vector3 turning = Vector3::Zero();       // rad/s^2
  bool turns = false;                      // else spin and turning are 0 by how it hangs
};
// By speed: of a ball one for each axis of its body.
struct MovingAxis {
  Vector3 axis = Vector3::Zero(), point = Vector3::Zero();  // the latter before the move
};
// How a body's speed and acceleration depend on a move, see columns_in_space.cpp.
struct AxisRates {
  Vector3 first = Vector3::Zero(), second = Vector3::Zero();  // rates of the axis; 0 of balls
  Vector3 by_speed = Vector3::Zero();
  Vector3 velocity = Vector3::Zero(),
          acceleration = Vector3::Zero();  // of the point, as before the move
};
// A force on a body, and its torque about the centre of mass; world axes.
struct Load {
  Vector3 force = Vector3::Zero(), torque = Vector3::Zero();
};

struct SpatialTreeState {
  std::vector<HungBody> bodies;  // by body
  std::vector<MovingAxis> axes;  // by speed
  std::vector<AxisRates> rates;  // by speed
  std::vector<Load> loads;       // scratch
  std::vector<double> sums;      // corrections, by speed: 0 where nothing is corrected
  std::vector<double> squares;   // scratch, two by speed
};

}  // namespace mbs
