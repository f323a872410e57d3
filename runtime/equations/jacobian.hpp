// The Jacobian in absolute coordinates: the same code first records its pattern, then fills in
// values.
#pragma once

#include <utility>
#include <vector>

#include "runtime/model/model_impl.hpp"
#include "runtime/model/sparse_pattern.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

const SparsePattern& jacobian_pattern(const Model& model);
// Exact entries, in the order of the pattern.
bool jacobian(const Model& model, const Instant& now, double cj, double* values,
              Workspace& workspace);

// Finds the pattern and the place of every write; needs everything else of the model.
void build_jacobian_pattern(Model& model);
void compress(const std::vector<std::pair<int, int>>& writes, int size, JacobianMap& map);

}  // namespace mbs
