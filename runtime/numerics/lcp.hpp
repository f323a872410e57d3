// Linear complementarity problems.
#pragma once

#include <Eigen/Dense>
#include <optional>

namespace mbs {

// z >= 0 and y = A z + b >= 0 with z^T y = 0, by Lemke's method; ties are broken lexicographically,
// so that it ends. Entries of A and b should be about one. Empty if the method ends on a ray: there
// is no solution then for copositive A, such as those of contacts with little friction.
// Cottle, Pang and Stone, The Linear Complementarity Problem, 1992, section 4.4 and 4.9.
std::optional<Eigen::VectorXd> solve_lcp(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);

}  // namespace mbs
