#include "runtime/forward/explicit_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/coordinates/prescribed.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/forward/forward_by_joints.hpp"
#include "runtime/forward/suited.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/numerics/crossing.hpp"
#include "runtime/numerics/error_norm.hpp"

namespace mbs {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
// Tolerances of positions by which constraints may be missed.
constexpr double most_missed = 0.05;
constexpr double smallest_step = 4 * eps, crawling = 1e4 * eps;  // relative to t
constexpr int most_crawled = 100, most_attempts = 200, most_usual_attempts = 2;
// Rejected attempts per step, of late: where what is estimated is rounding, sizes are wrong as
// often as not.
constexpr double most_usual_rejections = 0.5, steps_of_late = 16;
// Bounds of h times the rate by which a small change at the end of a step grows or swings. Stable
// are these steps up to 3.3 for what is damped, and to about 1 for what only swings, but at loose
// tolerances accuracy alone may ask for no less than that.
constexpr double edge_for_springs = 1.5, edge_for_dampers = 2.8;
constexpr double least_change = 1e-12;  // square, in tolerances: smaller ones are rounding
// A bend in the middle of a step makes an error in speed of about this part of what it makes of the
// acceleration at the end, times the step: the nodes of the method are that far apart.
constexpr double missed_of_bend = 0.05;
constexpr double worth_landing = 0.5;                      // of the tolerance
constexpr double bend_located = 1e-6, at_the_bend = 1e-5;  // of a step, of the margin's range
constexpr double hardly_independent = 0.001;               // see Forward::independence
// A step that comes so much nearer to a position where loops depend on each other, in squares of
// the distance, might come out behind it on another way than it came; so near one gives up.
constexpr double much_nearer = 0.25, too_near = 1e-6;
constexpr double much_shorter = 0.5;     // than the error asks for
constexpr double nearly_there = 1.0001;  // a last step this much longer is no other step

}  // namespace

ExplicitSteps::ExplicitSteps(const Model& model, const Scales& scales, const Mode& mode,
                             Workspace& workspace)
    : m_(model),
      scales_(scales),
      mode_(mode),
      w_(workspace),
      forward_(make_accelerations(model, mode, workspace)),
      plan_(forward_->plan()),
      bends_(model, mode, workspace),
      openings_(scales),
      given_(model, mode, workspace),
      led_bends_(model),
      steps_(plan_.count()),
      y_(model.layout.size),
      yp_(model.layout.size),
      in_space_(model.layout.spatial()),
      shown_(model.layout.size),
      reduced_(plan_.size),
      rates_(plan_.size),
      weights_(plan_.count()),
      all_weights_(model.layout.size),
      reduced_weights_(plan_.size),
      scratch_(plan_.count()),
      scratch_rates_(plan_.count()),
      armed_(model.contacts.size(), 0) {
  closed_.reserve(armed_.size());
  onsets_.reserve(armed_.size());
  find_integrals();
  find_arms();
  if (!model.layout.spatial() ? model.tree.used() : ForwardByJoints::suits(model))
    state_.emplace(model);
}

bool ExplicitSteps::nearly_singular() const {
  return independent_ < hardly_independent;
}

// ---- unknowns --------------------------------------------------------------------

bool ExplicitSteps::rates(double t, const double* unknowns, double* f) {
  ++counters_.residuals;
  if (!forward_->evaluate(t, unknowns, f)) return false;
  if (drifts_) least_independent_ = std::min(least_independent_, forward_->independence());
  return true;
}

// Within a step: all unknowns of the model, and their rates unless `f` is null.
void ExplicitSteps::show(const double* unknowns, const double* f, double t, double* y,
                         double* yp) const {
  for (int i = 0; i < plan_.count(); ++i) reduced_[plan_.unknowns[i]] = unknowns[i];
  for (int i = 0; f && i < plan_.count(); ++i) rates_[plan_.unknowns[i]] = f[i];
  if (!state_) {
    std::ranges::copy(reduced_, y);
    if (f) std::ranges::copy(rates_, yp);
    return;
  }
  if (m_.tree.prescribed.follows_drives)
    evaluate_drives(m_, t, &mode_, DriveOrder::acceleration, w_);
  prescribe(m_, t, w_, reduced_.data(), rates_.data());
  if (f)
    expand_all(m_, reduced_.data(), rates_.data(), y, yp, *state_);
  else
    expand(m_, reduced_.data(), y, *state_);
}

