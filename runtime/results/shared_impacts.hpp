// Impacts of a clearance of several contacts: from the first touch of any of them to the last
// release of all.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "runtime/record/run.hpp"

namespace mbs {

// `parts`: the impacts of each contact, in order of time. `largest`: of the sum of the normal
// forces between two times, N; asked for where several contacts are closed in one impact.
std::vector<Impact> shared_impacts(std::span<const std::vector<Impact>* const> parts,
                                   const std::function<double(double from, double to)>& largest);

}  // namespace mbs
