// Private to runtime: how fast a model moves, which its tolerances follow.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "runtime/model/workspace.hpp"

namespace mbs {

// What a model at its start may be expected to do.
struct ExpectedMotion {
  double start = 0;  // m/s, largest speed at the start
  double speed = 0;  // m/s, largest speed that is foreseen; 0 where nothing moves
  // s, for which it keeps a direction; infinite where that is not asked for.
  double time = std::numeric_limits<double>::infinity();
  double resolution = 0;  // m/s, what rounding of the coordinates alone makes of it
};

// Largest speed of centres and, by `arms` (m, by body), of rims.
double largest_speed(const Model& model, const double* y, std::span<const double> arms);
// From initial and driven speeds, and from the accelerations while no contact acts: what they reach
// over the model's size, in the time of the run or until the motion itself holds them back.
// `duration`: s, 0 if it is not known. What is at least `enough` is not looked at any closer.
ExpectedMotion expected_motion(const Model& model, const Assembly& start,
                               std::span<const double> arms, double duration, double enough,
                               Workspace& workspace);

}  // namespace mbs
