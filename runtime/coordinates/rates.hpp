// Private to runtime: accelerations from positions and speeds in joint coordinates.
#pragma once

#include <memory>

#include "runtime/equations/consistency.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// With the tree's coordinates p, their speeds u and what acts on the bodies at u' = 0,
//   B^T M B u' + B^T G^T Lam' = -B^T r,   G B u' = c - G v'(u' = 0):
// a handful of equations where absolute coordinates have three for each body and one for each
// joint.
class TreeRates {
 public:
  // Is there a tree, small enough for dense equations, and nothing that can be switched?
  static bool suit(const Model& model);
  explicit TreeRates(const Model& model);  // that suits
  ~TreeRates();
  TreeRates(TreeRates&&) noexcept;
  // Accelerations and the multipliers of what is no joint of the tree, into `yp`. False where they
  // are not determined, or a law or force failed; `yp` is then as it was.
  bool solve(const Instant& now, double* yp, Workspace& w);
  // All of y' as mbs::make_consistent finds it, but for the multipliers of the tree's joints, which
  // are 0. Nothing may stick.
  bool make_consistent(const Instant& now, double* yp, Workspace& w);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mbs
