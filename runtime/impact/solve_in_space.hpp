// Finding the states of contacts in space.
#pragma once

#include <optional>

#include "runtime/impact/contact_problem.hpp"

namespace mbs::impact {

// As `solve`, of a problem with three places for each contact. Where nothing may stick, friction
// has its directions and the problem is that of the plane; else contact by contact (block
// Gauss-Seidel), then all at once by Newton's method with the states that were found; by springs
// (springs.hpp) where both go round.
std::optional<Solution> solve_in_space(const Problem& problem);

// The same contacts in a plane of their own each, that of their friction; all of kind `ratio`.
Problem in_planes(const Problem& problem);
// Impulses of that problem as those of the problem in space.
Eigen::VectorXd from_planes(const Problem& problem, const Eigen::VectorXd& planar);

}  // namespace mbs::impact
