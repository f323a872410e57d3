// What a run has cost.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mbs {

struct Run;

// Steps, evaluations and the like, with their names, in the terms of the run's method.
std::vector<std::pair<std::string, long>> counters_of(const Run& run);

}  // namespace mbs
