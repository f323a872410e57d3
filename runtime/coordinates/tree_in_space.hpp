// Private to runtime: choosing joint coordinates in space.
#pragma once

#include "runtime/model/model_impl.hpp"

namespace mbs {

// Joints that a tree would be made of, of a model without rows: those that are worth keeping whole
// where joints hold the same.
std::vector<int> joints_of_tree(const Model& model);
// Hangs bodies on their joints, from the assembled configuration, and marks the rows that this
// makes unnecessary. False if there is no such joint.
bool grow_in_space(Model& model, Tree& tree);
// The paths by which bodies are moved, and the maps of equations that follow; `tree` is numbered.
void map_in_space(const Model& model, Tree& tree);

}  // namespace mbs
