#include "runtime/integration/live_solver.hpp"

#include <algorithm>

namespace mbs {

LiveDae::LiveDae(Dae& whole, int size, SolverPattern pattern)
    : whole_(whole),
      all_(pattern),
      y_(size),
      yp_(size),
      r_(size),
      weights_(size),
      values_(pattern.rows.size()) {}

void LiveDae::choose(std::span<const char> live) {
  live_.clear();
  std::vector<std::int64_t> place(live.size());
  for (std::size_t i = 0; i < live.size(); ++i) {
    place[i] = static_cast<std::int64_t>(live_.size());
    if (live[i]) live_.push_back(static_cast<int>(i));
  }
  entries_.clear();
  rows_.clear();
  column_starts_.assign(1, 0);
  for (const int column : live_) {
    for (std::int64_t k = all_.column_starts[column]; k < all_.column_starts[column + 1]; ++k) {
      if (!live[all_.rows[k]]) continue;
      entries_.push_back(k);
      rows_.push_back(place[all_.rows[k]]);
    }
    column_starts_.push_back(static_cast<std::int64_t>(rows_.size()));
  }
}

void LiveDae::start(std::span<const double> y, std::span<const double> yp) {
  std::copy(y.begin(), y.end(), y_.begin());
  std::copy(yp.begin(), yp.end(), yp_.begin());
}

void LiveDae::gather(const double* whole, double* out) const {
  for (const int i : live_) *out++ = whole[i];
}

void LiveDae::scatter(const double* live, double* whole) const {
  for (const int i : live_) whole[i] = *live++;
}

bool LiveDae::residual(double t, const double* y, const double* yp, double* r) {
  scatter(y, y_.data());
  scatter(yp, yp_.data());
  if (!whole_.residual(t, y_.data(), yp_.data(), r_.data())) return false;
  gather(r_.data(), r);
  return true;
}

bool LiveDae::jacobian(double t, double cj, const double* y, const double* yp, double* values) {
  scatter(y, y_.data());
  scatter(yp, yp_.data());
  if (!whole_.jacobian(t, cj, y_.data(), yp_.data(), values_.data())) return false;
  for (const std::int64_t entry : entries_) *values++ = values_[entry];
  return true;
}

void LiveDae::weights(const double* y, double* weights) {
  scatter(y, y_.data());
  whole_.weights(y_.data(), weights_.data());
  gather(weights_.data(), weights);
}

LiveSolver::LiveSolver(Dae& dae, int size, SolverPattern pattern)
    : dae_(dae), size_(size), live_dae_(dae, size, pattern), pattern_(pattern) {
  ida_.emplace(dae, size, pattern);
}

void LiveSolver::replace(Dae& dae, int size, SolverPattern pattern) {
  before_ = counters();
  ida_.emplace(dae, size, pattern);
}

void LiveSolver::choose(std::span<const char> live) {
  if (std::equal(live.begin(), live.end(), live_.begin(), live_.end())) return;
  live_.assign(live.begin(), live.end());
  some_ = std::find(live.begin(), live.end(), char{0}) != live.end();
  if (!some_) return replace(dae_, size_, pattern_);
  live_dae_.choose(live);
  replace(live_dae_, live_dae_.size(), live_dae_.pattern());
  few_.resize(live_dae_.size());
  few_rates_.resize(live_dae_.size());
}

bool LiveSolver::start(double t, std::span<const double> y, std::span<const double> yp,
                       double first_step) {
  if (!some_) return ida_->start(t, y, yp, first_step);
  live_dae_.start(y, yp);
  y_.assign(y.begin(), y.end());
  yp_.assign(yp.begin(), yp.end());
  live_dae_.gather(y.data(), few_.data());
  live_dae_.gather(yp.data(), few_rates_.data());
  return ida_->start(t, few_, few_rates_, first_step);
}

StepStatus LiveSolver::step(double stop) {
  const StepStatus status = ida_->step(stop);
  if (!some_) return status;
  live_dae_.scatter(ida_->y(), y_.data());
  live_dae_.scatter(ida_->yp(), yp_.data());
  return status;
}

bool LiveSolver::interpolate(double t, double* y, double* yp) const {
  if (!some_) return ida_->interpolate(t, y, yp);
  if (!ida_->interpolate(t, few_.data(), few_rates_.data())) return false;
  std::copy(y_.begin(), y_.end(), y);
  std::copy(yp_.begin(), yp_.end(), yp);
  live_dae_.scatter(few_.data(), y);
  live_dae_.scatter(few_rates_.data(), yp);
  return true;
}

bool LiveSolver::derivative(int k, double* out) const {
  if (!some_) return ida_->derivative(k, out);
  if (!ida_->derivative(k, few_.data())) return false;
  if (k == 0)
    std::copy(y_.begin(), y_.end(), out);
  else
    std::fill_n(out, size_, 0.0);
  live_dae_.scatter(few_.data(), out);
  return true;
}

int LiveSolver::worst_unknown() const {
  const int worst = ida_->worst_unknown();
  return some_ && worst >= 0 ? live_dae_.of_whole(worst) : worst;
}

SolverCounters LiveSolver::counters() const {
  SolverCounters all = ida_->counters();
  return all += before_;
}

}  // namespace mbs
