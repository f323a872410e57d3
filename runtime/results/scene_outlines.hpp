// The parts of a scene that do not move: outlines of bodies, joints, springs, contacts.
#pragma once

#include "lang/scenario/scenario.hpp"
#include "runtime/results/scene.hpp"

namespace mbs {

// Everything but motions and what happened. `size`: m, of the mechanism: shapes that the script
// does not give are made to fit it.
Scene still_scene(const ir::Scenario& scenario, double size);
// How far a part reaches from its own origin, m; of planes 0.
double reach_of(const Outline& outline);

}  // namespace mbs
