// Loops of joints in which some can be switched, in space.
#pragma once

#include <vector>

#include "runtime/model/model_impl.hpp"

namespace mbs {

// Rows of all joints that stand in a loop with a joint that can be switched, in order; loops that
// have a joint in common count as one. What they hold together, if anything, is not known before
// the joint is held.
std::vector<int> rows_in_switched_loops(const Model& model);

}  // namespace mbs
