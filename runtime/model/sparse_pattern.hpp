// Where a sparse matrix has entries.
#pragma once

#include <cstdint>
#include <vector>

namespace mbs {

// Fixed sparsity pattern of dF/dy + cj dF/dy', compressed columns, rows sorted; inactive contacts
// keep their entries.
struct SparsePattern {
  std::vector<std::int64_t> column_starts;
  std::vector<std::int64_t> rows;
};

}  // namespace mbs
