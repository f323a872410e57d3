// Choosing joint coordinates.
#pragma once

#include "runtime/model/model_impl.hpp"

namespace mbs {

// Chooses the tree from the assembled configuration and marks the rows that it makes unnecessary.
void build_tree(Model& model);

}  // namespace mbs
