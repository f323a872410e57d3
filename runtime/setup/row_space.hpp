// What rows of constraints span.
#pragma once

#include <vector>

#include "runtime/model/evaluation.hpp"

namespace mbs {

// Orthonormal basis of the space spanned by rows, by modified Gram-Schmidt with
// re-orthogonalisation.
class RowSpace {
 public:
  explicit RowSpace(std::size_t dimension) : dimension_(dimension) {}
  // True if the row points out of the space, which then grows by it.
  bool add(const std::vector<double>& row);
  bool holds(const std::vector<double>& row) const;
  std::size_t rank() const { return basis_.size(); }
  // Takes out of x what lies in the space.
  void remove_from(std::vector<double>& x) const;

 private:
  double left_of(const std::vector<double>& row, std::vector<double>& x) const;
  std::size_t dimension_;
  std::vector<std::vector<double>> basis_;
};
// A row's gradient at a placement, angles scaled to the model's size.
std::vector<double> scaled_gradient(const Model& model, const Placement& at,
                                    const ConstraintRow& row);

}  // namespace mbs
