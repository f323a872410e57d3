#include "runtime/forward/explicit_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "runtime/coordinates/prescribed.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double unknowns_at_work = 16;  // as the norm of the other solver has it
// Part of the tolerances that an error may be: then runs err as those by IDA do.
constexpr double stricter = 0.25;
// The first step into a contact: this part of its duration, at an accuracy r times r^(1/5).
constexpr double first_of_impact = 0.3;
constexpr double duration_in_depths = 3;  // an impact takes about so many times depth/speed
constexpr double depth_by_speed = 0.8;    // exponent, of Hertz's law
constexpr double hardly = 1e-9;           // of the depth of an impact: the bodies only touch
// Tolerances of positions by which constraints may be missed.
constexpr double most_missed = 0.05;
constexpr double smallest_step = 4 * eps, crawling = 1e4 * eps;  // relative to t
constexpr int most_crawled = 100, most_attempts = 200;
constexpr double nearly_there = 1.0001;  // a last step this much longer is no other step

std::vector<int> unknowns_of(const Model& m) {
  if (m.tree.used()) return m.tree.prescribed.unknowns;
  std::vector<int> all(m.layout.size);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

ExplicitSteps::ExplicitSteps(const Model& model, const Scales& scales, const Mode& mode,
                             Workspace& workspace)
    : m_(model),
      scales_(scales),
      mode_(mode),
      w_(workspace),
      forward_(model, mode, workspace),
      unknowns_(unknowns_of(model)),
      steps_(count()),
      y_(model.layout.size),
      yp_(model.layout.size),
      reduced_(forward_.plan().size),
      rates_(forward_.plan().size),
      weights_(count()),
      all_weights_(model.layout.size),
      reduced_weights_(forward_.plan().size),
      scratch_(count()),
      scratch_rates_(count()),
      armed_(model.contacts.size(), 0) {
  if (!model.tree.used()) return;
  end_state_.emplace(model.tree);
  state_.emplace(model.tree);
}

// ---- unknowns --------------------------------------------------------------------

void ExplicitSteps::spread(const double* unknowns, double* reduced) const {
  for (const int i : unknowns_) reduced[i] = *unknowns++;
}

void ExplicitSteps::gather(const double* reduced, double* unknowns) const {
  for (const int i : unknowns_) *unknowns++ = reduced[i];
}

// Values of drives, and what they give, into the reduced unknowns.
bool ExplicitSteps::prescribe_at(double t) const {
  if (m_.drives.empty()) return true;
  const bool follows = !m_.tree.used() || m_.tree.prescribed.follows_drives;
  if (follows && !evaluate_drives(m_, t, &mode_, true, w_)) return false;
  if (m_.tree.used()) prescribe(m_, t, w_, reduced_.data(), rates_.data());
  return true;
}

bool ExplicitSteps::rates(double t, const double* unknowns, double* f) {
  ++counters_.residuals;
  spread(unknowns, reduced_.data());
  if (!prescribe_at(t)) return false;
  if (!forward_.evaluate(t, reduced_.data(), rates_.data())) return false;
  gather(rates_.data(), f);
  return true;
}

// All unknowns of the model, and their rates unless `f` is null.
void ExplicitSteps::show(const double* unknowns, const double* f, double t, double* y, double* yp,
                         TreeState* state) const {
  spread(unknowns, reduced_.data());
  if (f) spread(f, rates_.data());
  prescribe_at(t);
  if (!state) {
    std::ranges::copy(reduced_, y);
    if (f) std::ranges::copy(rates_, yp);
    return;
  }
  expand(m_, reduced_.data(), y, *state);
  if (f) expand_rates(m_, reduced_.data(), rates_.data(), yp, *state);
}

void ExplicitSteps::place(Placement& at) const {
  if (end_state_)
    place_bodies(m_, y_.data(), *end_state_, at);
  else
    mbs::place(m_, y_.data(), at);
}

bool ExplicitSteps::interpolate(double t, double* y, double* yp) const {
  steps_.interpolate(t, scratch_.data(), yp ? scratch_rates_.data() : nullptr);
  show(scratch_.data(), yp ? scratch_rates_.data() : nullptr, t, y, yp,
       state_ ? &*state_ : nullptr);
  return true;
}

bool ExplicitSteps::exactly(double t, double* y, double* yp) {
  if (t <= previous_time() || t >= time()) return false;
  if (!steps_.again(*this, t, scratch_.data(), scratch_rates_.data())) return false;
  std::ranges::copy(y_, y);  // those of constraints that the tree replaces
  std::ranges::copy(yp_, yp);
  show(scratch_.data(), scratch_rates_.data(), t, y, yp, state_ ? &*state_ : nullptr);
  return true;
}

// ---- starts ----------------------------------------------------------------------

// Coordinates, speeds, states of laws and of the script, works and impulses.
void ExplicitSteps::find_weights() {
  const Layout& l = m_.layout;
  for (int i = 0; i < l.size; ++i) {
    const bool carried = i >= l.lam && i < l.z;
    all_weights_[i] = carried ? 0 : 1 / (stricter * scales_.tolerance[i]);
  }
  if (state_) reduce_weights(m_, all_weights_, reduced_weights_, *state_);
  gather(state_ ? reduced_weights_.data() : all_weights_.data(), weights_.data());
}

// Contacts that have closed since the last start.
void ExplicitSteps::find_onsets() {
  onsets_.clear();
  for (int c = 0; c < m_.layout.touching; ++c) {
    const ContactMode& mode = mode_.contacts[c];
    if (mode.armed && !armed_[c] && mode.v_impact > 0) onsets_.push_back(c);
    armed_[c] = mode.armed;
  }
}

// A first step into them, s; infinite without any.
double ExplicitSteps::first_of_onsets() const {
  double first = std::numeric_limits<double>::infinity();
  for (const int c : onsets_) {
    const double v = mode_.contacts[c].v_impact;
    const double depth = scales_.contacts[c].depth * std::pow(v / scales_.speed, depth_by_speed);
    first = std::min(first, first_of_impact * duration_in_depths * depth / v);
  }
  return first * std::pow(scales_.accuracy, 0.2);
}

// Where a contact closes its force may jump, and y' at a gap of 0 still has none. Of such a force
// the record has a wrong value there: a first step in which that does not count.
bool ExplicitSteps::look_at_onsets() {
  if (onsets_.empty()) return true;
  std::ranges::copy(steps_.y(), scratch_.begin());
  if (!rates(steps_.time(), scratch_.data(), scratch_rates_.data())) return false;
  double jump = 0;  // tolerances per second
  for (int i = 0; i < count(); ++i)
    jump = std::max(jump, std::abs(scratch_rates_[i] - steps_.f()[i]) * weights_[i]);
  if (jump > 0) size_.at_most(1 / jump);
  steps_.start(steps_.time(), scratch_.data(), scratch_rates_.data());
  return true;
}

bool ExplicitSteps::start(double t, std::span<const double> y, std::span<const double> yp,
                          double first_step) {
  ++counters_.restarts;
  crawled_ = 0;
  forward_.choose();
  std::ranges::copy(y, y_.begin());
  std::ranges::copy(yp, yp_.begin());
  if (state_) {
    reduce(m_, y.data(), yp.data(), reduced_.data(), rates_.data(), *state_);
    expand(m_, reduced_.data(), y_.data(), *end_state_);
    *state_ = *end_state_;
  } else {
    std::ranges::copy(y, reduced_.begin());
    std::ranges::copy(yp, rates_.begin());
  }
  gather(reduced_.data(), scratch_.data());
  gather(rates_.data(), scratch_rates_.data());
  steps_.start(t, scratch_.data(), scratch_rates_.data());
  find_weights();
  for (int c = 0; c < m_.layout.touching; ++c)
    forward_.set_touching(c, hardly * scales_.contacts[c].depth);
  if (!size_.known()) size_.set(first_step);
  find_onsets();
  size_.at_most(first_of_onsets());
  return look_at_onsets();
}

// ---- steps -----------------------------------------------------------------------

// The norm of the estimate over the tolerance.
double ExplicitSteps::error_of_attempt() {
  steps_.error(scratch_.data());
  double sum = 0, largest = 0;
  for (int i = 0; i < count(); ++i) {
    const double e = std::abs(scratch_[i]) * weights_[i];
    sum += e * e;
    if (e > largest) largest = e, worst_ = unknowns_[i];
  }
  return std::sqrt(sum / unknowns_at_work);
}

StepStatus ExplicitSteps::step(double stop) {
  const StepStatus status = try_steps(stop);
  if (status != StepStatus::accepted) return status;
  if (crawls()) return StepStatus::step_too_small;
  return time() == stop ? StepStatus::stop : status;
}

StepStatus ExplicitSteps::try_steps(double stop) {
  for (int i = 0; i < most_attempts; ++i) {
    const double left = stop - time();
    double h = std::min(size_.size(), max_step_);
    if (h * nearly_there >= left)
      h = left;
    else if (2 * h > left)
      h = left / 2;
    if (!(h > smallest_step * std::abs(time()))) return given_up();
    const bool defined = steps_.attempt(*this, h == left ? stop : time() + h);
    const double error = defined ? error_of_attempt() : 0;
    if (!defined || !std::isfinite(error)) {
      size_.undefined(h);
    } else if (error > 1) {
      ++counters_.error_test_failures;
      size_.rejected(h, error);
    } else {
      accept(h, error, h < size_.size());
      return StepStatus::accepted;
    }
  }
  return given_up();
}

void ExplicitSteps::accept(double h, double error, bool cut) {
  ++counters_.steps;
  size_.accepted(h, error, cut);
  last_step_ = h;
  steps_.accept();
  keep_on_constraints();
  show(steps_.y().data(), steps_.f().data(), time(), y_.data(), yp_.data(),
       end_state_ ? &*end_state_ : nullptr);
}

// The last stage was at the end of the step: its factors are at hand.
void ExplicitSteps::keep_on_constraints() {
  const double allowed = most_missed * scales_.tolerance[m_.layout.q];
  if (!forward_.project(allowed, reduced_.data())) return;
  gather(reduced_.data(), scratch_.data());
  if (rates(time(), scratch_.data(), scratch_rates_.data()))
    steps_.move_end(scratch_.data(), scratch_rates_.data());
}

// Steps may also succeed for ever without getting anywhere.
bool ExplicitSteps::crawls() {
  crawled_ = last_step_ < crawling * std::abs(time()) ? crawled_ + 1 : 0;
  return crawled_ > most_crawled;
}

StepStatus ExplicitSteps::given_up() {
  switch (forward_.trouble()) {
    case ForwardTrouble::none:
      return StepStatus::step_too_small;
    case ForwardTrouble::undefined:
      return StepStatus::undefined;
    case ForwardTrouble::loops:
      return StepStatus::singular;
    case ForwardTrouble::inertia:
      break;
  }
  const std::string name = m_.scenario->bodies[forward_.loose_body()].name;
  keep(w_, {Code::E0511,
            m_.scenario->bodies[forward_.loose_body()].origin,
            fmt::format("explicit steps need inertia in every direction, but `{}` can move without "
                        "any, as far as its own joints go",
                        name),
            {},
            "leave `integrator` out: IDA moves it by the other parts it is tied to"});
  return StepStatus::undefined;
}

}  // namespace mbs
