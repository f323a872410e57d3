// How a mechanism whose constraints are held gives way along rows of its contacts.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <span>

#include "runtime/equations/kkt.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

// What a unit impulse along a row does to all motions, and to the constraints of the system. False
// if the system cannot be solved.
bool give_way(Kkt& kkt, const HoldRow& row, std::span<double> motion, std::span<double> reactions);

// A column of a matrix, as a solver takes it.
inline std::span<double> matrix_column(Eigen::MatrixXd& matrix, int k) {
  return {matrix.col(k).data(), static_cast<std::size_t>(matrix.rows())};
}

// row . motion, exactly 0 where rounding alone is left of it.
double seen_along(const HoldRow& row, const double* motion);
// What a row sees of its own impulse, 1/kg or 1/(kg m^2); 0 where that is rounding beside what its
// bodies would give if they were free.
double give_along(const Model& model, const HoldRow& row, const double* motion);

}  // namespace mbs
