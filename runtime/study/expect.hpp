// `expect`: whether it holds, and what is told of it.
#pragma once

#include "runtime/study/execution.hpp"

namespace mbs {

void expect(Execution& now, const ir::Expect& action);

// Whether it holds by `results`, at the end of a run or during it. What could not be evaluated is
// among their complaints; it neither holds nor fails.
void check_expectation(Execution& now, const ir::Expect& action, Results& results,
                       const Diagnostics& complaints);

}  // namespace mbs
