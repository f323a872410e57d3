#include "runtime/forward/auto_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "lang/expression/walk.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/forward/forward_by_joints.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

namespace {

// What steps cost, in steps of IDA, counted in machine instructions: docs/benchmarks.md. Rows are
// those of loops, in space of all joints where bodies have places of their own; in joint
// coordinates there rows make a step of IDA as much dearer as an evaluation.
constexpr double per_explicit_step = 0.4;
constexpr double per_evaluation = 0.1, per_evaluation_by_joints_in_space = 0.15;
constexpr double per_evaluation_in_space = 0.3, per_row = 0.035;
constexpr double per_step = 0.5, per_residual = 0.3, per_factorization = 0.8;
constexpr double part_of_explicit = 0.05;  // a first step of IDA
// The highest of formulas on what is to settle: those above are not stable where a contact rings,
// and may keep it ringing for ever.
constexpr int settling_order = 2;
constexpr double bounded_as_well = 2 * (per_step + per_residual);

double cost_of_evaluation(const Model& m) {
  const bool in_space = m.layout.spatial();
  const bool by_joints = !in_space || ForwardByJoints::suits(m);
  if (in_space && by_joints) return per_evaluation_by_joints_in_space;
  const auto rows = std::ranges::count_if(
      m.rows, [&](const ConstraintRow& row) { return !by_joints || !row.tree; });
  return (in_space ? per_evaluation_in_space : per_evaluation) +
         per_row * static_cast<double>(rows);
}

bool tells_speed(const ir::Scenario& s, const Slot& slot) {
  switch (slot.kind) {
    case SlotKind::body_coordinate:
    case SlotKind::joint_coordinate:
      return slot.order == 1;
    case SlotKind::body_spin:
      return slot.order == 0;
    case SlotKind::spring_force:
      return s.springs[slot.entity].damping != 0;
    case SlotKind::energy:
      return slot.index == static_cast<int>(EnergySignal::kinetic);
    default:
      return false;
  }
}

// A condition, or what else jumps. What bends alone, as abs, min, max and clamp do, pulls to
// neither side of its bend.
bool may_jump(const Node& node) {
  if (node.op == Op::floor) return true;
  if (node.op == Op::lookup) return Graph::part_of(node).order > 0;  // slopes jump, tables do not
  return node.op == Op::watch || node.op == Op::less || node.op == Op::less_equal ||
         node.op == Op::equal;
}

// Where a speed decides which side of a jump a force is on, and not only how large it is there.
bool switches_with_speed(const ir::Scenario& s, NodeId value) {
  if (!value.valid()) return false;
  const auto by_speed = [&](NodeId operand) {
    return operand.valid() &&
           std::ranges::any_of(s.graph.slots_used(operand),
                               [&](const Slot& slot) { return tells_speed(s, slot); });
  };
  return std::ranges::any_of(reachable(s.graph, {&value, 1}), [&](NodeId id) {
    const Node& node = s.graph[id];
    return may_jump(node) && (by_speed(node.a) || by_speed(node.b));
  });
}

}  // namespace

AutoSteps::AutoSteps(const Model& model, const Scales& scales, const Mode& mode,
                     Workspace& workspace)
    : m_(model),
      scales_(scales),
      mode_(mode),
      w_(workspace),
      explicit_(model, scales, mode, workspace),
      now_(&explicit_),
      per_evaluation_(cost_of_evaluation(model)) {
  why_alone_ = better_by_ida(model);
  now_ = &next();
}

// Where drives give all of a motion IDA's steps are as long and cost half. Bristles and the like
// are stiff by what they are, and what they hold is to stand still; so is friction that a script
// writes by the sign of a speed.
std::string better_by_ida(const Model& model) {
  const int coordinates = model.tree.used() ? model.tree.coordinates : 0;
  const auto& unknowns = model.tree.prescribed.unknowns;
  const auto is_speed = [&](int i) { return i >= coordinates && i < model.tree.motion(); };
  if (coordinates > 0 && std::ranges::none_of(unknowns, is_speed))
    return "drives give all of the motion";
  const ir::Scenario& s = *model.scenario;
  for (const ir::Force& force : s.forces)
    if (std::ranges::any_of(force.value, [&](NodeId v) { return switches_with_speed(s, v); }))
      return fmt::format("`{}` may switch with a speed, for ever where that is 0", force.name);
  for (std::size_t c = 0; c < model.contacts.size(); ++c) {
    const LawTapes& law = model.laws[model.contacts[c].own.law];
    if (law.friction && law.states > 0)
      return fmt::format("the friction of `{}` has states",
                         site_of(model, static_cast<int>(c)).name);
  }
  return {};
}

// The first reason stays.
void AutoSteps::leave_to_ida(const std::string& why) {
  if (!hopeless()) why_alone_ = why;
}

// Where they have just failed: what they say of it is not kept for long.
void AutoSteps::note_lack() {
  if (explicit_.lacks_inertia() && w_.failure) leave_to_ida(w_.failure->message);
}

Integrator& AutoSteps::ida() {
  if (!ida_) {
    ida_ = std::make_unique<MotionSolver>(m_, mode_, w_);
    ida_->set_max_step(max_step_);
  }
  return *ida_;
}

