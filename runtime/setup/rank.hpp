// Which constraints are independent, which coordinates are free.
#pragma once

#include <vector>

#include "runtime/setup/assembly_state.hpp"

namespace mbs {

// A row's gradient, angles scaled to the model's size.
std::vector<double> scaled_gradient(const AssemblyState& state, const ConstraintRow& row);

// A small motion along the joints, closed again: special positions are left by it, permanent
// redundancy is not. While this lives the state is there, and then where it was.
class Nearby {
 public:
  explicit Nearby(AssemblyState& state);
  ~Nearby();
  Nearby(const Nearby&) = delete;
  Nearby& operator=(const Nearby&) = delete;

 private:
  AssemblyState& state_;
  std::vector<double> q_;
};
// What `look` finds there.
template <class Look>
auto nearby(AssemblyState& state, const Look& look) {
  const Nearby there(state);
  return look();
}
// Which of `state.rows` hold nothing new, here and nearby. Switched joints are asked anew each
// time.
std::vector<bool> redundant_rows(AssemblyState& state);
// Names of coordinates that describe the motion, those driven marked; and their number.
void name_freedoms(const AssemblyState& state, Assembly& assembly);

}  // namespace mbs
