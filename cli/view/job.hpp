// One run of `mbs view`, in a process of its own: a crash, a hang or a kill of it leaves the server
// alone. What it has to say goes to standard output, a line each, with a letter in front.
#pragma once

#include <string_view>

#include "cli/environment/environment.hpp"
#include "cli/environment/options.hpp"

namespace mbs {

namespace job_line {
constexpr char files = 'F';          // JSON: list of the files that were read, or looked for
constexpr char controls = 'C';       // JSON: the params; see docs/report.md
constexpr char some_controls = 'c';  // the same of a script with errors, which may have more
constexpr char progress = 'T';       // JSON: {"t", "part"}
constexpr char part = 'P';           // JSON: the data of a report, of what there is so far
constexpr char result = 'D';         // JSON: the data of a report
}  // namespace job_line

// `tried`: what the page sets. Writes no files. The exit code is that of a run.
int run_job(const Options& options, const std::vector<Override>& tried, Environment& environment);

}  // namespace mbs
