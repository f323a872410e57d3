// Where steps begin: what has closed, how closely each unknown is followed, how long the first one
// is.
#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/coordinates/motion.hpp"
#include "runtime/forward/explicit_steps.hpp"

namespace mbs {

namespace {

constexpr double hardly = 1e-9;  // of the depth of an impact: the bodies only touch

}  // namespace

// Coordinates, speeds, states of laws and of the script, works and impulses.
void ExplicitSteps::find_weights() {
  const Layout& l = m_.layout;
  const double of_speeds = closed_.empty() ? 1 : stricter;
  for (int i = 0; i < l.size; ++i) {
    const bool carried = i >= l.lam && i < l.z;
    const double part = i >= l.q && i < l.v ? 1 : i >= l.v && i < l.lam ? of_speeds : stricter;
    all_weights_[i] = carried ? 0 : 1 / (part * scales_.tolerance[i]);
  }
  follow_hops(m_, scales_, mode_, y_.data(), all_weights_);
  if (state_) reduce_weights(m_, reduced_.data(), all_weights_, reduced_weights_, *state_);
  gather(state_ ? reduced_weights_ : all_weights_, weights_);
}

// Contacts that have closed since the last start.
void ExplicitSteps::find_onsets() {
  onsets_.clear();
  closed_.clear();
  for (int c = 0; c < m_.layout.touching; ++c) {
    const ContactMode& mode = mode_.contacts[c];
    if (mode.armed && !armed_[c] && mode.v_impact > 0) onsets_.push_back(c);
    armed_[c] = mode.armed;
    if (mode.armed) closed_.push_back(c);
  }
}

// A contact that opens goes on without a start: what closes it the next time is an onset again.
// Where none is left steps are as long as they were before the first one closed.
void ExplicitSteps::note_openings() {
  const auto opened = [&](int c) { return !mode_.contacts[c].armed; };
  for (const int c : closed_)
    if (opened(c)) armed_[c] = false;
  if (std::erase_if(closed_, opened) > 0 && closed_.empty())
    size_.set(std::max(size_.size(), free_size_));
}

// A first step into them, s; infinite without any.
double ExplicitSteps::first_of_onsets() const {
  double first = std::numeric_limits<double>::infinity();
  for (const int c : onsets_)
    first = std::min(first, first_of_impact(scales_, c, mode_.contacts[c].v_impact));
  return first;
}

// The first stage of the step to come, with what laws are like where it begins. Where a contact
// closes its force may jump, and y' at a gap of 0 has none: of such a force the record has a wrong
// value there, so the first step is one in which that does not count.
StepStatus ExplicitSteps::look_at_start() {
  std::ranges::copy(steps_.y(), scratch_.begin());
  if (!rates(steps_.time(), scratch_.data(), scratch_rates_.data())) return given_up();
  bends_.restart();
  double jump = 0;  // tolerances per second
  for (int i = 0; !onsets_.empty() && i < plan_.count(); ++i)
    jump = std::max(jump, std::abs(scratch_rates_[i] - steps_.f()[i]) * weights_[i]);
  if (jump > 0) size_.at_most(1 / jump);
  steps_.start(steps_.time(), scratch_.data(), scratch_rates_.data());
  openings_.begin(*forward_, closed_);
  note_placement();
  independent_ = forward_->independence();
  return StepStatus::accepted;
}

// All unknowns of the model, as those of steps.
void ExplicitSteps::take(std::span<const double> y, std::span<const double> yp) {
  if (state_) {
    reduce(m_, y.data(), yp.data(), reduced_.data(), rates_.data(), *state_);
  } else {
    std::ranges::copy(y, reduced_.begin());
    std::ranges::copy(yp, rates_.begin());
  }
  gather(reduced_, scratch_);
  gather(rates_, scratch_rates_);
}

bool ExplicitSteps::find_rates(double t, const double* y, double* yp) {
  choose();
  take({y, y_.size()}, {yp, y_.size()});
  if (!rates(t, scratch_.data(), scratch_rates_.data())) return false;
  std::fill_n(yp, y_.size(), 0.0);
  forward_->show(scratch_.data(), scratch_rates_.data(), shown_.data(), yp);
  return true;
}

// What acts may have changed, and the scales.
void ExplicitSteps::choose() {
  forward_->choose();
  drifts_ = forward_->drifts();
  for (int c = 0; c < m_.layout.touching; ++c)
    forward_->set_touching(c, hardly * scales_.contacts[c].depth);
}

StepStatus ExplicitSteps::start(double t, std::span<const double> y, std::span<const double> yp,
                                double first_step) {
  ++counters_.restarts;
  note_openings();
  crawled_ = 0;
  openings_.forget();
  standstill_.forget();
  choose();
  std::ranges::copy(y, y_.begin());
  std::ranges::copy(yp, yp_.begin());
  take(y, yp);
  if (state_) expand(m_, reduced_.data(), y_.data(), *state_);
  steps_.set_active(any_rests() ? plan_.integrals : plan_.gaps);
  steps_.start(t, scratch_.data(), scratch_rates_.data());
  find_onsets();
  find_weights();
  if (!size_.known()) size_.set(first_step);
  if (onsets_.size() == closed_.size()) free_size_ = size_.size();
  size_.at_most(first_of_onsets());
  return look_at_start();
}

bool ExplicitSteps::any_rests() const {
  return std::ranges::any_of(mode_.contacts, &ContactMode::resting);
}

}  // namespace mbs
