// Signals that `--keep` asks for, as files of comma-separated values and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "runtime/results/output.hpp"

namespace mbs {

// What a run is called in names of files: "run1", "pass0002-run1".
std::string run_name(const KeptSignals& kept);
// A row for each sample, the time first; what has no value is left empty.
std::string signals_csv(const KeptSignals& kept);
// {"type":"signals",…}, docs/json.md; `pass`: the values of its params, empty outside of a sweep.
nlohmann::ordered_json signals_json(const KeptSignals& kept, const std::string& pass);

}  // namespace mbs
