// What a command tells the shell; docs/cli.md has the table.
#pragma once

#include "runtime/study/passes.hpp"

namespace mbs {

// 0, or the highest of: 1 expectation, 2 script, 3 simulation, 4 file, 130 interrupted.
int exit_code(const Outcome& outcome);

}  // namespace mbs
