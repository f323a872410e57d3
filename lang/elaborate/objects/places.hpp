// Where points of bodies are, and their frames.
#pragma once

#include <vector>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

Object& center_of(Declarations& declarations, Object& body);
// Points at the corners of a body's polygon, where they are centres of the rounding; each has that
// as its shape. None without such a shape.
std::vector<Object*> corners_of(World& world, Object& body);
// In space: points in the middles of the straight edges of a body with flat faces.
std::vector<Object*> edges_of(World& world, Object& body);
// In the axes of its body, from its origin.
ir::Vec3 local_position(World& world, Object& point_like);
ir::FrameId frame_of(World& world, Object& point_like);

}  // namespace mbs::elaborate
