// Which rows of constraints can be idle, their multipliers 0.
#pragma once

#include <algorithm>

#include "runtime/model/model_impl.hpp"

namespace mbs {

// Those of what can be switched, and of joints in space that share what they hold.
inline bool can_idle(const Model& model, int row) {
  return model.rows[row].switched ||
         std::binary_search(model.sharing_rows.begin(), model.sharing_rows.end(), row);
}

// Is it one of the nine cosines between axes of both ends by which a rotation is held where it is
// found, in space? Three of them at most act.
inline bool holds_rotation_found(const ConstraintRow& row) {
  return row.takes && row.terms[0].function.kind == FunctionKind::space_dot;
}

}  // namespace mbs
