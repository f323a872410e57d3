// A contact problem of which some contacts are left out.
#pragma once

#include <optional>
#include <vector>

#include "runtime/impact/contact_problem.hpp"

namespace mbs::impact {

// The solution with these contacts alone, by contact of the problem; the others stay open, whether
// or not they approach then.
std::optional<Solution> solve_among(const Problem& problem, const std::vector<bool>& taken);
// Those that an impulse at the first can move, by themselves or by way of others; it is one of
// them.
std::vector<bool> reached_from(const Problem& problem, int first);

}  // namespace mbs::impact
