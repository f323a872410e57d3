#include "runtime/integration/solver.hpp"

#include <ida/ida.h>
#include <sundials/sundials_context.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "runtime/integration/solver_linear.hpp"
#include "runtime/integration/solver_vector.hpp"

namespace mbs {

namespace {

// Refactorise once the leading coefficient has changed by this fraction; more saves factorisations
// but costs Newton iterations.
constexpr double leading_coefficient_change = 0.1;
// A step that has grown in a long quiet time may be a million times too long for what follows an
// event; each failed test makes it a quarter.
constexpr int most_failed_tests = 30;
// A step that has passed its error test is kept unless the next one should be shorter than this
// part of it: a slightly shorter one would mostly cost another factorisation.
constexpr double slightly_shorter = 0.9;
constexpr double much_longer = 2;  // the library's own choice

// In front of a point that cannot be passed steps may also succeed for ever without getting there,
// once they are below what the coordinates can resolve.
constexpr double crawling = 1e4 * std::numeric_limits<double>::epsilon();  // relative to t
constexpr int most_crawled = 100;
constexpr double smallest_step = 4 * std::numeric_limits<double>::epsilon();  // relative to t

}  // namespace

struct IdaSolver::Impl {
  Dae& dae;
  int size;
  SolverPattern pattern;
  SUNContext context = nullptr;
  N_Vector y = nullptr, yp = nullptr, scratch = nullptr, scratch2 = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver linear = nullptr;
  void* ida = nullptr;
  bool ready = false;
  double time = 0, previous = 0;
  SolverCounters before;  // counters of the starts before this one
  int crawled = 0;        // steps in a row that hardly moved
  long jacobians = 0;
  std::string message;

  Impl(Dae& system, int n, SolverPattern p) : dae(system), size(n), pattern(p) { ready = make(); }
  ~Impl();
  bool make();
  bool make_vectors();
  bool make_linear_solver();
  SolverCounters since_start() const;
  StepStatus classify(int flag);

