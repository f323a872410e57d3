// Running one script, for `mbs run`, `mbs test` and others.
#pragma once

#include "cli/environment/environment.hpp"
#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "cli/passes/ranks.hpp"

namespace mbs {

// Compiles and executes; shows everything. Returns the exit code. Passes of sweeps are shared with
// other ranks, if there are some.
int run_script(const Script& script, const Options& options, Environment& environment,
               Ranks* ranks = nullptr);

}  // namespace mbs
