// How a run ends, in words.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/machine.hpp"
#include "runtime/singular.hpp"

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

constexpr double rounding = std::numeric_limits<double>::epsilon();

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
    const double depth = scales.contacts[c].depth, followed = 0.1 * scales.tol * depth;
    const double length = length_of(model.contacts[c], size);
    if (!(followed < 4 * rounding * length)) continue;
    const ir::Contact& contact = s.contacts[c];
    failure.origin = contact.origin;
    failure.message += fmt::format(": contact `{}` is too stiff", contact.name);
    failure.notes.push_back(fmt::format("its law is `{}`", s.laws[contact.law.index].text));
    failure.notes.push_back(
        fmt::format("at 1 m/s it is {:.3g} m deep, which is to be followed to {:.1g} m, while "
                    "lengths of {:.3g} m are rounded to {:.1g} m",
                    depth, followed, length, rounding * length));
    failure.hint = "look at the stiffness, its unit and exponent, or take a larger `tol`";
    return true;
  }
  return false;
}

// The coordinate or speed that has grown so large that its last digit counts; -1: none.
int coarsest_unknown(const Scales& scales, const Layout& at, const std::vector<double>& y) {
  constexpr double coarse = 0.1;  // of a tolerance
  int worst = -1;
  double most = coarse;
  for (int i = at.q; i < at.q + 6 * at.bodies; ++i) {  // positions, then speeds
    const double share = rounding * std::abs(y[i]) / scales.tolerance[i];
    if (share > most) most = share, worst = i;
  }
  return worst;
}

void blame_size(const std::string& name, double value, double tolerance, const char* unit,
                Failure& failure) {
  failure.message += fmt::format(": {} is too large for the accuracy that is asked for", name);
  failure.notes.push_back(
      fmt::format("it is {:.6g} {}, which is rounded to {:.1g} {}; its "
                  "tolerance is {:.1g} {}",
                  value, unit, rounding * std::abs(value), unit, tolerance, unit));
  failure.hint = "a larger `tol`, or an origin that is nearer, or moves along";
}

}  // namespace

void Machine::end(Termination why) {
  over_ = true;
  running_ = false;
  run_.termination = why;
  count();
  if (why != Termination::time_limit) return;
  Failure failure;
  failure.code = Code::E0702;
  failure.message = fmt::format("the time limit of {:g} s was reached at t = {:.6g} s",
                                options_.max_wall_seconds.value_or(0), t_);
  failure.notes.push_back(
      fmt::format("{} steps so far; what was computed is kept", run_.counters.steps));
  run_.failure = std::move(failure);
}

void Machine::fail_with(Failure failure) {
  end(Termination::failed);
  run_.failure = std::move(failure);
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
    const ContactState state = contact_state(model_, c, run_.t[last], run_.y_at(last).data(),
                                             run_.yp_at(last).data(), mode_, workspace_);
    failure.origin = scenario_.contacts[c].origin;
    failure.notes.push_back(contact_note(scenario_.contacts[c].name, mode_.contacts[c], state));
  }
  std::vector<std::string> moving;
  for (std::size_t b = 1; b < scenario_.bodies.size(); ++b)
    moving.push_back(scenario_.bodies[b].name);
  const bool stuck = status == StepStatus::failed || status == StepStatus::step_too_small;
  if (stuck && blame_stiffness(model_, scales_, run_.start.size, failure))
    return fail_with(std::move(failure));
  if (const int i = stuck ? coarsest_unknown(scales_, at_, y_) : -1; i >= 0) {
    const char* units[] = {"m", "m", "rad", "m/s", "m/s", "rad/s"};
    blame_size(*unknown_name(at_, scenario_, moving, i), y_[i], scales_.tolerance[i],
               units[i % 3 + (i >= at_.v ? 3 : 0)], failure);
    return fail_with(std::move(failure));
  }
  const int worst = islands_ ? islands_->worst_unknown() : solver_.worst_unknown();
  if (const auto name = unknown_name(at_, scenario_, moving, worst))
    failure.notes.push_back("hardest to follow: " + *name);
  failure.hint = "a larger `tol`, a softer law, or friction without jumps may help";
  if (run_.size() > 0)
    explain_singular(model_, run_.start.y.data(), run_.y_at(run_.size() - 1).data(), failure,
                     workspace_);
  fail_with(std::move(failure));
}

}  // namespace mbs
