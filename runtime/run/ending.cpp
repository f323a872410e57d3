#include "runtime/run/ending.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "lang/scenario/scenario.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/equations/kkt_scratch.hpp"
#include "runtime/equations/singular.hpp"
#include "runtime/model/spatial_function.hpp"
#include "runtime/numerics/chatter.hpp"
#include "runtime/run/corners.hpp"
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
  static constexpr const char* in_space[] = {"x",        "y",        "z",       "rotation",
                                             "rotation", "rotation", "rotation"};
  static constexpr const char* speeds_in_space[] = {"vx", "vy", "vz", "spin", "spin", "spin"};
  if (i < 0) return {};
  const int place = i - at.q, motion = i - at.v;
  if (place >= 0 && place < at.places)
    return fmt::format("{} of body `{}`",
                       (at.spatial() ? in_space : coordinates)[place % at.per_place],
                       moving[place / at.per_place]);
  if (motion >= 0 && motion < at.motions)
    return fmt::format("{} of body `{}`",
                       (at.spatial() ? speeds_in_space : speeds)[motion % at.per_motion],
                       moving[motion / at.per_motion]);
  if (i >= at.s && i < at.s + at.touching)
    return fmt::format("the penetration of contact `{}`", scenario.contacts[i - at.s].name);
  if (i >= at.script && i < at.script + at.script_states)
    return fmt::format("state `{}`", scenario.states[i - at.script].name);
  return {};
}

constexpr double nearly_locked = 0.1;  // see JointFrictionSystem::margin
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

// A drive of a speed, or a gear, that leads a bend to where it has no direction, which a solver
// cannot follow.
bool blame_bends(const Model& model, const Mode& mode, const double* y, Workspace& workspace,
                 Failure& failure) {
  constexpr double straight = 1e-5;  // rad: sine of the bend
  const Placement& at = workspace.impl().at;
  place(model, y, workspace.impl().at);
  for (std::size_t k = 0; k < model.rows.size(); ++k)
    for (int term = 0; row_acts(&mode, k) && term < model.rows[k].term_count; ++term) {
      const PairFunction& f = model.rows[k].terms[term].function;
      if (!f.spatial() || !spatial::is_bend(f)) continue;
      const double bend = spatial::value(f, at) - f.offset;
      if (std::abs(std::sin(bend)) > straight) continue;
      failure.notes.push_back(fmt::format("`{}` leads a bend to {} deg, where it has no direction",
                                          name_of(scenario(model), model.rows[k].owner()),
                                          bend < 1 ? 0 : 180));
      failure.hint = "keep the bend of a `constant_velocity` joint between 0 and 180 deg";
      return true;
    }
  return false;
}

}  // namespace

void Ending::note_trial() {
  if (now_.workspace.failure) {
    trial_ = std::move(now_.workspace.failure);
    trial_at_ = now_.t;
  }
  now_.workspace.failure.reset();
}

// Once, with the worst of the run.
void Ending::warn_rounding(const Rounding& rounding, double t) {
  const auto name =
      unknown_name(now_.layout, now_.scenario, names_of_moving(now_.scenario), rounding.unknown);
  if (!name) return;
  const std::string message = fmt::format(
      "{} is stored to {:.2g} {} at best, where `tol` asks for {:.2g}", *name, rounding.possible,
      (rounding.unknown - now_.layout.q) % now_.layout.per_place >= (now_.layout.spatial() ? 3 : 2)
          ? "rad"
          : "m",
      rounding.asked);
  const auto told = std::find_if(now_.run.warnings.begin(), now_.run.warnings.end(),
                                 [](const RunWarning& w) { return w.code == Code::W0703; });
  if (told == now_.run.warnings.end())
    now_.run.warnings.push_back({Code::W0703, "", message, {}, 1, t});
  else if (rounding.possible / rounding.asked > rounding_)
    told->message = message;
  rounding_ = std::max(rounding_, rounding.possible / rounding.asked);
}

void Ending::out_of_memory() {
  now_.end(Termination::memory_limit);
  now_.run.failure->message = fmt::format("memory was used up at t = {:.6g} s", now_.t);
  now_.run.failure->hint = "simulate less at once, or take results that need fewer signals";
}

