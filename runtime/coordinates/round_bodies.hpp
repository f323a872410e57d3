// Private to runtime: which bodies in space look the same however far they have turned on their
// pin.
#pragma once

#include <vector>

#include "runtime/model/model_impl.hpp"

namespace mbs {

// Is a turn or a screw among what turns this body since the last ball?
bool turns_on_a_pin(const Tree& tree, int body);
// By body: has it anything off the axis that it turns about, a centre of mass, points, bodies that
// hang there or move in another direction; or an inertia that is not round about that axis where
// the axis turns as well? Shapes are not looked at.
std::vector<bool> out_of_round(const Model& model);

}  // namespace mbs
