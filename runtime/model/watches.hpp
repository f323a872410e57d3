// The frozen conditions of a model.
#pragma once

#include <vector>

#include "runtime/model/model.hpp"

namespace mbs {

// Margins of all watches (frozen conditions): those of drives and forces first, then contact by
// contact; `owner[i]` is -1 or the contact, `index[i]` the position in its flags. The margins of a
// contact that does not act are 1.
struct Watches {
  std::vector<int> owner, index;
};
const Watches& watches(const Model& model);

}  // namespace mbs
