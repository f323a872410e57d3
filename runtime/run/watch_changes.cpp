#include "runtime/run/watch_changes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "runtime/run/driven_jumps.hpp"
#include "runtime/run/warnings.hpp"

namespace mbs {

namespace {

// Tolerances: what a driven motion may miss its function by without a jump.
constexpr double jumps = 10;

std::string law_names(const ir::LawProgram& law) {
  if (law.friction_name.empty()) return fmt::format("`{}`", law.name);
  if (law.given && !law.rigid()) return fmt::format("`{}`", law.friction_name);
  return fmt::format("`{}` or `{}`", law.name, law.friction_name);
}

}  // namespace

WatchChanges::WatchChanges(Present& now, const ContactChanges::Parts& parts,
                           ContactChanges& changes)
    : now_(now),
      contacts_(parts.contacts),
      sticking_(parts.sticking),
      watch_(parts.watch),
      restart_(parts.restart),
      ending_(parts.ending),
      rigid_(parts.rigid),
      changes_(changes) {}

void WatchChanges::flip(int watch) {
  if (watch_.of_time(watch)) return flip_clock(watch);
  restart_.note_forces();
  const int owner = watch_.owner(watch);
  now_.record(now_.here());
  if (watch_.flip(watch, now_.t)) {
    const std::string in = owner < 0
                               ? std::string("a drive or force")
                               : law_names(now_.scenario.laws[now_.model.contacts[owner].own.law]);
    const auto site = owner < 0 ? std::nullopt : std::optional(site_of(now_.model, owner));
    warn_chatter("a condition in " + in, site, now_.t, now_.run, now_.recorder);
    now_.integrator->chatters();
  }
  if (owner >= 0) contacts_.reconsider(owner);
  now_.mode_changed();
  if (!restart_.forces_changed()) return now_.record(now_.here());
  decide_under_load();
  if (!now_.over) restart_.restart_shorter();
}

// A load that jumps may be more than friction holds, or lift what stands: rates are found with what
// follows from it, not with what held until now.
void WatchChanges::decide_under_load() {
  changes_.decide_sticking({});
  if (!now_.over) rigid_.decide({});
}

// One of time alone.
void WatchChanges::flip_clock(int watch) {
  now_.record(now_.here());
  watch_.flip(watch, now_.t);
  for (int c = 0; c < now_.layout.contacts; ++c)
    if (now_.mode.contacts[c].armed) contacts_.reconsider(c);
  now_.mode_changed();
  if (!follow_drives()) return;
  decide_under_load();
  if (!now_.over) restart_.restart_here(0);
}

// On the branch that is in force from here on.
bool WatchChanges::follow_drives() {
  if (now_.scenario.drives.empty()) return true;
  const PositionJump away = position_jump(now_.model, now_.here(), now_.workspace);
  if (away.drive >= 0 && away.size > jumps * now_.scales.tolerance[now_.layout.q]) {
    now_.fail_with(jumped_away(away));
    return false;
  }
  const double change = speed_jump(now_.model, now_.here(), now_.workspace);
  if (change == 0) return true;
  VelocityJump jump;
  if (!jump_velocities(now_.model, now_.t, now_.y.data(), now_.mode, jump, now_.workspace)) {
    ending_.fail(StepStatus::undefined);
    return false;
  }
  // Its work belongs into the books: all constraints together do no other.
  now_.y[now_.layout.input] += jump.work;
  now_.run.kicks.add(now_.run.size(), jump.multipliers);
  tell_driven_jumps(now_, jump.impulses);
  // Also where nothing takes part but contacts, as on a table that leaps away.
  if (is_jump(now_, change)) sticking_.release(now_.here());
  return true;
}

Failure WatchChanges::jumped_away(const PositionJump& jump) const {
  const ir::Drive& drive = now_.scenario.drives[jump.drive];
  Failure failure;
  failure.code = Code::E0706;
  failure.origin = drive.origin;
  const double shown = jump.angle ? jump.amount * 180 / std::numbers::pi : jump.amount * 1e3;
  failure.message = fmt::format("what `{}` drives would have to jump by {:.4g} {} at t = {:.6g} ms",
                                drive.name, shown, jump.angle ? "deg" : "mm", now_.t * 1e3);
  failure.hint = "let the branches meet, or drive a speed, which may jump";
  return failure;
}

}  // namespace mbs
