#include "cli/environment/execute_options.hpp"

#include <ostream>

namespace mbs {

ExecuteOptions execute_options(const Compiled& compiled, const Options& options,
                               const Environment& environment) {
  ExecuteOptions execute;
  execute.runs = options.runs;
  execute.max_wall_seconds = options.max_seconds;
  // Nobody reads on where standard output is closed; there is no point in going on either.
  execute.interrupted = [&environment] { return environment.interrupted() || !environment.out; };
  execute.memory = options.memory;
  execute.most_memory = options.most_memory;
  execute.jobs = options.jobs;
  execute.late_passes = compiled.late_passes;
  execute.digits = options.digits;
  execute.log = options.log;
  execute.scenes = !options.report.empty() || (options.frames && !options.quiet);
  const bool shown =
      !options.csv_directory.empty() || !options.report.empty() || (options.json && !options.quiet);
  execute.gives_signals = shown && !options.keep.empty();
  return execute;
}

RunLimits session_limits(const Environment& environment, std::optional<std::size_t> memory) {
  return {.interrupted = environment.interrupted,
          .memory = memory.value_or(0),
          .most_memory = memory.value_or(default_most_memory)};
}

}  // namespace mbs
