#include "runtime/integration/motion_solver.hpp"

#include <algorithm>

#include "runtime/contact/forces.hpp"
#include "runtime/contact/many.hpp"
#include "runtime/coordinates/jacobian.hpp"
#include "runtime/coordinates/prescribed.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

namespace {

SolverPattern pattern_of(const Model& model) {
  const SparsePattern& p =
      model.tree.used() ? model.tree.prescribed.pattern : model.jacobian.pattern;
  return {p.column_starts, p.rows};
}

int size_of(const Model& model) {
  return model.tree.used() ? static_cast<int>(model.tree.prescribed.unknowns.size())
                           : model.layout.size;
}

}  // namespace

TreeDae::TreeDae(const Model& model, const Mode& mode, ModelDae& absolute, Workspace& workspace)
    : model_(model),
      mode_(mode),
      absolute_(absolute),
      workspace_(workspace),
      state_(model),
      reduced_(model.tree.size),
      rates_(model.tree.size),
      contracted_(model.tree.size),
      entries_(model.tree.jacobian.pattern.rows.size()),
      y_(model.layout.size),
      yp_(model.layout.size),
      r_(model.layout.size),
      weights_(size_of(model)),
      at_(size_of(model)),
      at_rates_(size_of(model)) {}

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
  if (model_.tree.prescribed.follows_drives &&
      !evaluate_drives(model_, t, &mode_, DriveOrder::acceleration, workspace_))
    return false;
  spread_unknowns(model_.tree.prescribed, y, reduced_.data());
  spread_unknowns(model_.tree.prescribed, yp, rates_.data());
  prescribe(model_, t, workspace_, reduced_.data(), rates_.data());
  expand_motion(model_, reduced_.data(), rates_.data(), y_.data(), yp_.data(), state_);
  place_bodies(model_, y_.data(), state_, workspace_.impl().at);
  evaluated_ = residual_of_loops(model_, {t, y_.data(), yp_.data(), &mode_}, r_.data(), workspace_);
  return evaluated_;
}

bool TreeDae::residual(double t, const double* y, const double* yp, double* r) {
  if (!evaluate(t, y, yp)) return false;
  contract(model_, {r_.data(), corrections_of(model_, r_.data(), workspace_)}, reduced_.data(),
           rates_.data(), contracted_.data(), state_);
  eliminate_in_residual(model_.tree, y, reduced_.data(), contracted_.data(), r);
  return true;
}

bool TreeDae::jacobian(double t, double cj, const double* y, const double* yp, double* values) {
  if (!evaluate(t, y, yp)) return false;
  const TreeInstant now{
      reduced_.data(), rates_.data(), {t, y_.data(), yp_.data(), &mode_}, r_.data()};
  if (!tree_jacobian(model_, now, cj, entries_.data(), state_, workspace_)) return false;
  eliminate_in_jacobian(model_.tree, reduced_.data(), entries_.data(), values);
  return true;
}

void TreeDae::weights(const double* y, double* weights) {
  if (stale_) {
    evaluated_ = false;
    spread_unknowns(model_.tree.prescribed, y, reduced_.data());
    expand(model_, reduced_.data(), y_.data(), state_);
    reduce_weights(model_, reduced_.data(), absolute_.weights(), contracted_, state_);
    gather_unknowns(model_.tree.prescribed, contracted_.data(), weights_.data());
  }
  stale_ = false;
  std::copy(weights_.begin(), weights_.end(), weights);
}

MotionSolver::MotionSolver(const Model& model, const Mode& mode, Workspace& workspace)
    : model_(model),
      mode_(mode),
      workspace_(workspace),
      dae_(model, mode, workspace),
      tree_(model.tree.used() ? std::make_optional<TreeDae>(model, mode, dae_, workspace)
                              : std::nullopt),
      solver_(tree_ ? static_cast<Dae&>(*tree_) : dae_, size_of(model), pattern_of(model)),
      series_(tree_ ? size_of(model) : 0) {
  if (!tree_) return;
  end_state_.emplace(model);
  state_.emplace(model);
  reduced_.resize(model.tree.size);
  rates_.resize(model.tree.size);
  scratch_.resize(size_of(model));
  scratch_rates_.resize(size_of(model));
  y_.resize(model.layout.size);
  yp_.resize(model.layout.size);
}

