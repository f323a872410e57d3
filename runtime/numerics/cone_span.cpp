#include "runtime/numerics/cone_span.hpp"

#include <optional>
#include <vector>

#include "runtime/numerics/lcp.hpp"

namespace mbs {

namespace {

// Whether some x of the cone of these rows, each of length 1, has less than 0 in the i-th: the
// shortest with -1 there is -rows^T y, 0 <= y _|_ rows rows^T y - e_i >= 0.
bool goes_below(const Eigen::MatrixXd& rows, Eigen::Index i, double nothing) {
  const auto y = solve_lcp(rows * rows.transpose(), -Eigen::VectorXd::Unit(rows.rows(), i));
  if (!y) return false;
  const Eigen::VectorXd x = -rows.transpose() * *y;
  const Eigen::VectorXd values = rows * x;
  return x.allFinite() && values[i] < 0 && values.maxCoeff() <= nothing * x.norm();
}

}  // namespace

Eigen::MatrixXd span_of_cone(const Eigen::MatrixXd& rows, double nothing) {
  const Eigen::Index n = rows.cols();
  std::vector<Eigen::Index> asked, equations;
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    if (rows.row(i).norm() > nothing) asked.push_back(i);
  const Eigen::MatrixXd units = rows(asked, Eigen::all).rowwise().normalized();
  for (Eigen::Index i = 0; i < units.rows(); ++i)
    if (!goes_below(units, i, nothing)) equations.push_back(i);
  if (equations.empty()) return Eigen::MatrixXd::Identity(n, n);
  Eigen::FullPivLU<Eigen::MatrixXd> factors(Eigen::MatrixXd(units(equations, Eigen::all)));
  factors.setThreshold(nothing);
  if (factors.dimensionOfKernel() == 0) return Eigen::MatrixXd(n, 0);
  return factors.kernel();
}

}  // namespace mbs
