// Running one script, for `mbs run`, `mbs test` and others.
#pragma once

#include "cli/environment.hpp"
#include "cli/options.hpp"
#include "cli/ranks.hpp"
#include "cli/script.hpp"

namespace mbs {

// Compiles and executes; shows everything. Returns the exit code. Passes of sweeps are shared with
// other ranks, if there are some.
int run_script(const Script& script, const Options& options, Environment& environment,
               Ranks* ranks = nullptr);

}  // namespace mbs
