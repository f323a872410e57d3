// Which results hang on what a loop, or a rule of a list, has come to.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "lang/scenario/scenario.hpp"

namespace mbs {

// By loop_item: reductions and lists that have another value in each round. A list by a rule does
// not hang on its own items.
struct ItemUses {
  explicit ItemUses(const ir::Scenario& scenario);
  std::vector<std::vector<std::int32_t>> reductions, lists;
};

}  // namespace mbs
