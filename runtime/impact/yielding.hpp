// Contacts in space that give way by less and less: an answer where sweeps hardly move, as of a
// block that leans by next to nothing, so that its corners tell their walls apart by a millionth.
//
// A contact that gives way by `give` times its impulse makes the problem well posed. Its conditions
// are equations then,
//   P_N = max(0, P_N - r w_N),  P_T = P_T - r w_T, cut to the bound of that normal part,
// (Alart and Curnier, Comp. Meth. Appl. Mech. Eng. 92 (1991) 353), solved by Newton's method, in
// which each contact has the branch that it is on. Every `give` begins where the last has ended.
#pragma once

#include <vector>

#include "runtime/impact/contact_problem.hpp"

namespace mbs::impact {

// States and impulses of a problem whose mobilities are about one, for each `give`, as far as
// Newton's method settles, which miss by what it makes of them; the nearest comes last.
std::vector<Solution> by_yielding(const Problem& problem);

}  // namespace mbs::impact
