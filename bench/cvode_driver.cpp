#include "bench/cvode_driver.hpp"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <vector>

namespace bench {
namespace {

int rates(realtype t, N_Vector y, N_Vector dy, void* user) {
  static_cast<const CvodeProblem*>(user)->rates(t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
  return 0;
}

int roots(realtype t, N_Vector y, realtype* g, void* user) {
  const auto& problem = *static_cast<const CvodeProblem*>(user);
  for (int i = 0; i < problem.contacts; ++i) g[i] = problem.gap(i, t, N_VGetArrayPointer(y));
  return 0;
}

// Owns what one integration needs.
struct Memory {
  SUNContext context = nullptr;
  N_Vector y = nullptr, absolute = nullptr;
  void* cvode = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver linear = nullptr;
  SUNNonlinearSolver nonlinear = nullptr;

  ~Memory() {
    CVodeFree(&cvode);
    if (linear) SUNLinSolFree(linear);
    if (nonlinear) SUNNonlinSolFree(nonlinear);
    if (matrix) SUNMatDestroy(matrix);
    N_VDestroy(absolute);
    N_VDestroy(y);
    SUNContext_Free(&context);
  }
};

void set_up(Memory& m, const CvodeProblem& problem, const CvodeOptions& options, double* y) {
  SUNContext_Create(nullptr, &m.context);
  m.y = N_VMake_Serial(problem.size, y, m.context);
  m.absolute = N_VNew_Serial(problem.size, m.context);
  for (int i = 0; i < problem.size; ++i) N_VGetArrayPointer(m.absolute)[i] = options.absolute[i];
  m.cvode = CVodeCreate(options.method == Method::bdf ? CV_BDF : CV_ADAMS, m.context);
  CVodeInit(m.cvode, rates, 0, m.y);
  CVodeSetUserData(m.cvode, const_cast<CvodeProblem*>(&problem));
  CVodeSVtolerances(m.cvode, options.relative, m.absolute);
  CVodeSetMaxNumSteps(m.cvode, 100000000);
  if (options.method == Method::bdf) {
    m.matrix = SUNDenseMatrix(problem.size, problem.size, m.context);
    m.linear = SUNLinSol_Dense(m.y, m.matrix, m.context);
    CVodeSetLinearSolver(m.cvode, m.linear, m.matrix);
  } else {
    m.nonlinear = SUNNonlinSol_FixedPoint(m.y, 0, m.context);
    CVodeSetNonlinearSolver(m.cvode, m.nonlinear);
  }
  if (problem.contacts > 0) CVodeRootInit(m.cvode, problem.contacts, roots);
}

void add_counters(void* cvode, Method method, Cost& cost) {
  long steps = 0, evaluations = 0, more = 0, jacobians = 0, setups = 0;
  CVodeGetNumSteps(cvode, &steps);
  CVodeGetNumRhsEvals(cvode, &evaluations);
  if (method == Method::bdf) {
    CVodeGetNumLinRhsEvals(cvode, &more);  // for the difference Jacobian
    CVodeGetNumJacEvals(cvode, &jacobians);
    CVodeGetNumLinSolvSetups(cvode, &setups);
  }
  cost.steps += steps, cost.evaluations += evaluations + more;
  cost.jacobians += jacobians, cost.factorizations += setups;
}

}  // namespace

Cost integrate_cvode(const CvodeProblem& problem, const CvodeOptions& options, double* y,
                     double end, std::vector<double>* onsets) {
  Memory m;
  set_up(m, problem, options, y);
  Cost cost;
  double t = 0;
  std::vector<int> directions(problem.contacts);
  while (t < end) {
    CVodeSetStopTime(m.cvode, end);
    const int flag = CVode(m.cvode, end, m.y, &t, CV_NORMAL);
    if (flag < 0) break;
    if (flag != CV_ROOT_RETURN) break;
    CVodeGetRootInfo(m.cvode, directions.data());
    bool closed = false;
    for (int i = 0; i < problem.contacts; ++i) {
      if (directions[i] == 0) continue;
      problem.crossed(i, t, y, directions[i] < 0);
      if (directions[i] > 0) continue;
      closed = true;
      ++cost.impacts;
      if (onsets) onsets->push_back(t);
    }
    if (!closed) continue;
    ++cost.restarts;
    add_counters(m.cvode, options.method, cost);
    CVodeReInit(m.cvode, t, m.y);
    if (options.first_step_after_onset > 0)
      CVodeSetInitStep(m.cvode, options.first_step_after_onset);
  }
  add_counters(m.cvode, options.method, cost);
  return cost;
}

}  // namespace bench
