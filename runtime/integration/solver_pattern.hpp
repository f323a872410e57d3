// The pattern of the matrices that the solver works with.
#pragma once

#include <cstdint>
#include <span>

namespace mbs {

struct SolverPattern {  // compressed columns, rows sorted; not copied
  std::span<const std::int64_t> column_starts;
  std::span<const std::int64_t> rows;
};

}  // namespace mbs
