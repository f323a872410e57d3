#include "runtime/run/stepped_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lang/scenario/stepping_obstacles.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/run/choose_integrator.hpp"
#include "runtime/scales/speed_scale.hpp"

namespace mbs {

SteppedLoop::SteppedLoop(const Model& model, const SimulationOptions& options, Run& run)
    : now_(model, options, run),
      ending_(now_),
      pace_(now_),
      changes_(model, run, now_.recorder, now_.mode),
      row_changes_(now_, nullptr),
      laws_(model, run, now_.recorder, now_.workspace) {
  run.termination = Termination::finished;
  run.failure.reset();
  run.settings = options;
  for (const ir::Event& event : now_.scenario.events)
    conditions_.emplace_back(model, event.condition);
  run.event_times.resize(now_.scenario.events.size());
  begin();
}

// What keeps this model from going on in these steps.
std::optional<Failure> SteppedLoop::obstacle() {
  if (auto failure = not_for_explicit(now_.scenario, now_.options)) return failure;
  if (const auto found = ir::obstacle_to_stepping(now_.scenario))
    return Failure{Code::E0418, found->origin, found->what, {}, {}};
  place(now_.model, now_.y.data(), now_.workspace.impl().at);
  const double h = stepping().length();
  const Stiffest stiffest = stiffest_spring(now_.model, now_.workspace);
  if (stiffest.squared * h * h > 1) {
    const ir::Spring& spring = now_.scenario.springs[stiffest.spring];
    Failure f{Code::E0418, spring.origin, {}, {}, {}};
    f.message = fmt::format("spring `{}` swings too fast for steps of {:.4g} s", spring.name, h);
    f.hint = fmt::format("`step = {:.2g} s` or less", 0.5 / std::sqrt(stiffest.squared));
    return f;
  }
  return {};
}

void SteppedLoop::begin() {
  Run& run = now_.run;
  const bool continues = run.size() > 0;
  const auto last = run.size() - 1;
  const auto all = [](std::span<const double> from) {
    return std::vector<double>(from.begin(), from.end());
  };
  now_.t = continues ? run.t.back() : 0;
  now_.y = continues ? all(run.y_at(last)) : run.start.y;
  now_.yp = continues ? all(run.yp_at(last)) : run.start.yp;
  pace_.begin();
  if (continues && !run.stepping) return now_.fail_with(other_method(false));
  before_ = run.stepping.value_or(SteppingRecord{});
  run.method = now_.integrator->name();
  run.stepping = before_;
  run.stepping->step = stepping().length();
  // Conditions inside drives and forces are decided anew in each step.
  now_.mode.flags.thaw();
  now_.integrator->start(now_.t, now_.y, now_.yp, 0);
  if (auto failure = obstacle()) return now_.fail_with(std::move(*failure));
  run.scales.speed = now_.scales.speed;
  if (!continues) look_ahead();
  now_.mode_changed();
  if (!continues) record(now_.here());
  for (Condition& condition : conditions_) condition.restart(now_.here(), context());
}

// What is closed at the start, and with which forces, is known by the first step alone.
void SteppedLoop::look_ahead() {
  const double h = stepping().length();
  Stepping first(now_.model, h, now_.mode, now_.workspace);
  first.start(now_.t, now_.y, now_.yp, 0);
  const StepStatus status = first.step(now_.t + h);
  now_.workspace.failure.reset();  // which the run will meet itself
  if (status != StepStatus::stop) return;
  now_.yp.assign(first.previous_yp(), first.previous_yp() + now_.layout.size);
  changes_.close_first(first.contacts(), now_.here());
  now_.integrator->start(now_.t, now_.y, now_.yp, 0);
}

void SteppedLoop::record(Instant now) {
  now_.recorder.add(now, now_.mode);
  Placement& at = now_.workspace.impl().at;
  place(now_.model, now.y, at);
  now_.run.energy.set_floor(now_.scales.energy);
  now_.run.energy.add(now.t, energies_placed(now_.model, now.y, now_.workspace));
  if (!now_.model.groups.empty()) note_depths(now_.model, now_.mode, now.t, at, now_.run.audit);
  now_.overlap_audit.look(now, now_.mode);
  if (now_.layout.positions > 0)
    note_drift(now_.model, now_.scales, now.t,
               placed_drift(now_.model, now.t, nullptr, now_.workspace), now_.run.audit);
  if (now_.options.on_sample) now_.options.on_sample(now.in(now_.mode), now_.run);
}

// Rates are constant in a step: both its ends are kept, the first one only where a rate has
// changed.
void SteppedLoop::record_step(bool changed) {
  constexpr double rounding = 1e-9;
  const double* yp = stepping().previous_yp();
  for (int i = now_.layout.v; i < now_.layout.size && !changed; ++i) {
    const double was = now_.yp[i];
    changed = std::abs(yp[i] - was) > rounding * (std::abs(was) + std::abs(yp[i]));
  }
  const Instant end{stepping().time(), stepping().y(), stepping().yp(), &now_.mode};
  if (changed) {
    now_.mode_changed();
    const Instant begin{stepping().previous_time(), stepping().previous_y(), yp, &now_.mode};
    now_.recorder.add(begin, now_.mode);
    if (now_.options.on_sample) now_.options.on_sample(begin, now_.run);
  }
  record(end);
}

void SteppedLoop::take_over() {
  const bool changed = changes_.take_over(stepping());
  record_step(changed);
  now_.take({stepping().time(), stepping().y(), stepping().yp(), &now_.mode});
  row_changes_.follow(now_.here());
  note_unconverged();
}

// `require` and `warn if` of laws that were asked in the last step.
bool SteppedLoop::judge_laws() {
  ContactFinder& finder = stepping().finder();
  for (const StepContact& c : finder.contacts()) {
    if (!c.struck()) continue;
    const ContactKey& key = c.key;
    const LawArguments blow =
        blow_inputs(finder.user(key, now_.workspace), c.approach(), c.sliding_before(), now_.t);
    auto failure = key.group < 0
                       ? laws_.judge(key.first, blow)
                       : laws_.judge(key.group, {.first = key.first, .second = key.second},
                                     finder.model_of(key).own.law, blow);
    if (failure) return now_.fail_with(std::move(*failure)), false;
  }
  return true;
}

void SteppedLoop::note_unconverged() {
  const long now = stepping().stepping_counters().unconverged;
  if (now == unconverged_) return;
  unconverged_ = now;
  auto& warnings = now_.run.warnings;
  const auto told = std::find_if(warnings.begin(), warnings.end(),
                                 [](const RunWarning& w) { return w.code == Code::W0713; });
  if (told != warnings.end()) return void(++told->count);
  warnings.push_back({Code::W0713,
                      "",
                      fmt::format("the contacts of the step at {:.6g} s were not solved to 1e-6 of "
                                  "their impulses",
                                  now_.t),
                      {},
                      1,
                      now_.t});
}

void SteppedLoop::count() {
  now_.count();
  const SteppingCounters& c = stepping().stepping_counters();
  SteppingRecord& r = *now_.run.stepping;
  r.sweeps = before_.sweeps + c.sweeps;
  r.visits = before_.visits + c.visits;
  r.most_sweeps = std::max(before_.most_sweeps, c.most_sweeps);
  r.unconverged = before_.unconverged + c.unconverged;
  r.contacts = before_.contacts + c.contacts;
  r.deepest = std::max(before_.deepest, c.deepest);
}

bool SteppedLoop::proceed(double t_end) {
  if (now_.over || now_.t >= t_end || !pace_.within_limits(t_end)) return false;
  ending_.note_trial();
  const double from = now_.t;
  StepStatus status = now_.integrator->step(t_end);
  if (status == StepStatus::undefined && row_changes_.rescue())
    status = now_.integrator->step(t_end);
  if (status != StepStatus::accepted && status != StepStatus::stop) {
    ending_.fail(status);
    return false;
  }
  take_over();
  if (!judge_laws()) return false;
  fire_true();
  if (!now_.over && !pace_.gets_on(from, t_end)) return false;
  return !now_.over && !halted_ && now_.t < t_end;
}

bool SteppedLoop::step(double t_end) {
  const bool more = proceed(t_end);
  if (now_.run.stepping) count();
  return more;
}

bool SteppedLoop::advance(double t_end, NodeId until) {
  if (!now_.over) now_.run.termination = Termination::finished;
  if (!now_.over) watch_for(until);
  while (!halted_ && proceed(t_end)) {
  }
  if (now_.run.stepping) count();
  until_.reset();
  return !now_.over;
}

// ---- conditions ------------------------------------------------------------------------

void SteppedLoop::watch_for(NodeId until) {
  halted_ = false;
  until_.reset();
  if (!until.valid()) return;
  until_.emplace(now_.model, until);
  until_->restart(now_.here(), context());
  if (until_->value()) fire(conditions_.size());
}

void SteppedLoop::fire(std::size_t condition) {
  if (condition == conditions_.size()) {
    now_.run.termination = Termination::until;
    halted_ = true;
    return;
  }
  now_.run.event_times[condition].push_back(now_.t);
  now_.recorder.log(now_.t, "event", now_.scenario.events[condition].name);
  if (!now_.options.on_event) return;
  count();
  stopped_ = now_.options.on_event(static_cast<int>(condition), now_.run) || stopped_;
}

void SteppedLoop::fire_true() {
  for (std::size_t i = 0; i < conditions_.size(); ++i)
    if (conditions_[i].advance(now_.here(), context())) fire(i);
  if (until_ && until_->advance(now_.here(), context())) fire(conditions_.size());
  if (stopped_ && !now_.over) now_.end(Termination::stopped);
}

}  // namespace mbs