// Rigid contacts that are closed are held by multipliers, which are IDA's.
// What is closed and was not struck rests from the start: there is no impact to follow, and what
// explicit steps leave of ringing a contact without losses keeps, under IDA for ever more.
bool AutoSteps::any_held() const {
  if (any_pressed(mode_)) return true;
  const double gently = scales_.least_speed();
  for (int c = 0; c < m_.layout.touching; ++c) {
    const ContactMode& mode = mode_.contacts[c];
    if (mode.armed && mode.v_impact <= gently) return true;
  }
  return false;
}

// An event may have put a contact to rest, or freed the last one.
Integrator& AutoSteps::next() {
  if (hopeless()) return ida();
  race_.hold(any_held());
  race_.rest(explicit_.any_rests());
  if (race_.implicit()) return ida();
  return explicit_;
}

// Steps of IDA fail where they begin farther off the constraints than they may err, and in slow
// motion speeds are by rounding. Where loops hardly hold independently of each other the way back
// would lead far along what they leave free.
std::span<const double> AutoSteps::on_constraints(double t, std::span<const double> y) {
  const bool in_joints = !m_.layout.spatial() || ForwardByJoints::suits(m_);
  const bool by_tree = in_joints && std::ranges::all_of(m_.rows, &ConstraintRow::tree);
  if (explicit_.nearly_singular() || by_tree || m_.rows.empty()) return y;
  on_constraints_.assign(y.begin(), y.end());
  const auto failure = w_.failure;
  const double before = project(m_, t, on_constraints_.data(), &mode_, w_);
  w_.failure = failure;
  mbs::place(m_, on_constraints_.data(), w_.impl().at);
  const bool nearer = placed_drift(m_, t, &mode_, w_).largest <= before;
  return nearer ? std::span<const double>(on_constraints_) : y;
}

void AutoSteps::bound_order() const {
  if (now_ != &explicit_)
    ida_->set_max_order(race_.settles() ? settling_order : IdaSolver::highest_order);
}

StepStatus AutoSteps::start(double t, std::span<const double> y, std::span<const double> yp,
                            double first_step) {
  const Integrator* const was = now_;
  const bool after_ida = hands_over_ && was != &explicit_;
  if (!std::exchange(hands_over_, false)) race_.event();
  now_ = &next();
  const bool after_explicit = was == &explicit_ && now_ != was;
  now_->set_max_step(max_step_);
  before_ = now_->counters();
  if (!now_->ready()) return StepStatus::failed;
  if (after_explicit) y = on_constraints(t, y);
  // Nobody has estimated one where explicit steps were expected to go on.
  if (now_ != &explicit_ && std::isinf(first_step))
    first_step = part_of_explicit * was->last_step();
  start_ = now_->start(t, y, yp, first_step);
  if (now_ == &explicit_ && start_ != StepStatus::accepted) note_lack();
  bound_order();
  // The accelerations of the sample here are those of a polynomial, so reports have a cubic up to
  // the next one: no longer than those before.
  if (after_ida && now_ == &explicit_) explicit_.take_over(ida_->last_step());
  return now_ == &explicit_ ? StepStatus::accepted : start_;
}

void AutoSteps::set_max_step(double seconds) {
  max_step_ = seconds;
  now().set_max_step(seconds);
}

StepYield AutoSteps::yield() {
  const SolverCounters all = now().counters();
  StepYield out;
  out.length = now().last_step();
  const auto evaluations = static_cast<double>(all.residuals - before_.residuals);
  if (now_ == &explicit_) {
    out.cost = per_explicit_step + per_evaluation_ * evaluations;
    // The steps of IDA would be bounded as well, and cost no less than half.
    const bool as_for_all = out.length == max_step_ && out.cost < bounded_as_well;
    out.held_back = explicit_.held_back() && !as_for_all;
  } else {
    const auto factorizations = static_cast<double>(all.factorizations - before_.factorizations);
    out.cost = per_step + per_residual * evaluations + per_factorization * factorizations;
  }
  before_ = all;
  return out;
}

StepStatus AutoSteps::step(double stop) {
  const StepStatus status = start_ == StepStatus::accepted ? now().step(stop) : start_;
  if (now_ != &explicit_ && hopeless()) return status;
  if (status == StepStatus::accepted || status == StepStatus::stop) {
    // What rested may have opened without a new start: the race is on from here, and no step of
    // IDA is one of explicit steps.
    const StepYield got = yield();
    const bool freed = now_ != &explicit_ && !race_.implicit();
    hands_over_ = freed || race_.took(got);
    if (!race_.settles()) bound_order();
  } else if (now_ == &explicit_ && !explicit_.nearly_singular()) {
    note_lack();
    race_.gave_up();
    hands_over_ = true;
  }
  if (hands_over_) next();
  return status;
}

SolverCounters AutoSteps::counters() const {
  SolverCounters all = explicit_.counters();
  all.explicit_steps = all.steps;
  all.evaluations = all.residuals;
  if (ida_) all += ida_->counters();
  return all;
}

}  // namespace mbs
