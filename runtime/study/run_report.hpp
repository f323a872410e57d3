// What is said of a run, while it goes on and when it is over.
#pragma once

#include "runtime/study/execution.hpp"

namespace mbs {

// One line each: a run may have many of them.
Diagnostic complaint_of(const RunWarning& warning, int digits);

// The present run, which this action has made. `no_start`: the mechanism could not be assembled,
// which has been said.
void report_run(Execution& now, const ir::Simulate& action, bool no_start, bool goes_on);

RunSummary summary_of(const Run& run, const ir::Scenario& scenario);
// What happened, in order; a law's warning stands where it was raised first, with its count.
TableOutput event_log(const Run& run);

}  // namespace mbs
