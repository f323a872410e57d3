// Derivatives of what a contact exerts, by the unknowns it depends on.
#pragma once

#include <vector>

#include "runtime/model/scalar_function.hpp"

namespace mbs {

// By one unknown: forces on both bodies, rates of the law's states, power, normal force.
struct ContactColumn {
  Local force{};
  std::vector<double> rates;
  double power = 0, FN = 0;
};
// Columns: q of a, q of b, v of a, v of b, s, then the law's states; in space q by motions.
struct ContactBlock {
  static constexpr int fixed_columns = 13;  // before the states, in the plane
  std::vector<ContactColumn> columns;
  Local gap_rate{};     // d gap rate/dq
  Local normal_row{};   // d gap rate/dv
  Local vt{};           // d vt/dq
  Local tangent_row{};  // d vt/dv
  // The same, for a contact that slides any way, along each of the ways in which it is held, see
  // HeldWays.
  std::array<Local, 3> holds_by_place{}, holds_by_motion{};
  std::array<double, 3> slips{};  // m/s
};
inline ContactBlock empty_block(int fixed_columns, int states) {
  ContactBlock block;
  block.columns.resize(fixed_columns + states);
  for (ContactColumn& c : block.columns) c.rates.assign(states, 0.0);
  return block;
}

}  // namespace mbs
