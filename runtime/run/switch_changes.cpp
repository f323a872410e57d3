#include "runtime/run/switch_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "runtime/elements/drives.hpp"
#include "runtime/elements/forces.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/joints/kinds.hpp"
#include "runtime/joints/mirrored.hpp"
#include "runtime/model/model_impl.hpp"
#include "runtime/run/driven_jumps.hpp"
#include "runtime/setup/acting_rows.hpp"
#include "runtime/setup/undetermined_friction.hpp"
#include "runtime/signals/values.hpp"

namespace mbs {

namespace {

// Tolerances of positions by which what is held may be open: a run errs by many steps' tolerances.
constexpr double open = 100;
constexpr int most_at_once = 100;  // changes at one instant
constexpr double turn = 2 * std::numbers::pi;

bool constrains(ir::Part part) {
  return part.sort == ir::Sort::joint || part.sort == ir::Sort::drive;
}

// Along which axis of the world a row holds points together; null: along none.
const char* world_axis(const ConstraintRow& row) {
  constexpr const char* names[] = {"x", "y", "z"};
  const PairFunction& f = row.terms[0].function;
  if (f.kind == FunctionKind::world_x) return names[0];
  if (f.kind == FunctionKind::world_y) return names[1];
  if (f.kind != FunctionKind::space_world) return nullptr;
  Eigen::Index axis = 0;
  f.axes->axis.cwiseAbs().maxCoeff(&axis);
  return names[axis];
}

// A twist is the part of a quaternion, whose sign says nothing.
std::string gap_text(const ConstraintRow& row, double error, const char* axis) {
  const FunctionKind kind = row.terms[0].function.kind;
  double angle = error;
  if (kind == FunctionKind::space_dot) angle = std::asin(std::clamp(error, -1.0, 1.0));
  if (kind == FunctionKind::space_twist) angle = 2 * std::asin(std::min(std::abs(error) / 2, 1.0));
  if (is_angle(row)) return fmt::format("{:.4g} deg", angle * 180 / std::numbers::pi);
  return fmt::format("{:.4g} mm{}", error * 1e3, axis ? fmt::format(" along {}", axis) : "");
}

bool takes_any_pose(const ir::Joint& joint) {
  return kind_of(joint).takes_any_pose;
}

// Whether a position, a pose or a rotation is driven; else it is one coordinate.
bool is_vector(const ir::Drive& drive) {
  return drive.kind == ir::DriveKind::position || drive.kind == ir::DriveKind::pose ||
         drive.kind == ir::DriveKind::rotation;
}

// Parts that are rounding beside `size` are 0.
std::string vector_text(Vector3 v, double size) {
  constexpr double rounding = 1e-12;
  for (double& part : v)
    if (std::abs(part) < rounding * size) part = 0;
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", v[0], v[1], v[2]);
}

}  // namespace

SwitchChanges::SwitchChanges(Present& now, const ContactChanges::Parts& parts,
                             ContactChanges& changes)
    : now_(now), parts_(parts), changes_(changes), said_(now.scenario.events.size()) {}

void SwitchChanges::go_on() {
  for (std::size_t i = 0; i < said_.size(); ++i) said_[i] = satisfied(static_cast<int>(i));
}

bool SwitchChanges::satisfied(int event) const {
  return std::ranges::all_of(now_.scenario.events[event].switches, [this](const ir::Switch& s) {
    return part_acts(&now_.mode, s.part) == s.on;
  });
}

void SwitchChanges::fail(Code code, ir::Part part, std::string message, std::string hint) {
  const Span origin = with_part(now_.scenario, part, [](const auto& x) { return x.origin; });
  message += fmt::format(" at t = {:.6g} ms", now_.t * 1e3);
  now_.fail_with({code, origin, std::move(message), {}, std::move(hint)});
}

bool SwitchChanges::ask(int event) {
  const auto& switches = now_.scenario.events[event].switches;
  if (switches.empty()) return true;
  if (said_[event] && satisfied(event)) return false;
  said_[event] = true;
  for (const ir::Switch& wanted : switches) {
    const auto other = std::ranges::find(asked_, wanted.part, &ir::Switch::part);
    if (other == asked_.end()) {
      asked_.push_back(wanted);
    } else if (other->on != wanted.on) {
      fail(Code::E0709, wanted.part, fmt::format("`{}` is switched on and off", name(wanted.part)),
           "let the conditions of the two events exclude each other");
      return false;
    }
  }
  return true;
}

// Events that switch what others wait for, and so on without an end.
bool SwitchChanges::happens_for_ever() {
  repeated_ = now_.t == last_ ? repeated_ + 1 : 0;
  last_ = now_.t;
  if (repeated_ < most_at_once) return false;
  fail(Code::E0709, asked_.front().part,
       fmt::format("`{}` is switched for ever", name(asked_.front().part)),
       "what an event switches must not make the contrary event true at once");
  return true;
}

void SwitchChanges::apply() {
  std::erase_if(asked_, [&](const ir::Switch& s) { return part_acts(&now_.mode, s.part) == s.on; });
  if (asked_.empty() || now_.over || happens_for_ever()) return asked_.clear();
  const bool moves =
      std::ranges::any_of(asked_, [](const ir::Switch& s) { return constrains(s.part); });
  place(now_.model, now_.y.data(), now_.workspace.impl().at);
  auto next = std::make_shared<Switched>(*now_.mode.switched);
  for (const ir::Switch& s : asked_) next->of(s.part) = s.on;
  if (moves && !take_hold(*next)) return asked_.clear();
  now_.y[now_.layout.input] -= stored_in_switched(false);
  now_.mode.switched = next;
  for (std::size_t i = 0; i < said_.size(); ++i) said_[i] &= satisfied(static_cast<int>(i));
  if (!strike()) return asked_.clear();
  place(now_.model, now_.y.data(), now_.workspace.impl().at);
  now_.y[now_.layout.input] += stored_in_switched(true);
  switch_contacts();
  asked_.clear();
  if (now_.over) return;
  parts_.watch.freeze(-1, now_.here());
  parts_.sticking.release(now_.here());
  changes_.decide_sticking({});
  parts_.rigid.decide({});
  parts_.contacts.reconsider(-1);
  if (now_.over) return;
  now_.mode_changed();
  parts_.restart.restart_here(0);
}

// Which rows act from here on, and from where those count that take what they find.
bool SwitchChanges::take_hold(Switched& next) {
  if (!evaluate_drives(now_.model, now_.t, &now_.mode, DriveOrder::rate, now_.workspace)) {
    parts_.ending.fail(StepStatus::undefined);
    return false;
  }
  for (const ir::Switch& s : asked_)
    if (s.on && constrains(s.part) && !fit(s.part, next)) return false;
  close_loops(next);
  const auto fought = choose_rows(now_.model, now_.workspace.impl().at, next);
  if (!fought) return all_have_mass(next) && friction_is_determined(next);
  fail(Code::E0710, *fought,
       fmt::format("`{}` would drive what others hold or drive already", name(*fought)),
       "free the one before the other drives, both in one `when` if it is at one instant");
  return false;
}

// m, of what will be held.
double SwitchChanges::open_by(const Mode& mode) const {
  const Model& m = now_.model;
  double most = 0;
  for (std::size_t k = 0; k < m.rows.size(); ++k) {
    const ConstraintRow& row = m.rows[k];
    if (!row.position || row.joint < 0 || !part_acts(&mode, row.owner())) continue;
    const double error = std::abs(row_error(m, k, &mode, now_.workspace.impl()));
    most = std::max(most, error * (is_angle(row) ? m.size : 1));
  }
  return most;
}

// Loops that are open by errors of integration seem to be held by more than is there, and what
// holds nothing new is seen to in closed ones alone: first those rows that say more than such an
// error are closed by what gives way least.
void SwitchChanges::close_loops(Switched& next) {
  constexpr double seems = 30;  // times what loops are open by
  constexpr double least = 1e-8, most = 1e-2;
  const Model& m = now_.model;
  Placement& at = now_.workspace.impl().at;
  Mode mode = now_.mode;
  mode.switched = std::make_shared<Switched>(next);
  Switched coarse = next;
  choose_rows(m, at, coarse, std::clamp(seems * open_by(mode) / m.size, least, most));
  if (all_act(m, coarse)) return;
  mode.switched = std::make_shared<Switched>(std::move(coarse));
  project_positions(m, now_.t, now_.y.data(), &mode, now_.workspace);
  place(m, now_.y.data(), at);
}

// What is let go must have mass in all directions in which nothing else holds it.
bool SwitchChanges::all_have_mass(const Switched& next) {
  const int body = loose_body(now_.model, now_.workspace.impl().at, next);
  if (body < 0) return true;
  const ir::Body& loose = now_.scenario.bodies[body];
  now_.fail_with(
      {Code::E0504,
       loose.origin,
       fmt::format("`{}` can move without inertia from t = {:.6g} ms on", loose.name, now_.t * 1e3),
       {fmt::format("`{}` is switched there", name(asked_.front().part))},
       "give it a `mass` and an `inertia`, or leave it held"});
  return false;
}

bool SwitchChanges::friction_is_determined(const Switched& next) {
  const int joint = undetermined_friction(now_.model, now_.workspace.impl().at, next);
  if (joint < 0) return true;
  fail(Code::E0508, {ir::Sort::joint, joint}, undetermined_pressing(now_.scenario.joints[joint]),
       "free what holds the same, or leave friction to joints that share nothing");
  return false;
}

// By how much a row may be off and mean the same: angles by turns, a nut by whole turns on its
// screw.
double SwitchChanges::period(const ConstraintRow& row) const {
  if (row.joint < 0) return 0;
  if (is_angle(row) && row.term_count == 1) return turn;
  const ir::Joint& joint = now_.scenario.joints[row.joint];
  return kind_of(joint).screws && row.term_count == 2 ? std::abs(joint.lead) : 0;
}

// What the row of a held part misses here, m or rad; rows that take what they find, and turns of a
// joint, become part of their shift.
double SwitchChanges::missing(std::size_t k, Switched& next) {
  const ConstraintRow& row = now_.model.rows[k];
  next.shift[k] = 0;
  const double error = row_error(now_.model, k, nullptr, now_.workspace.impl());
  if (row.takes)
    next.shift[k] = -error;
  else if (const double same = period(row); same > 0)
    next.shift[k] = -same * std::round(error / same);
  return error + next.shift[k];
}

// Rows of joints and drives that say where something is must fit, but for rounding and errors of
// integration.
bool SwitchChanges::fit(ir::Part part, Switched& next) {
  const Model& m = now_.model;
  std::string gaps, hint;
  for (std::size_t k = 0; k < m.rows.size(); ++k) {
    const ConstraintRow& row = m.rows[k];
    if (!row.switched || !(row.owner() == part) || !row.position) continue;
    const double error = missing(k, next);
    const double size = std::abs(error) * (is_angle(row) ? m.size : 1);
    if (size <= open * now_.scales.tolerance[now_.layout.q]) continue;
    const char* axis = world_axis(row);
    gaps += (gaps.empty() ? "" : " and ") + gap_text(row, error, axis);
    if (axis && row.joint >= 0) hint = closing_condition(row, axis);
  }
  if (gaps.empty()) return lies_alike(part);
  if (hint.empty()) hint = "let the condition of the `when` be the one that closes it";
  fail(Code::E0710, part, fmt::format("`{}` cannot be held: it is open by {}", name(part), gaps),
       hint + "; a `weld` takes the pose that it finds");
  return false;
}

// Its rows would hold a joint whose axes point against each other, too.
bool SwitchChanges::lies_alike(ir::Part part) {
  const bool joint = part.sort == ir::Sort::joint;
  if (!joint || takes_any_pose(now_.scenario.joints[part.index]) ||
      !is_mirrored(now_.model, now_.workspace.impl().at, now_.scenario.joints[part.index]))
    return true;
  fail(Code::E0710, part,
       fmt::format("`{}` cannot be held: axes of its ends point against each other", name(part)),
       "turn one of the two ends by half a turn; a `weld` takes the pose that it finds");
  return false;
}

std::string SwitchChanges::closing_condition(const ConstraintRow& row, const char* axis) const {
  const ir::Joint& joint = now_.scenario.joints[row.joint];
  const auto& frames = now_.scenario.frames;
  const bool falls = row_rate(row, now_.workspace.impl().at) < 0;
  return fmt::format("a condition such as `{0}.{2} {3} {1}.{2}` is located where it closes",
                     frames[joint.second.index].name, frames[joint.first.index].name, axis,
                     falls ? "<" : ">");
}

// Positions onto what is held, by next to nothing, and velocities by the impulse that it takes.
bool SwitchChanges::strike() {
  const Model& m = now_.model;
  const bool holds =
      std::ranges::any_of(asked_, [](const ir::Switch& s) { return s.on && constrains(s.part); });
  VelocityJump jump;
  if (holds) {
    project_positions(m, now_.t, now_.y.data(), &now_.mode, now_.workspace);
    if (!jump_velocities(m, now_.t, now_.y.data(), now_.mode, jump, now_.workspace)) {
      fail(Code::E0710, asked_.front().part, "the speeds that are held contradict each other",
           "free the one before the other is held");
      return false;
    }
    now_.y[now_.layout.input] += jump.work;
    now_.y[now_.layout.damping] += jump.lost;
    now_.run.kicks.add(now_.run.size(), jump.multipliers);
    tell_others(jump);
  }
  tell(jump);
  return true;
}

// Drives that are not switched, and whose speeds jump at this very instant.
void SwitchChanges::tell_others(VelocityJump jump) {
  std::erase_if(jump.impulses, [this](const DriveImpulse& blow) {
    return std::ranges::any_of(asked_, [&](const ir::Switch& s) {
      return s.part.sort == ir::Sort::drive && s.part.index == blow.drive;
    });
  });
  tell_driven_jumps(now_, jump.impulses);
}

void SwitchChanges::switch_contacts() {
  for (const ir::Switch& s : asked_) {
    if (s.part.sort == ir::Sort::contact && !now_.over)
      s.on ? changes_.engage(s.part.index) : changes_.free(s.part.index);
    if (s.part.sort != ir::Sort::joint) continue;
    for (int pin = 0;; ++pin) {
      const int friction = bearing_of(now_.model, s.part.index, pin);
      if (friction < 0) break;
      changes_.switch_friction(friction, s.on);
    }
  }
}

// J, of the springs that are switched so: with them it comes from outside, and goes there.
double SwitchChanges::stored_in_switched(bool on) {
  double sum = 0;
  for (const ir::Switch& s : asked_)
    if (s.part.sort == ir::Sort::spring && s.on == on)
      sum += stored_energy(now_.model.springs[s.part.index], now_.workspace.impl().at);
  return sum;
}

void SwitchChanges::tell(const VelocityJump& jump) {
  for (const ir::Switch& s : asked_) {
    if (s.part.sort == ir::Sort::contact) continue;  // tells it itself
    double size = 0;
    std::string note;
    if (s.on && constrains(s.part)) {
      const Impulse impulse = impulse_of(s.part, jump);
      note = text_of(s.part, impulse, size);
    }
    const char* what = !s.on ? "freed" : constrains(s.part) ? "held" : "engaged";
    now_.recorder.log(now_.t, what, name(s.part), size, note);
  }
}

// On the second end of a joint, in world axes and about that end; of a drive in its coordinate, or
// in world axes.
SwitchChanges::Impulse SwitchChanges::impulse_of(ir::Part part, const VelocityJump& jump) {
  std::vector<double> yp(now_.layout.size, 0.0);
  std::copy(jump.multipliers.begin(), jump.multipliers.end(), yp.begin() + now_.layout.lam);
  const Instant at{now_.t, now_.y.data(), yp.data(), &now_.mode};
  const bool drive = part.sort == ir::Sort::drive;
  const SlotKind kind = drive ? SlotKind::drive_effort : SlotKind::joint_reaction;
  Impulse parts{};
  const int count = is_one_number(part) ? 1 : now_.layout.spatial() ? 6 : 3;
  for (int i = 0; i < count; ++i)
    parts[i] = slot_value(now_.model, {kind, part.index, i, 0}, at, now_.workspace);
  return parts;
}

bool SwitchChanges::is_one_number(ir::Part part) const {
  return part.sort == ir::Sort::drive &&
         !(now_.layout.spatial() && is_vector(now_.scenario.drives[part.index]));
}

std::string SwitchChanges::text_of(ir::Part part, const Impulse& p, double& size) const {
  if (is_one_number(part)) {
    size = p[0];
    return fmt::format("impulse {:.6g} {}", size,
                       impulse_unit(now_.model, now_.scenario.drives[part.index]));
  }
  if (now_.layout.spatial()) {
    const Vector3 force(p[0], p[1], p[2]), torque(p[3], p[4], p[5]);
    size = force.norm();
    return fmt::format("impulse {} N*s, {} N*m*s", vector_text(force, size),
                       vector_text(torque, torque.norm() + size * now_.model.size));
  }
  size = std::hypot(p[0], p[1]);
  return fmt::format("impulse ({:.6g}, {:.6g}) N*s, {:.6g} N*m*s", p[0], p[1], p[2]);
}

}  // namespace mbs
