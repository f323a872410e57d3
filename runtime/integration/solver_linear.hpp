// Private to the solver: SparseLu as the linear solver that IDA calls.
#pragma once

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include "runtime/integration/solver_pattern.hpp"

namespace mbs {

// A matrix is just its entries in the order of the pattern. nullptr: no memory.
SUNMatrix make_pattern_matrix(SolverPattern pattern, SUNContext context);
double* entries(SUNMatrix matrix);

// For matrices of that pattern, which must outlive it.
SUNLinearSolver make_lu_solver(SolverPattern pattern, SUNContext context);

// Another pattern for both, before the matrix is filled again. What has been factorised is lost.
void change_pattern(SUNMatrix matrix, SUNLinearSolver solver, SolverPattern pattern);

}  // namespace mbs
