// Passes of a sweep, several at a time, given out in the order of the script.
#pragma once

#include <memory>
#include <vector>

#include "runtime/actions.hpp"

namespace mbs {

// What one pass left: its output, not yet shown, and the rows its tables gained.
struct PassResult {
  BufferedSink output;
  Outcome outcome;
  std::vector<GainedTable> gained;
};

// Runs `passes` on `jobs` threads. Calls `done` for each pass in order, on the calling thread, as
// soon as it and all before it are finished. `execute` must be safe to call from several threads.
void run_passes(std::size_t passes, int jobs, const std::function<PassResult(std::size_t)>& execute,
                const std::function<void(std::size_t, PassResult&)>& done);

}  // namespace mbs