bool ExplicitSteps::interpolate(double t, double* y, double* yp) const {
  if (yp)
    steps_.interpolate(t, scratch_.data(), scratch_rates_.data());
  else
    steps_.interpolate_first(t, plan_.integrals, scratch_.data());
  if (!yp && forward_->motion(t, scratch_.data(), y)) return true;
  show(scratch_.data(), yp ? scratch_rates_.data() : nullptr, t, y, yp);
  return true;
}

std::optional<ContactMotion> ExplicitSteps::contact_within(double t, int contact) const {
  if (!forward_->moves_contacts()) return {};
  steps_.interpolate_first(t, plan_.motion, scratch_.data());
  return forward_->contact_motion_at(t, scratch_.data(), contact);
}

bool ExplicitSteps::exactly(double t, double* y, double* yp) {
  if (t <= previous_time() || t >= time()) return false;
  if (!steps_.again(*this, t, scratch_.data(), scratch_rates_.data())) return false;
  std::ranges::copy(y_, y);  // those of constraints that the tree replaces
  std::ranges::copy(yp_, yp);
  forward_->show(scratch_.data(), scratch_rates_.data(), y, yp);
  return true;
}

// What is behind places and speeds, but for impulses of constraints, whose values mean nothing.
// Places and speeds are read as polynomials of degree five: see Between.
void ExplicitSteps::find_integrals() {
  const Layout& l = m_.layout;
  integrals_.reserve(plan_.count() - plan_.motion);
  for (int i = plan_.motion; i < plan_.count(); ++i) {
    const int own = plan_.own[i];
    if (own < 0 || (own >= l.lam && own < l.z)) continue;
    if (neighbours_.empty() || neighbours_.back().place + neighbours_.back().count != i)
      neighbours_.push_back({i, static_cast<int>(integrals_.size()), 0});
    ++neighbours_.back().count;
    integrals_.push_back(own);
  }
  off_cubics_.resize(integrals_.size());
}

// A cubic through both ends errs by the fourth power of the length.
std::span<const double> ExplicitSteps::off_cubics(double length) const {
  const double part = length / (time() - previous_time());
  if (!(part <= nearly_there)) return {};
  const double of = part * part * part * part;
  for (const Neighbours& n : neighbours_)
    steps_.missed_by_cubic(n.place, n.count, of, off_cubics_.data() + n.integral);
  return off_cubics_;
}

void ExplicitSteps::place(Placement& at) const {
  copy_places(placed_, at);
  for (const int i : arms_) at.arms[i] = arm_at(at.poses[m_.points[i].body], m_.points[i]);
}

// Those of the ground and of centres of mass are what they were when the model was placed first.
void ExplicitSteps::find_arms() {
  if (m_.layout.spatial()) return;
  place_arms(m_, w_.impl().at);
  for (std::size_t i = 0; i < m_.points.size(); ++i)
    if (const BodyPoint& p = m_.points[i]; p.body != 0 && (p.x != 0 || p.y != 0))
      arms_.push_back(static_cast<int>(i));
}

// Where accelerations were evaluated last.
void ExplicitSteps::note_placement() {
  copy_places(w_.impl().at, placed_);
}

// But for the arms of points in the plane.
void ExplicitSteps::copy_places(const Placement& from, Placement& to) const {
  to.poses = from.poses;
  if (!in_space_) return;
  to.bodies = from.bodies;
  to.levers = from.levers;
  to.angles = from.angles;
}

// ---- steps -----------------------------------------------------------------------

// rad, by which springs let it swing in a step: from the acceleration per shift.
double ExplicitSteps::swung(const RungeKutta::LastStages& last) const {
  const int n = plan_.positions();
  double shift = 0, pull = 0;
  for (int i = 0; i < n; ++i) {
    const double y = last.shift(i) * weights_[i];
    shift += y * y;
  }
  if (!(shift > least_change)) return 0;
  for (int i = n; i < plan_.motion; ++i) {
    const StepUnknowns::Moved& moved = plan_.moved[i - n];
    const double a = last.change_of_rate(i) * weights_[moved.place] * moved.share;
    pull += a * a;
  }
  return last_step_ * std::sqrt(std::sqrt(pull / shift));
}

