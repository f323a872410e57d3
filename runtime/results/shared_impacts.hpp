// Impacts of a clearance of several contacts: from the first touch of any of them to the last
// release of all.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "runtime/record/run.hpp"

namespace mbs {

// `parts`: the impacts of each contact, in order of time. Where several contacts are closed in one
// impact its F_max is not a number: that of their sum is dear, and not everybody asks.
std::vector<Impact> shared_impacts(std::span<const std::vector<Impact>* const> parts);
// Fills what is missing. `largest`: of the sum of the normal forces between two times, N.
void find_largest_forces(std::span<Impact> impacts,
                         const std::function<double(double from, double to)>& largest);

}  // namespace mbs
