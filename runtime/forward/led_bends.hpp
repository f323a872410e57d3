// Bends that drives and gears lead, of joints of constant velocity.
#pragma once

#include <vector>

#include "runtime/model/model_impl.hpp"

namespace mbs {

// A bend is the angle between two axes, and has no direction at 0 and 180 degrees, which nothing
// can lead it through. A step that has come out behind one of these finds everything in order: the
// bend is as large as before, about an axis that points the other way.
class LedBends {
 public:
  explicit LedBends(const Model& model);
  bool any() const { return !rows_.empty(); }
  // The row of the first one that does, -1: none does.
  int passed_over(const Placement& from, const Placement& to, const Mode& mode) const;

 private:
  const Model& model_;
  std::vector<int> rows_;
};

}  // namespace mbs
