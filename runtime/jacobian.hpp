// Where the Jacobian's writes go: the same code first records its pattern, then fills in values.
#pragma once

#include <utility>
#include <vector>

#include "runtime/model_impl.hpp"

namespace mbs {

// Finds the pattern and the place of every write; needs everything else of the model.
void build_jacobian_pattern(Model& model);
void compress(const std::vector<std::pair<int, int>>& writes, int size, JacobianMap& map);

}  // namespace mbs