std::vector<double>* MotionSolver::weights() {
  if (tree_) tree_->weights_changed();
  return &dae_.weights();
}

// Open contacts, of many, have nothing that moves until one closes, and there the solver starts
// anew.
void MotionSolver::choose_live() {
  const Layout& l = model_.layout;
  if (l.touching < many_contacts || l.groups > 0 || l.spatial()) return;
  std::vector<char> all(l.size, 1);
  for (int c = 0; c < l.touching; ++c) {
    if (may_act(model_, model_.contacts[c], mode_.contacts[c])) continue;
    const LawUse& own = model_.contacts[c].own;
    all[l.s + c] = all[l.work + c] = all[l.impulse + c] = 0;
    std::fill_n(all.begin() + l.z + own.first_state, own.states, char{0});
    if (own.hold >= 0) all[l.hold + own.hold] = 0;
  }
  if (!tree_) return solver_.choose(all);
  const int coordinates = model_.tree.motion();
  const std::vector<int>& unknowns = model_.tree.prescribed.unknowns;
  live_.assign(unknowns.size(), 1);
  for (std::size_t i = 0; i < unknowns.size(); ++i)
    if (unknowns[i] >= coordinates) live_[i] = all[model_.tree.others[unknowns[i] - coordinates]];
  solver_.choose(live_);
}

StepStatus MotionSolver::start(double t, std::span<const double> y, std::span<const double> yp,
                               double first_step) {
  const auto status = [](bool started) {
    return started ? StepStatus::accepted : StepStatus::failed;
  };
  choose_live();
  if (!tree_) return status(solver_.start(t, y, yp, first_step));
  tree_->weights_changed();
  reduce(model_, y.data(), yp.data(), reduced_.data(), rates_.data(), *state_);
  tree_->start(reduced_);
  std::copy(y.begin(), y.end(), y_.begin());
  std::copy(yp.begin(), yp.end(), yp_.begin());
  gather_unknowns(model_.tree.prescribed, reduced_.data(), scratch_.data());
  gather_unknowns(model_.tree.prescribed, rates_.data(), scratch_rates_.data());
  return status(solver_.start(t, scratch_, scratch_rates_, first_step));
}

// Coordinates that drives give, into `reduced_` and `rates_`.
void MotionSolver::prescribe_at(double t) const {
  const PrescribedCoordinates& prescribed = model_.tree.prescribed;
  if (prescribed.given.empty()) return;
  if (prescribed.follows_drives)
    evaluate_drives(model_, t, &mode_, DriveOrder::acceleration, workspace_);
  prescribe(model_, t, workspace_, reduced_.data(), rates_.data());
}

StepStatus MotionSolver::step(double stop) {
  series_.forget();
  if (tree_) tree_->forget();
  const StepStatus status = solver_.step(stop);
  if (tree_ && (status == StepStatus::accepted || status == StepStatus::stop)) {
    spread_unknowns(model_.tree.prescribed, solver_.y(), reduced_.data());
    spread_unknowns(model_.tree.prescribed, solver_.yp(), rates_.data());
    prescribe_at(solver_.time());
    expand_all(model_, reduced_.data(), rates_.data(), y_.data(), yp_.data(), *end_state_);
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
  if (!series_.known()) series_.find(solver_, scratch_);
  const double x = t - solver_.time();
  const std::vector<int>& unknowns = model_.tree.prescribed.unknowns;
  for (std::size_t i = 0; i < unknowns.size(); ++i)
    series_.at(i, x, reduced_[unknowns[i]], rates_[unknowns[i]]);
  prescribe_at(t);
  if (yp)
    expand_all(model_, reduced_.data(), rates_.data(), y, yp, *state_);
  else
    expand(model_, reduced_.data(), y, *state_);
  return true;
}

int MotionSolver::worst_unknown() const {
  const int worst = solver_.worst_unknown();
  return tree_ && worst >= 0 ? model_.tree.absolute[model_.tree.prescribed.unknowns[worst]] : worst;
}

}  // namespace mbs
