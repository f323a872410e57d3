// Running one script, for `mbs run`, `mbs test` and others.
#pragma once

#include "cli/environment.hpp"
#include "cli/options.hpp"
#include "cli/script.hpp"

namespace mbs {

// Compiles and executes; shows everything. Returns the exit code.
int run_script(const Script& script, const Options& options, Environment& environment);

}  // namespace mbs
