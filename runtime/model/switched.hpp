// What acts at present of a model whose parts a script switches on and off.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "lang/scenario/switching.hpp"

namespace mbs {

// A value: modes share it, and a switch makes a new one.
struct Switched {
  std::array<std::vector<char>, ir::sorts> acts;  // by sort and index
  // By row of Model::rows. A row that says nothing beside others that are held is not integrated.
  std::vector<char> rows;
  // m or rad, added to the value of a row: what a joint had when it was held, turns of a joint.
  std::vector<double> shift;

  bool holds(ir::Part part) const { return acts[static_cast<int>(part.sort)][part.index]; }
  char& of(ir::Part part) { return acts[static_cast<int>(part.sort)][part.index]; }
};
using SwitchedPtr = std::shared_ptr<const Switched>;  // null: all acts, for good

}  // namespace mbs