// Towards a configuration in which friction presses itself up forces grow without bound, and the
// solver stops somewhat before it.
bool Ending::blame_joint_friction() {
  if (now_.layout.touching == now_.layout.in_joints || now_.run.size() == 0) return false;
  const std::size_t last = now_.run.size() - 1;
  std::vector<double> rates(now_.layout.size);
  const bool known = make_consistent(
      now_.model, {now_.run.t[last], now_.run.y_at(last).data(), nullptr, &now_.mode}, rates.data(),
      now_.workspace);
  const JointFrictionSystem& friction = now_.workspace.impl().kkt->sliding;
  if (known && friction.margin() > nearly_locked) return false;
  now_.fail_with(known ? friction.failure(now_.run.t[last]) : *now_.workspace.failure);
  return true;
}

void Ending::fail(StepStatus status) {
  if (now_.workspace.failure) return now_.fail_with(*now_.workspace.failure);
  // What the last trial steps ran into, if it is what keeps the solver from going on.
  const bool recent = trial_ && now_.t - trial_at_ <= ChatterGuard::instant;
  if (recent && status == StepStatus::step_too_small) return now_.fail_with(*trial_);
  if (blame_joint_friction()) return;
  Failure failure;
  failure.message =
      fmt::format("the solver could not go on at t = {:.9g} ms: {}", now_.t * 1e3, reason(status));
  for (int c = 0; c < now_.layout.touching && now_.run.size() > 0; ++c) {
    if (!now_.mode.contacts[c].armed) continue;
    const std::size_t last = now_.run.size() - 1;
    const ContactState state = contact_state(
        now_.model, c,
        {now_.run.t[last], now_.run.y_at(last).data(), now_.run.yp_at(last).data(), &now_.mode},
        now_.workspace);
    failure.origin = now_.scenario.contacts[c].origin;
    failure.notes.push_back(
        contact_note(now_.scenario.contacts[c].name, now_.mode.contacts[c], state));
  }
  const std::vector<std::string> moving = names_of_moving(now_.scenario);
  const bool stuck = status == StepStatus::failed || status == StepStatus::step_too_small;
  if (stuck && blame_stiffness(now_.model, now_.scales, now_.run.start.size, failure))
    return now_.fail_with(std::move(failure));
  const int worst = now_.integrator->worst_unknown();
  if (const auto name = unknown_name(now_.layout, now_.scenario, moving, worst))
    failure.notes.push_back("hardest to follow: " + *name);
  failure.hint = "a larger `tol`, a softer law, or friction without jumps may help";
  if (std::ranges::any_of(now_.mode.contacts, [](const auto& c) { return bool{c.pressed}; }))
    failure.hint = "a smaller `tol`, a law of force for what is closed, or `method = stepping`";
  const bool closed = failure.origin.source >= 0;
  const bool moved = !now_.scenario.drives.empty() || !now_.scenario.forces.empty();
  if (!closed && !now_.scenario.states.empty())
    failure.hint = "the rate of a state may grow without bound here, or jump";
  else if (!closed && moved)
    failure.hint = "a drive or force may grow without bound here, jump, or have a vertical tangent";
  if (now_.run.size() > 0 && status == StepStatus::step_too_small)
    if (auto meet = corners_that_meet(now_.model, now_.run.y_at(now_.run.size() - 1).data(),
                                      now_.workspace)) {
      failure.notes.push_back(std::move(*meet));
      failure.hint = past_corners;
    }
  if (now_.run.size() > 0 &&
      blame_bends(now_.model, now_.mode, now_.run.y_at(now_.run.size() - 1).data(), now_.workspace,
                  failure))
    return now_.fail_with(std::move(failure));
  if (now_.run.size() > 0)
    explain_singular(now_.model, now_.run.start.y.data(), now_.run.y_at(now_.run.size() - 1).data(),
                     &now_.mode, failure, now_.workspace);
  now_.fail_with(std::move(failure));
}

}  // namespace mbs