  static int on_residual(realtype t, N_Vector y, N_Vector yp, N_Vector r, void* self);
  static int on_jacobian(realtype t, realtype cj, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix J,
                         void* self, N_Vector, N_Vector, N_Vector);
  static int on_weights(N_Vector y, N_Vector w, void* self);
  static void on_message(int code, const char*, const char*, char* text, void* self);
};

int IdaSolver::Impl::on_residual(realtype t, N_Vector y, N_Vector yp, N_Vector r, void* self) {
  auto& impl = *static_cast<Impl*>(self);
  const bool defined = impl.dae.residual(t, elements(y), elements(yp), elements(r));
  return defined ? 0 : 1;
}

int IdaSolver::Impl::on_jacobian(realtype t, realtype cj, N_Vector y, N_Vector yp, N_Vector,
                                 SUNMatrix J, void* self, N_Vector, N_Vector, N_Vector) {
  auto& impl = *static_cast<Impl*>(self);
  ++impl.jacobians;
  if (const auto pattern = impl.dae.new_pattern()) {
    impl.pattern = *pattern;
    change_pattern(J, impl.linear, *pattern);
  }
  const bool defined = impl.dae.jacobian(t, cj, elements(y), elements(yp), entries(J));
  return defined ? 0 : 1;
}

int IdaSolver::Impl::on_weights(N_Vector y, N_Vector w, void* self) {
  static_cast<Impl*>(self)->dae.weights(elements(y), elements(w));
  return 0;
}

void IdaSolver::Impl::on_message(int code, const char*, const char*, char* text, void* self) {
  if (code < 0) static_cast<Impl*>(self)->message = text;  // warnings do not matter
}

bool IdaSolver::Impl::make_vectors() {
  y = make_solver_vector(size, context);
  if (!y) return false;
  yp = N_VClone(y);
  scratch = N_VClone(y);
  scratch2 = N_VClone(y);
  return yp && scratch && scratch2;
}

bool IdaSolver::Impl::make_linear_solver() {
  matrix = make_pattern_matrix(pattern, context);
  if (!matrix) return false;
  linear = make_lu_solver(pattern, context);
  if (!linear || IDASetLinearSolver(ida, linear, matrix) != IDALS_SUCCESS) return false;
  return IDASetJacFn(ida, on_jacobian) == IDALS_SUCCESS;
}

bool IdaSolver::Impl::make() {
  if (SUNContext_Create(nullptr, &context) != 0 || !make_vectors()) return false;
  ida = IDACreate(context);
  if (!ida) return false;
  N_VConst(0, y);
  N_VConst(0, yp);
  if (IDAInit(ida, on_residual, 0, y, yp) != IDA_SUCCESS) return false;
  if (IDASetErrHandlerFn(ida, on_message, this) != IDA_SUCCESS) return false;
  if (IDASetUserData(ida, this) != IDA_SUCCESS) return false;
  if (IDAWFtolerances(ida, on_weights) != IDA_SUCCESS) return false;
  if (!make_linear_solver()) return false;
  if (IDASetDeltaCjLSetup(ida, leading_coefficient_change) != IDA_SUCCESS) return false;
  if (IDASetMaxErrTestFails(ida, most_failed_tests) != IDA_SUCCESS) return false;
  if (IDASetEtaFixedStepBounds(ida, slightly_shorter, much_longer) != IDA_SUCCESS) return false;
  return IDASetMaxOrd(ida, IdaSolver::highest_order) == IDA_SUCCESS;
}

IdaSolver::Impl::~Impl() {
  if (ida) IDAFree(&ida);
  if (linear) SUNLinSolFree(linear);
  if (matrix) SUNMatDestroy(matrix);
  for (N_Vector vector : {y, yp, scratch, scratch2})
    if (vector) N_VDestroy(vector);
  if (context) SUNContext_Free(&context);
}

SolverCounters IdaSolver::Impl::since_start() const {
  SolverCounters now;
  if (!ida) return now;
  long linear_residuals = 0;
  IDAGetNumSteps(ida, &now.steps);
  IDAGetNumResEvals(ida, &now.residuals);
  IDAGetNumLinResEvals(ida, &linear_residuals);
  IDAGetNumLinSolvSetups(ida, &now.factorizations);
  IDAGetNumNonlinSolvIters(ida, &now.newton_iterations);
  IDAGetNumNonlinSolvConvFails(ida, &now.convergence_failures);
  IDAGetNumErrTestFails(ida, &now.error_test_failures);
  now.residuals += linear_residuals;
  return now;
}

StepStatus IdaSolver::Impl::classify(int flag) {
  switch (flag) {
    case IDA_SUCCESS:
      return StepStatus::accepted;
    case IDA_TSTOP_RETURN:
      return StepStatus::stop;
    case IDA_ERR_FAIL:
    case IDA_CONV_FAIL:
      return StepStatus::step_too_small;
    case IDA_REP_RES_ERR:
    case IDA_RES_FAIL:
    case IDA_FIRST_RES_FAIL:
      return StepStatus::undefined;
    case IDA_LSETUP_FAIL:
    case IDA_LSOLVE_FAIL:
      return StepStatus::singular;
    default:
      return StepStatus::failed;
  }
}

IdaSolver::IdaSolver(Dae& dae, int size, SolverPattern pattern)
    : impl_(std::make_unique<Impl>(dae, size, pattern)) {}
IdaSolver::~IdaSolver() = default;
IdaSolver::IdaSolver(IdaSolver&&) noexcept = default;

bool IdaSolver::ready() const {
  return impl_->ready;
}

bool IdaSolver::start(double t, std::span<const double> y, std::span<const double> yp,
                      double first_step) {
  auto& self = *impl_;
  if (!self.ready) return false;
  self.before = counters();
  std::copy(y.begin(), y.end(), elements(self.y));
  std::copy(yp.begin(), yp.end(), elements(self.yp));
  self.time = self.previous = t;
  self.crawled = 0;
  if (IDAReInit(self.ida, t, self.y, self.yp) != IDA_SUCCESS) return false;
  ++self.before.restarts;
  return IDASetInitStep(self.ida, first_step) == IDA_SUCCESS;
}

void IdaSolver::set_max_step(double seconds) {
  IDASetMaxStep(impl_->ida, std::isfinite(seconds) ? seconds : 0);
}

void IdaSolver::set_max_order(int order) {
  IDASetMaxOrd(impl_->ida, order);
}

StepStatus IdaSolver::step(double stop) {
  auto& self = *impl_;
  self.previous = self.time;
  IDASetStopTime(self.ida, stop);
  // Without a bound, steps in front of a singularity shrink for ever and time stands still.
  IDASetMinStep(self.ida, smallest_step * std::abs(self.time));
  const int flag = IDASolve(self.ida, stop, &self.time, self.y, self.yp, IDA_ONE_STEP);
  if (flag < 0) self.time = self.previous;
  const StepStatus status = self.classify(flag);
  if (status != StepStatus::accepted) return status;
  const bool crawls = self.time - self.previous < crawling * std::abs(self.time);
  self.crawled = crawls ? self.crawled + 1 : 0;
  return self.crawled > most_crawled ? StepStatus::step_too_small : status;
}

double IdaSolver::time() const {
  return impl_->time;
}
double IdaSolver::previous_time() const {
  return impl_->previous;
}
const double* IdaSolver::y() const {
  return elements(impl_->y);
}
const double* IdaSolver::yp() const {
  return elements(impl_->yp);
}

bool IdaSolver::interpolate(double t, double* y, double* yp) const {
  const auto& self = *impl_;
  if (IDAGetDky(self.ida, t, 0, self.scratch) != IDA_SUCCESS) return false;
  if (IDAGetDky(self.ida, t, 1, self.scratch2) != IDA_SUCCESS) return false;
  std::memcpy(y, elements(self.scratch), sizeof(double) * self.size);
  std::memcpy(yp, elements(self.scratch2), sizeof(double) * self.size);
  return true;
}

bool IdaSolver::derivative(int k, double* out) const {
  const auto& self = *impl_;
  if (IDAGetDky(self.ida, self.time, k, self.scratch) != IDA_SUCCESS) return false;
  std::memcpy(out, elements(self.scratch), sizeof(double) * self.size);
  return true;
}

double IdaSolver::last_step() const {
  double h = 0;
  IDAGetLastStep(impl_->ida, &h);
  return h;
}

int IdaSolver::last_order() const {
  int order = 0;
  IDAGetLastOrder(impl_->ida, &order);
  return order;
}

int IdaSolver::worst_unknown() const {
  const auto& self = *impl_;
  if (IDAGetEstLocalErrors(self.ida, self.scratch) != IDA_SUCCESS) return -1;
  if (IDAGetErrWeights(self.ida, self.scratch2) != IDA_SUCCESS) return -1;
  const double *error_of = elements(self.scratch), *weight = elements(self.scratch2);
  int worst = -1;
  double largest = 0;
  for (int i = 0; i < self.size; ++i) {
    const double error = std::abs(error_of[i] * weight[i]);
    if (error > largest) largest = error, worst = i;
  }
  return worst;
}

SolverCounters IdaSolver::counters() const {
  SolverCounters all = impl_->since_start();
  all += impl_->before;
  all.jacobians = impl_->jacobians;
  return all;
}

const std::string& IdaSolver::message() const {
  return impl_->message;
}

}  // namespace mbs
