// What a command line asks of the execution of a script.
#pragma once

#include "cli/environment/environment.hpp"
#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "runtime/study/executor.hpp"

namespace mbs {

// For this script; what it refers to must outlive it.
ExecuteOptions execute_options(const Compiled& compiled, const Options& options,
                               const Environment& environment);

// A session keeps its runs whole; `memory`: bytes of a run's record, as `--memory`.
RunLimits session_limits(const Environment& environment, std::optional<std::size_t> memory);

}  // namespace mbs
