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

}  // namespace mbs
