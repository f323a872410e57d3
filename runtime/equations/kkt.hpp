// Linear systems of constrained motion, [M G^T; G 0][x; p] = [f; c].
#pragma once

#include <span>
#include <vector>

#include "runtime/model/evaluation.hpp"

namespace mbs {

// One equation sum(values * x[columns]) = right side.
struct SparseRow {
  std::vector<int> columns;
  std::vector<double> values;
  double softness = 0;  // of a soft row: how much it gives way beside others; 0: as it is scaled
};

// Rows without entries are left out, with a multiplier of 0.
// The last `soft` rows give way a little (1e-10 of what they are scaled to), so they need not be
// independent. Least-norm least-squares solution where the matrix is singular. Small systems are
// solved densely, large ones by sparse elimination.
class Kkt {
 public:
  Kkt();
  Kkt(std::span<const double> masses, std::span<const SparseRow> rows, int soft = 0);
  ~Kkt();
  Kkt(Kkt&&) noexcept;
  // Another matrix. Allocates nothing if one of the same pattern has been given before, unless it
  // is singular.
  void factor(std::span<const double> masses, std::span<const SparseRow> rows, int soft = 0);
  // Right sides in, solutions out. False if the equations contradict each other.
  bool solve(std::span<double> x, std::span<double> p);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Diagonal mass matrix by columns of v.
std::vector<double> mass_diagonal(const Model& model);
// Rows of G from the values of Model::entries; `positions` only takes those known in position.
// Those that do not act in `mode` have no entries.
std::vector<SparseRow> constraint_rows(const Model& model, const std::vector<double>& g,
                                       bool positions, const Mode* mode);
// The same into `rows`, which grows if it must; how many there are.
std::size_t constraint_rows(const Model& model, const std::vector<double>& g, bool positions,
                            const Mode* mode, std::vector<SparseRow>& rows);
// An empty row behind the first `count` ones, which it then counts as well.
SparseRow& next_row(std::vector<SparseRow>& rows, std::size_t& count);
// Any rows, at a placement.
SparseRow row_gradient(const ConstraintRow& row, const Placement& at);

}  // namespace mbs
