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
  // True if the row points out of the space by `least` of a unit vector; it then grows by it.
  bool add(const std::vector<double>& row, double least = 1e-8);
  bool holds(const std::vector<double>& row) const;
  std::size_t rank() const { return basis_.size(); }
  // How much of a unit vector along the row points out of the space; 0 for a row without entries.
  double left_of(const std::vector<double>& row) const;
  // The same, and that part of it.
  double left_of(const std::vector<double>& row, std::vector<double>& outside) const;
  // Takes out of x what lies in the space, or in that part which has come since it had the rank
  // `first`.
  void remove_from(std::vector<double>& x, std::size_t first = 0) const;

 private:
  std::size_t dimension_;
  std::vector<std::vector<double>> basis_;
};
// Adds rows one after the other, always the one of which most points out of the space: their places
// in `rows` in this order, and of each unit row how much that was. Those of which less than `least`
// does are not added.
struct Pivot {
  std::size_t place = 0;
  double left = 0;
};
std::vector<Pivot> add_by_pivots(RowSpace& space, const std::vector<std::vector<double>>& rows,
                                 double least = 1e-8);
// A row's gradient at a placement, angles scaled to the model's size.
std::vector<double> scaled_gradient(const Model& model, const Placement& at,
                                    const ConstraintRow& row);

}  // namespace mbs
