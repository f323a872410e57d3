#include "runtime/integration/solver_linear.hpp"

#include <algorithm>
#include <vector>

#include "runtime/integration/solver_vector.hpp"
#include "runtime/numerics/sparse_lu.hpp"

namespace mbs {

namespace {

std::vector<double>& values(SUNMatrix matrix) {
  return *static_cast<std::vector<double>*>(matrix->content);
}

SparseLu& factors(SUNLinearSolver solver) {
  return *static_cast<SparseLu*>(solver->content);
}

SUNMatrix_ID matrix_id(SUNMatrix) {
  return SUNMATRIX_CUSTOM;
}

int zero_matrix(SUNMatrix) {
  return 0;  // the Jacobian routine writes all entries
}

void destroy_matrix(SUNMatrix matrix) {
  delete &values(matrix);
  SUNMatFreeEmpty(matrix);
}

SUNLinearSolver_Type solver_type(SUNLinearSolver) {
  return SUNLINEARSOLVER_DIRECT;
}

SUNLinearSolver_ID solver_id(SUNLinearSolver) {
  return SUNLINEARSOLVER_CUSTOM;
}

int keep_pivots(SUNLinearSolver) {
  return 0;  // at every start: the pattern never changes
}

int factorise(SUNLinearSolver solver, SUNMatrix matrix) {
  return factors(solver).factor(entries(matrix)) ? 0 : 1;
}

int solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, realtype) {
  factors(solver).solve(elements(b), elements(x));
  return 0;
}

int free_solver(SUNLinearSolver solver) {
  delete &factors(solver);
  SUNLinSolFreeEmpty(solver);
  return 0;
}

}  // namespace

double* entries(SUNMatrix matrix) {
  return values(matrix).data();
}

SUNMatrix make_pattern_matrix(SolverPattern pattern, SUNContext context) {
  SUNMatrix matrix = SUNMatNewEmpty(context);
  if (!matrix) return nullptr;
  matrix->content = new std::vector<double>(pattern.rows.size());
  matrix->ops->getid = matrix_id;
  matrix->ops->zero = zero_matrix;
  matrix->ops->destroy = destroy_matrix;
  return matrix;
}

SUNLinearSolver make_lu_solver(SolverPattern pattern, SUNContext context) {
  SUNLinearSolver solver = SUNLinSolNewEmpty(context);
  if (!solver) return nullptr;
  solver->content = new SparseLu(pattern.column_starts, pattern.rows);
  solver->ops->gettype = solver_type;
  solver->ops->getid = solver_id;
  solver->ops->initialize = keep_pivots;
  solver->ops->setup = factorise;
  solver->ops->solve = solve;
  solver->ops->free = free_solver;
  return solver;
}

void change_pattern(SUNMatrix matrix, SUNLinearSolver solver, SolverPattern pattern) {
  values(matrix).resize(pattern.rows.size());
  factors(solver) = SparseLu(pattern.column_starts, pattern.rows);
}

}  // namespace mbs
