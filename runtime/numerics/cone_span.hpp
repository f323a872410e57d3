// What a cone of inequalities spans.
#pragma once

#include <Eigen/Dense>

namespace mbs {

// Columns that span all x with rows x <= 0: every such x is a sum of them. Rows that no such x
// makes less than 0 hold as equations. What is below `nothing` of a row is 0.
Eigen::MatrixXd span_of_cone(const Eigen::MatrixXd& rows, double nothing);

}  // namespace mbs
