// What is said where a run is asked for and none is finished.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// E0306. If the runs before the place are those of a sweep, a hint says so.
Diagnostic& report_no_run(World& world, Span place, std::string message);
// `simulate … as name` in the body of a sweep, which is not to be seen from outside.
bool is_run_of_sweep(const World& world, const std::string& name);

}  // namespace mbs::elaborate
