// Scalar products of rows of constraints, which are few, as each row touches two bodies: by them
// how firmly rows hold is known at a fraction of what a basis of their space costs, but for what
// squares lose in rounding.
#pragma once

#include <span>

#include "runtime/model/evaluation.hpp"

namespace mbs {

// How much of the last of `rows`, as a unit row, points out of the space of `held` and of the
// others, where the one that points out farthest always comes next. As by add_by_pivots of
// row_space.hpp; 0 where less than 1e-6 points out of anything.
double least_left(const Model& model, const Placement& at, std::span<const int> held,
                  std::span<const int> rows);

}  // namespace mbs
