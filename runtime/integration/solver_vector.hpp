// Private to the solver: the operations on vectors that IDA spends its time with.
#pragma once

#include <nvector/nvector_serial.h>

namespace mbs {

// A vector of `size` zeros; nullptr if there is no memory. Its clones have the same operations.
// They do what the library's do, but in loops that the compiler vectorises, several vectors at a
// time. The error norm divides the sum of squares by a fixed number of unknowns, see
// solver_vector.cpp.
N_Vector make_solver_vector(sunindextype size, SUNContext context);

// The elements of such a vector, without the calls that the library makes to find them.
inline double* elements(N_Vector x) {
  return NV_DATA_S(x);
}

}  // namespace mbs
