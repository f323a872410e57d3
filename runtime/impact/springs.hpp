// Contacts as springs that are made stiffer and stiffer: an answer where sweeps and exchanges of
// states go round, because more contacts hold than are needed, or hold with all that they can.
//
// A contact that gives way by `give` times its impulse has P = -(w - departure)/give, not below 0
// along the normal, within its bound along the tangents. While the bounds are kept that is a convex
// problem in the speeds (Todorov, ICRA 2014, 6054; Castro et al., IEEE Trans. Robotics 39 (2023)
// 1301), so Newton's method with a search along its steps ends. The bounds follow from the normal
// impulses before, as in Tresca's iteration (Panagiotopoulos, Ingenieur-Archiv 44 (1975) 421), and
// each `give` begins where the last has ended.
#pragma once

#include <optional>

#include "runtime/impact/contact_problem.hpp"

namespace mbs::impact {

// In the plane or in space, with the least of all impulses that do, or next to it. What slides next
// to not at all sticks. Empty if that does not settle.
std::optional<Solution> by_springs(const Problem& problem);

// How well the answer holds: a part of the largest speed and impulse.
inline constexpr double within_springs = 1e-8;

}  // namespace mbs::impact
