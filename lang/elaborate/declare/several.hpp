// What clearances of several contacts have in common.
#pragma once

#include <string>

#include "lang/elaborate/world/clearance_parts.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// A law with all its forces multiplied: its own depth and speed give each contact its part. What
// presses a rigid contact is given by the motion, and needs no part.
ir::LawProgram part_of(const ir::LawProgram& law, double part);

// A new frame on the same body, shifted along the axes of another, m, and in the plane turned, rad.
ir::FrameId shifted_frame(World& world, ir::FrameId from, const std::string& name,
                          const ir::Vec3& shift, double turn = 0);

// The sum over all its contacts, N: a signal.
NodeId normal_force(Draft& draft, const ClearanceParts& parts);

}  // namespace mbs::elaborate