// How often its own time a step lasts for dampers and states: from the rate per value.
double ExplicitSteps::decayed(const RungeKutta::LastStages& last) const {
  double change = 0, decay = 0;
  for (int i = plan_.positions(); i < plan_.gaps; ++i) {
    const double y = last.shift(i) * weights_[i], f = last.change_of_rate(i) * weights_[i];
    change += y * y, decay += f * f;
  }
  return change > least_change ? last_step_ * std::sqrt(decay / change) : 0;
}

// By what the last two stages differ, and what the equations make of it.
bool ExplicitSteps::at_edge_of_stability() const {
  const RungeKutta::LastStages last = steps_.last_stages();
  return swung(last) > edge_for_springs || decayed(last) > edge_for_dampers || standstill_.near();
}

// The norm of the estimate over the tolerance, or what drives miss, if that is more.
double ExplicitSteps::error_of_attempt() {
  const double error = std::sqrt(steps_.squared_error(weights_.data()) / unknowns_at_work);
  if (!(error <= 1)) return error;
  return std::max(error, given_.error(time(), steps_.tried_time(), reduced_weights_));
}

// The worst unknown of what was tried last.
int ExplicitSteps::worst_unknown() const {
  steps_.error(scratch_.data());
  int worst = -1;
  double largest = 0;
  for (int i = 0; i < plan_.count(); ++i) {
    const double e = std::abs(scratch_[i]) * weights_[i];
    if (e > largest) largest = e, worst = plan_.unknowns[i];
  }
  return worst < 0 || !state_ ? worst : m_.tree.absolute[worst];
}

StepStatus ExplicitSteps::step(double stop) {
  note_openings();
  const StepStatus status = try_steps(stop);
  if (status != StepStatus::accepted) return status;
  if (crawls()) return StepStatus::step_too_small;
  return time() == stop ? StepStatus::stop : status;
}

StepStatus ExplicitSteps::try_steps(double stop) {
  int rejected = 0;
  bend_.reset();
  goal_ = openings_.ahead(time(), std::min(time() + longest_step(), stop));
  for (int i = 0; i < most_attempts; ++i) {
    const double left = stop - time();
    double h = longest_step();
    if (goal_)
      h = *goal_ - time();
    else if (h * nearly_there >= left)
      h = left;
    else if (2 * h > left)
      h = left / 2;
    if (!(h > smallest_step * std::abs(time()))) return given_up();
    least_independent_ = 1;
    const bool defined = steps_.attempt(*this, goal_ ? *goal_ : h == left ? stop : time() + h);
    const double error = defined ? error_of_attempt() : 0;
    if (!defined || !std::isfinite(error) || leaps()) {
      if (independent_ < too_near) return given_up();
      size_.undefined(h);
      bend_.reset();
      goal_.reset();
    } else if (const auto bend = bend_in_attempt(h, error)) {
      goal_ = *bend;
    } else if (error > 1) {
      ++counters_.error_test_failures;
      bend_.reset();
      goal_ = goal_ ? std::nullopt : openings_.goal(*forward_, time(), steps_.tried_time());
      if (!goal_) size_.rejected(h, error), ++rejected;
    } else if (stands_still()) {
      bend_.reset();
      goal_.reset();
    } else {
      attempts_ = i + 1;
      size_before_ = size_.size();
      rejections_ += (rejected - rejections_) / steps_of_late;
      keep_sides();
      accept(h, error, goal_ || h < size_.size());
      return StepStatus::accepted;
    }
  }
  return given_up();
}

// Loops leave places and speeds off their constraints by what steps may miss, which is no motion:
// there it is looked at where a damper of a contact would make a force of it.
bool ExplicitSteps::stands_still() {
  if (drifts_ && closed_.empty()) return false;
  return standstill_.met_in(steps_, plan_, weights_, drifts_ ? 1 : 0);
}

double ExplicitSteps::longest_step() const {
  return std::min({size_.size(), max_step_, standstill_.longest()});
}

// Over a position where loops depend on each other, or all but, or where a bend has no direction.
bool ExplicitSteps::leaps() const {
  return (nearly_singular() && least_independent_ < much_nearer * independent_) ||
         led_bends_.passed_over(placed_, w_.impl().at, mode_) >= 0;
}

