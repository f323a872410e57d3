// What conditions of time alone change: the branch of a drive, force or law, and with it, at once,
// what a drive prescribes.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "runtime/joints/kinds.hpp"
#include "runtime/run/machine.hpp"

namespace mbs {

namespace {

constexpr double jumps =
    10;  // tolerances: what a driven motion may miss its function by without one

const char* impulse_unit(const ir::Scenario& s, const ir::Drive& drive) {
  const bool joint = drive.kind == ir::DriveKind::coordinate || drive.kind == ir::DriveKind::speed;
  const bool turns = joint
                         ? kind_of(s.joints[drive.joint.index]).coordinate == JointCoordinate::angle
                         : drive.kind == ir::DriveKind::angle;
  return turns ? "N*m*s" : "N*s";
}

}  // namespace

void Machine::flip_clock(int watch) {
  record(here());
  watch_.flip(watch, t_);
  for (int c = 0; c < at_.contacts; ++c)
    if (mode_.contacts[c].armed) contacts_.reconsider(c);
  mode_changed();
  if (!follow_drives()) return;
  restart_here(0);
  if (!over_) fire_true_conditions();
}

// On the branch that is in force from here on.
bool Machine::follow_drives() {
  if (scenario_.drives.empty()) return true;
  const PositionJump away = position_jump(model_, t_, y_.data(), mode_, workspace_);
  if (away.drive >= 0 && away.size > jumps * scales_.tolerance[at_.q]) {
    fail_with(jumped_away(away));
    return false;
  }
  const double change = speed_jump(model_, t_, y_.data(), mode_, workspace_);
  if (change == 0) return true;
  VelocityJump jump;
  if (!jump_velocities(model_, t_, y_.data(), mode_, jump, workspace_)) {
    fail(StepStatus::undefined);
    return false;
  }
  // Its work belongs into the books: all constraints together do no other.
  y_[at_.input] += jump.work;
  if (change > jumps * scales_.tolerance[at_.v]) strike(jump);
  return true;
}

void Machine::strike(const VelocityJump& jump) {
  for (const DriveImpulse& blow : jump.impulses) {
    if (blow.change <= jumps * scales_.tolerance[at_.v]) continue;  // it holds what others strike
    const ir::Drive& drive = scenario_.drives[blow.drive];
    recorder_.log(t_, "blow", drive.name, blow.impulse,
                  fmt::format("the driven speed jumps: {:.6g} {}", blow.impulse,
                              impulse_unit(scenario_, drive)));
  }
  sticking_.release(here());
  decide_sticking({});
}

Failure Machine::jumped_away(const PositionJump& jump) const {
  const ir::Drive& drive = scenario_.drives[jump.drive];
  Failure failure;
  failure.code = Code::E0706;
  failure.origin = drive.origin;
  const double shown = jump.angle ? jump.amount * 180 / std::numbers::pi : jump.amount * 1e3;
  failure.message = fmt::format("what `{}` drives would have to jump by {:.4g} {} at t = {:.6g} ms",
                                drive.name, shown, jump.angle ? "deg" : "mm", t_ * 1e3);
  failure.hint = "let the branches meet, or drive a speed, which may jump";
  return failure;
}

}  // namespace mbs
