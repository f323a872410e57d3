// What scripts call the coordinates of joints.
#pragma once

#include <string>

#include "lang/scenario/scenario.hpp"

namespace mbs {

// "J.angle": a coordinate of a joint, in the order of ir::Joint, or its rate.
std::string coordinate_name(const ir::Joint& joint, int coordinate, bool rate = false);
// "b.rotation": what a drive of a rotation drives.
std::string rotation_name(const ir::Scenario& scenario, const ir::Drive& drive);

}  // namespace mbs
