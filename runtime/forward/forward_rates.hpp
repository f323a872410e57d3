// Accelerations and multipliers at an instant, as explicit steps find accelerations.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "runtime/coordinates/tree_state.hpp"
#include "runtime/forward/accelerations.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

class ForwardRates {
 public:
  // Does nothing stick or rub in joints, and is there nothing to be switched?
  static bool suit(const Model& model);
  ForwardRates(const Model& model, Workspace& workspace);  // that suits
  const Workspace* workspace() const { return &w_; }
  // Accelerations of the bodies and multipliers of all rows but those that the tree's joints hold,
  // into `yp`. False where that is not known to nine digits or so, where a closed contact has
  // parted its bodies, or where a law or force failed; `yp` is then as it was. No contact sticks or
  // is pressed.
  bool solve(const Instant& now, double* yp);

 private:
  void take(const Instant& now, const double* yp);
  bool any_parted() const;

  const Model& m_;
  Workspace& w_;
  Mode mode_;
  std::unique_ptr<Accelerations> forward_;
  std::optional<TreeState> state_;
  std::vector<double> reduced_, reduced_rates_, unknowns_, rates_, y_, yp_;
};

}  // namespace mbs
