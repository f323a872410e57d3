#include "runtime/coordinates/reactions.hpp"

#include <Eigen/Dense>

#include "runtime/elements/drives.hpp"
#include "runtime/equations/residual.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/numerics/cholesky.hpp"

namespace mbs {

namespace {

constexpr int most = 6;  // rows of a joint, and motions of a body
using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, most, most>;
using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, most, 1>;

struct JointRows {
  int count = 0;
  int row[most] = {};  // in Model::rows
};

JointRows rows_of(const Model& m, int joint) {
  JointRows out;
  for (std::size_t k = 0; k < m.rows.size() && out.count < most; ++k)
    if (m.rows[k].joint == joint) out.row[out.count++] = static_cast<int>(k);
  return out;
}

// Calls back with column and value of each entry of a row of G.
template <class Visit>
void for_each_entry(const Model& m, const Workspace::Impl& w, int row, Visit visit) {
  const ConstraintRow& r = m.rows[row];
  for (int i = r.first_entry; i < r.first_entry + r.entry_count; ++i)
    visit(m.entries[i].column, w.g[i]);
}

// The rows of a joint by the motions of its child.
Small rows_on_child(const Model& m, const TreeLink& link, const Workspace::Impl& w,
                    const JointRows& rows) {
  const int first = m.layout.motion_of(link.child), each = m.layout.per_motion;
  Small g = Small::Zero(rows.count, each);
  for (int k = 0; k < rows.count; ++k)
    for_each_entry(m, w, rows.row[k], [&](int column, double value) {
      if (column >= first && column < first + each) g(k, column - first) += value;
    });
  return g;
}

// (G G^T) x = -G f. Rows may depend on each other.
SmallVector balance(const Small& g, const double* force) {
  const int n = static_cast<int>(g.rows()), each = static_cast<int>(g.cols());
  double square[most * most];
  SmallVector x(n);
  for (int i = 0; i < n; ++i) {
    x[i] = 0;
    for (int c = 0; c < each; ++c) x[i] -= g(i, c) * force[c];
    for (int k = 0; k <= i; ++k) {
      double sum = 0;
      for (int c = 0; c < each; ++c) sum += g(i, c) * g(k, c);
      square[i * n + k] = sum;
    }
  }
  if (!factor_cholesky(square, n)) return (g * g.transpose()).ldlt().solve(x);
  solve_lower(square, n, x.data());
  solve_upper(square, n, x.data());
  return x;
}

// The multipliers that balance what is left on the child; their reaction goes to the parent.
void unload(const Model& m, const TreeLink& link, const Workspace::Impl& w,
            std::vector<double>& left, std::vector<double>& lambda) {
  const JointRows rows = rows_of(m, link.joint);
  if (rows.count == 0) return;
  const SmallVector solution =
      balance(rows_on_child(m, link, w, rows), left.data() + m.layout.motion_of(link.child));
  for (int k = 0; k < rows.count; ++k) {
    lambda[rows.row[k]] = solution[k];
    for_each_entry(m, w, rows.row[k],
                   [&](int column, double value) { left[column] += value * solution[k]; });
  }
}

}  // namespace

bool tree_multipliers(const Model& m, const Instant& now, std::vector<double>& lambda,
                      Workspace& workspace) {
  Workspace::Impl& w = workspace.impl();
  const Layout& l = m.layout;
  lambda.assign(now.yp + l.lam, now.yp + l.lam + l.constraints);
  place(m, now.y, w.at);
  if (!evaluate_drives(m, now.t, now.mode, DriveOrder::rate, workspace)) return false;
  if (!residual_of_loops(m, now, w.residual.data(), workspace)) return false;
  fill_constraint_jacobian(m, w.at, w.g.data());
  std::vector<double> left(w.residual.begin() + l.v, w.residual.begin() + l.v + l.motions);
  for (const GivenCoordinate& g : m.tree.prescribed.given)
    for_each_entry(m, w, g.row,
                   [&](int column, double value) { left[column] += value * lambda[g.row]; });
  for (auto link = m.tree.links.rbegin(); link != m.tree.links.rend(); ++link)
    unload(m, *link, w, left, lambda);
  return true;
}

}  // namespace mbs
