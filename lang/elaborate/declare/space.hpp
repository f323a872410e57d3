// What bodies and joints of a spatial world have beside what all have.
#pragma once

#include <array>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// x, y and z of a vector that is held, guessed or not given.
using InitialVector = std::array<ir::Initial, 3>;
InitialVector initial_vector(World& world, Object& object, std::string_view name);

// Inertia, rotation and spin.
void declare_body_in_space(World& world, Object& object, ir::Body& body);
// Initial coordinates of joints that only a spatial world has.
void declare_coordinates_in_space(World& world, Object& object, ir::Joint& joint);
// The frame of a joint's end: its point's, or a new one turned so that the joint's `axis` is one of
// its axes.
ir::FrameId end_frame(World& world, Object& joint, Object& end);

}  // namespace mbs::elaborate