// What decides the side of a bend, within what was tried.
double ExplicitSteps::margin_in_attempt(const LawBends::Change& bend, double t) {
  steps_.interpolate_tried(t, scratch_.data(), nullptr);
  rates(t, scratch_.data(), scratch_rates_.data());
  return bends_.margin(bend);
}

// The first bend that has made the step fail, or that its error estimate may not have seen: where a
// step is to end first. An attempt that ends at one is not looked at again.
std::optional<double> ExplicitSteps::bend_in_attempt(double h, double error) {
  if (!bends_.any() || bend_) return {};
  const double from = time(), to = steps_.tried_time();
  if (h < crawling * std::abs(to)) return {};
  double first = to;
  bool moved = false;
  for (const LawBends::Change& change : bends_.changes()) {
    const double missed = missed_of_bend * h * change.force / scales_.contacts[change.contact].mass;
    if (error <= 1 && missed < worth_landing * stricter * scales_.tolerance[m_.layout.v]) continue;
    const auto margin = [&](double t) { return margin_in_attempt(change, t); };
    const double t = locate_crossing(margin, from, first, bend_located);
    moved = true;
    if (!(t > from + bend_located * h) || !(t < first)) continue;
    first = t;
    bend_ = change;
    bend_range_ = std::abs(margin(to) - margin(from));
  }
  if (bend_) return first;
  // What follows expects everything where the last stage was.
  if (moved) rates(to, steps_.tried(), scratch_rates_.data());
  return {};
}

// The attempt is to be accepted. Where it ends at a bend the other side is in force from there.
void ExplicitSteps::keep_sides() {
  const bool at_bend = bend_ && std::abs(bends_.margin(*bend_)) < at_the_bend * bend_range_;
  bends_.keep(at_bend ? &*bend_ : nullptr);
}

// One that ended at a bend, an opening or where the run asked it to stop is as it was meant to be.
bool ExplicitSteps::held_back() const {
  if (goal_) return false;
  const bool bounded = last_step_ == max_step_ && last_step_ < much_shorter * size_before_;
  const bool in_vain = attempts_ > most_usual_attempts || rejections_ > most_usual_rejections;
  return bounded || in_vain || at_edge_of_stability();
}

void ExplicitSteps::accept(double h, double error, bool cut) {
  ++counters_.steps;
  independent_ = forward_->independence();
  size_.accepted(h, error, cut);
  standstill_.passed(size_.size());
  last_step_ = h;
  steps_.accept();
  keep_on_constraints();
  openings_.begin(*forward_, closed_);
  forward_->show(steps_.y().data(), steps_.f().data(), y_.data(), yp_.data());
  note_placement();
}

// The last stage was at the end of the step: its factors are at hand.
void ExplicitSteps::keep_on_constraints() {
  if (!drifts_) return;
  const double allowed = most_missed * scales_.tolerance[m_.layout.q];
  std::ranges::copy(steps_.y(), scratch_.begin());
  if (!forward_->project(allowed, scratch_.data())) return;
  if (rates(time(), scratch_.data(), scratch_rates_.data()))
    steps_.move_end(scratch_.data(), scratch_rates_.data());
}

// Steps may also succeed for ever without getting anywhere.
bool ExplicitSteps::crawls() {
  crawled_ = last_step_ < crawling * std::abs(time()) ? crawled_ + 1 : 0;
  return crawled_ > most_crawled;
}

StepStatus ExplicitSteps::given_up() {
  switch (forward_->trouble()) {
    case ForwardTrouble::none:
      return StepStatus::step_too_small;
    case ForwardTrouble::undefined:
      return StepStatus::undefined;
    case ForwardTrouble::loops:
      return StepStatus::singular;
    case ForwardTrouble::inertia:
      break;
  }
  const std::string name = m_.scenario->bodies[forward_->loose_body()].name;
  keep(w_, {Code::E0511,
            m_.scenario->bodies[forward_->loose_body()].origin,
            fmt::format("explicit steps need inertia in every direction, but `{}` can move without "
                        "any, as far as its own joints go",
                        name),
            {},
            "leave `integrator` out: IDA moves it by the other parts it is tied to"});
  return StepStatus::undefined;
}

}  // namespace mbs
