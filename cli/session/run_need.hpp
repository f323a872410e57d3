// Does an action show something of the run?
#pragma once

#include "lang/scenario/scenario.hpp"

namespace mbs {

// True if a value of the action is a signal, a reduction of one, or read from impacts or events;
// also for `continue` and for tables over time. Constants and rows of tables need no run.
bool needs_run(const ir::Scenario& scenario, const ir::Action& action);

}  // namespace mbs
