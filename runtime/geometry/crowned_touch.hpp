// Where two convex solids touch of which one has flat faces or straight sides
// (runtime/geometry/crowned.hpp): their largest separation, see solid_touch.hpp.
#pragma once

#include "runtime/geometry/solid_touch.hpp"

namespace mbs {

SolidTouch find_crowned_touch(const Solid& first, const Solid& second, const SolidPlacing& at);

}  // namespace mbs
