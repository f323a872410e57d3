#include "runtime/motion_solver.hpp"

#include <algorithm>

#include "runtime/state.hpp"
#include "runtime/tree_jacobian.hpp"

namespace mbs {

namespace {

SolverPattern pattern_of(const Model& model) {
  const SparsePattern& p = model.tree.used() ? model.tree.jacobian.pattern : model.jacobian.pattern;
  return {p.column_starts, p.rows};
}

}  // namespace

TreeDae::TreeDae(const Model& model, const Mode& mode, ModelDae& absolute, Workspace& workspace)
    : model_(model),
      mode_(mode),
      absolute_(absolute),
      workspace_(workspace),
      state_(model.tree),
      y_(model.layout.size),
      yp_(model.layout.size),
      r_(model.layout.size),
      weights_(model.tree.size),
      at_(model.tree.size),
      at_rates_(model.tree.size) {}

bool TreeDae::holds(double t, const double* y, const double* yp) const {
  return evaluated_ && t == t_ && std::equal(at_.begin(), at_.end(), y) &&
         std::equal(at_rates_.begin(), at_rates_.end(), yp);
}

// The solver asks for a Jacobian where it has just asked for the residual.
bool TreeDae::evaluate(double t, const double* y, const double* yp) {
  if (holds(t, y, yp)) return true;
  t_ = t;
  std::copy_n(y, at_.size(), at_.begin());
  std::copy_n(yp, at_.size(), at_rates_.begin());
  evaluated_ = false;
  expand(model_, y, y_.data(), state_);
  expand_rates(model_, y, yp, yp_.data(), state_);
  place_bodies(model_, y_.data(), state_, workspace_.impl().at);
  evaluated_ = residual_of_loops(model_, t, y_.data(), yp_.data(), mode_, r_.data(), workspace_);
  return evaluated_;
}

bool TreeDae::residual(double t, const double* y, const double* yp, double* r) {
  if (!evaluate(t, y, yp)) return false;
  contract(model_, r_.data(), y, yp, r, state_);
  return true;
}

bool TreeDae::jacobian(double t, double cj, const double* y, const double* yp, double* values) {
  if (!evaluate(t, y, yp)) return false;
  return tree_jacobian(model_, t, cj, y, yp, y_.data(), yp_.data(), r_.data(), mode_, values,
                       state_, workspace_);
}

void TreeDae::weights(const double* y, double* weights) {
  if (stale_) {
    expand(model_, y, y_.data(), state_);
    reduce_weights(model_, absolute_.weights(), weights_, state_);
  }
  stale_ = false;
  std::copy(weights_.begin(), weights_.end(), weights);
}

MotionSolver::MotionSolver(const Model& model, const Mode& mode, Workspace& workspace)
    : model_(model),
      dae_(model, mode, workspace),
      tree_(model.tree.used() ? std::make_optional<TreeDae>(model, mode, dae_, workspace)
                              : std::nullopt),
      solver_(tree_ ? static_cast<Dae&>(*tree_) : dae_, tree_ ? model.tree.size : model.layout.size,
              pattern_of(model)) {
  if (!tree_) return;
  end_state_.emplace(model.tree);
  state_.emplace(model.tree);
  reduced_.resize(model.tree.size);
  rates_.resize(model.tree.size);
  y_.resize(model.layout.size);
  yp_.resize(model.layout.size);
}

std::vector<double>& MotionSolver::weights() {
  if (tree_) tree_->weights_changed();
  return dae_.weights();
}

bool MotionSolver::start(double t, std::span<const double> y, std::span<const double> yp,
                         double first_step) {
  if (!tree_) return solver_.start(t, y, yp, first_step);
  tree_->weights_changed();
  reduce(model_, y.data(), yp.data(), reduced_.data(), rates_.data(), *state_);
  std::copy(y.begin(), y.end(), y_.begin());
  std::copy(yp.begin(), yp.end(), yp_.begin());
  return solver_.start(t, reduced_, rates_, first_step);
}

StepStatus MotionSolver::step(double stop) {
  series_.forget();
  if (tree_) tree_->forget();
  const StepStatus status = solver_.step(stop);
  if (tree_ && (status == StepStatus::accepted || status == StepStatus::stop)) {
    expand(model_, solver_.y(), y_.data(), *end_state_);
    expand_rates(model_, solver_.y(), solver_.yp(), yp_.data(), *end_state_);
  }
  return status;
}

void MotionSolver::place(Placement& at) const {
  if (tree_)
    place_bodies(model_, y_.data(), *end_state_, at);
  else
    mbs::place(model_, solver_.y(), at);
}

bool MotionSolver::interpolate(double t, double* y, double* yp) const {
  if (!tree_) return solver_.interpolate(t, y, yp);
  if (!series_.known()) series_.find(solver_, reduced_);
  const double x = t - solver_.time();
  for (std::size_t i = 0; i < reduced_.size(); ++i) series_.at(i, x, reduced_[i], rates_[i]);
  expand(model_, reduced_.data(), y, *state_);
  if (yp) expand_rates(model_, reduced_.data(), rates_.data(), yp, *state_);
  return true;
}

int MotionSolver::worst_unknown() const {
  const int worst = solver_.worst_unknown();
  return tree_ && worst >= 0 ? model_.tree.absolute[worst] : worst;
}

}  // namespace mbs
