// Joints that slide whatever friction does: constraints alone decide how they move.
//
// A slider at the dead point of its crank is at rest for an instant, and so is the angle between
// two links where it is largest. Nothing can hold them there: they only reverse.
#pragma once

#include <optional>

#include "runtime/model/space.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// Rate of vt of the friction of a joint where no force on it would change that rate, m/s^2, 0 where
// it is rounding; empty where one would.
std::optional<double> forced_sliding(const Model& model, int contact, const Instant& now,
                                     Workspace& workspace);
// The same of a joint whose surfaces slide along several coordinates at once: the part of the rate
// that no force on it would change, m/s^2, in these coordinates.
std::optional<Vector3> forced_sliding_any_way(const Model& model, int contact, const Instant& now,
                                              Workspace& workspace);

}  // namespace mbs
