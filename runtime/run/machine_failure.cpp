// How a run ends, in words.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/equations/singular.hpp"
#include "runtime/run/change_point.hpp"
#include "runtime/run/machine.hpp"
#include "runtime/signals/contact_state.hpp"

namespace mbs {

namespace {

const char* reason(StepStatus status) {
  switch (status) {
    case StepStatus::step_too_small:
      return "steps became too small for the tolerance";
    case StepStatus::undefined:
      return "the forces could not be evaluated";
    case StepStatus::singular:
      return "the accelerations are not determined here";
    default:
      return "the integrator gave up";
  }
}

std::string contact_note(const std::string& name, const ContactMode& mode, const ContactState& s) {
  std::string text = fmt::format(
      "contact `{}` is closed: delta = {:.4g} um, ddelta = {:.4g} m/s, "
      "FN = {:.4g} N, hit at {:.4g} m/s",
      name, s.delta * 1e6, s.ddelta, s.FN, mode.v_impact);
  if (mode.resting) text += ", at rest on itself";
  if (mode.sticking) text += ", sticking";
  return text;
}

// "x of body `rod`"
std::optional<std::string> unknown_name(const Layout& at, const ir::Scenario& scenario,
                                        const std::vector<std::string>& moving, int i) {
  static constexpr const char* coordinates[] = {"x", "y", "angle"};
  static constexpr const char* speeds[] = {"vx", "vy", "spin"};
  if (i < 0) return {};
  if (i >= at.q && i < at.q + 3 * at.bodies)
    return fmt::format("{} of body `{}`", coordinates[(i - at.q) % 3], moving[(i - at.q) / 3]);
  if (i >= at.v && i < at.v + 3 * at.bodies)
    return fmt::format("{} of body `{}`", speeds[(i - at.v) % 3], moving[(i - at.v) / 3]);
  if (i >= at.s && i < at.s + at.contacts)
    return fmt::format("the penetration of contact `{}`", scenario.contacts[i - at.s].name);
  return {};
}

constexpr double epsilon = std::numeric_limits<double>::epsilon();

// A length that belongs to a contact, m.
double length_of(const ContactModel& c, double size) {
  for (const double radius : {std::abs(c.usual_1), std::abs(c.usual_2)})
    if (radius > 0) size = std::min(size, radius);
  return size;
}

// Does a law give way by so little that positions beside its own radius cannot tell?
bool blame_stiffness(const Model& model, const Scales& scales, double size, Failure& failure) {
  const ir::Scenario& s = scenario(model);
  for (std::size_t c = 0; c < scales.contacts.size(); ++c) {
    const double depth = scales.contacts[c].depth, followed = 0.1 * scales.accuracy * depth;
    const double length = length_of(model.contacts[c], size);
    if (!(followed < 4 * epsilon * length)) continue;
    const ir::Contact& contact = s.contacts[c];
    failure.origin = contact.origin;
    failure.message += fmt::format(": contact `{}` is too stiff", contact.name);
    failure.notes.push_back(fmt::format("its law is `{}`", s.laws[contact.law.index].text));
    failure.notes.push_back(
        fmt::format("at {:.3g} m/s it is {:.3g} m deep, which is to be followed to {:.1g} m, while "
                    "lengths of {:.3g} m are rounded to {:.1g} m",
                    scales.speed, depth, followed, length, epsilon * length));
    failure.hint = "look at the stiffness, its unit and exponent, or take a larger `tol`";
    return true;
  }
  return false;
}

std::vector<std::string> names_of_moving(const ir::Scenario& scenario) {
  std::vector<std::string> moving;
  for (std::size_t b = 1; b < scenario.bodies.size(); ++b)
    moving.push_back(scenario.bodies[b].name);
  return moving;
}

}  // namespace

void Machine::end(Termination why) {
  over_ = true;
  running_ = false;
  run_.termination = why;
  count();
  const bool time = why == Termination::time_limit, memory = why == Termination::memory_limit;
  if (!time && !memory) return;
  Failure failure;
  failure.code = time ? Code::E0702 : Code::E0704;
  failure.message =
      time ? fmt::format("the time limit of {:g} s was reached at t = {:.6g} s",
                         options_.max_wall_seconds.value_or(0), t_)
           : fmt::format("the record of the run reached the limit of {:g} MB at t = {:.6g} s",
                         static_cast<double>(options_.most_memory) / 1e6, t_);
  if (memory) failure.hint = "`--memory` sets the limit";
  failure.notes.push_back(
      fmt::format("{} steps so far; what was computed is kept", run_.counters.steps));
  run_.failure = std::move(failure);
}

// Once, with the worst of the run.
void Machine::warn_rounding(const Rounding& rounding, double t) {
  const auto name = unknown_name(at_, scenario_, names_of_moving(scenario_), rounding.unknown);
  if (!name) return;
  const std::string message = fmt::format(
      "{} is stored to {:.2g} {} at best, where `tol` asks for {:.2g}", *name, rounding.possible,
      (rounding.unknown - at_.q) % 3 == 2 ? "rad" : "m", rounding.asked);
  const auto told = std::find_if(run_.warnings.begin(), run_.warnings.end(),
                                 [](const RunWarning& w) { return w.code == Code::W0703; });
  if (told == run_.warnings.end())
    run_.warnings.push_back({Code::W0703, "", message, {}, 1, t});
  else if (rounding.possible / rounding.asked > rounding_)
    told->message = message;
  rounding_ = std::max(rounding_, rounding.possible / rounding.asked);
}

void Machine::out_of_memory() {
  end(Termination::memory_limit);
  run_.failure->message = fmt::format("memory was used up at t = {:.6g} s", t_);
  run_.failure->hint = "simulate less at once, or take results that need fewer signals";
}

void Machine::fail_with(Failure failure) {
  end(Termination::failed);
  run_.failure = std::move(failure);
}

// Goes on behind a change point at which the solver has failed.
bool Machine::cross_change_point(double t_end) {
  const auto failure = workspace_.failure;
  const auto far = across_change_point(model_, run_, mode_, t_end, workspace_);
  workspace_.failure = failure;
  if (!far || far->t <= t_) return false;
  workspace_.failure.reset();
  recorder_.log(t_, "change point", far->parts);
  t_ = far->t;
  y_ = far->y;
  restart_here(0);
  return true;
}

void Machine::fail(StepStatus status) {
  if (workspace_.failure) return fail_with(*workspace_.failure);
  // What the last trial steps ran into, if it is what keeps the solver from going on.
  const bool recent = trial_failure_ && t_ - trial_failure_at_ <= ChatterGuard::instant;
  if (recent && status == StepStatus::step_too_small) return fail_with(*trial_failure_);
  Failure failure;
  failure.message =
      fmt::format("the solver could not go on at t = {:.9g} ms: {}", t_ * 1e3, reason(status));
  for (int c = 0; c < at_.contacts && run_.size() > 0; ++c) {
    if (!mode_.contacts[c].armed) continue;
    const std::size_t last = run_.size() - 1;
    const ContactState state = contact_state(
        model_, c, {run_.t[last], run_.y_at(last).data(), run_.yp_at(last).data(), &mode_},
        workspace_);
    failure.origin = scenario_.contacts[c].origin;
    failure.notes.push_back(contact_note(scenario_.contacts[c].name, mode_.contacts[c], state));
  }
  const std::vector<std::string> moving = names_of_moving(scenario_);
  const bool stuck = status == StepStatus::failed || status == StepStatus::step_too_small;
  if (stuck && blame_stiffness(model_, scales_, run_.start.size, failure))
    return fail_with(std::move(failure));
  const int worst = integrator_->worst_unknown();
  if (const auto name = unknown_name(at_, scenario_, moving, worst))
    failure.notes.push_back("hardest to follow: " + *name);
  failure.hint = "a larger `tol`, a softer law, or friction without jumps may help";
  const bool closed = failure.origin.source >= 0;
  if (!closed && !(scenario_.drives.empty() && scenario_.forces.empty()))
    failure.hint = "a drive or force may grow without bound here, jump, or have a vertical tangent";
  if (run_.size() > 0)
    explain_singular(model_, run_.start.y.data(), run_.y_at(run_.size() - 1).data(), failure,
                     workspace_);
  fail_with(std::move(failure));
}

}  // namespace mbs
