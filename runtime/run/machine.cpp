// A step: limits, start of the solver, what happened in it, its end.
#include "runtime/run/machine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/equations/consistency.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/run/choose_integrator.hpp"
#include "runtime/run/warnings.hpp"
#include "runtime/scales/speed_scale.hpp"

namespace mbs {

namespace {

constexpr int most_events = 10000;  // in one step; beyond it something flips for ever

}  // namespace

Machine::Machine(const Model& model, const SimulationOptions& options, Run& run)
    : now_(model, options, run),
      law_watch_(model, run, now_.recorder, now_.workspace),
      impacts_(model, run),
      contacts_(model, now_.scales, now_.mode, impacts_, now_.workspace),
      sticking_(model, now_.scales, now_.mode, now_.workspace),
      rigid_(model, now_.scales, now_.mode, now_.workspace),
      watch_(model, now_.mode, now_.options.duration, now_.workspace),
      ending_(now_),
      restart_(now_, ending_),
      rigid_changes_(
          now_, {contacts_, impacts_, rigid_, restart_, ending_, law_watch_, sticking_, watch_}),
      contact_changes_(now_, parts()),
      group_changes_(now_, law_watch_, restart_),
      watch_changes_(now_, parts(), contact_changes_),
      switch_changes_(now_, parts(), contact_changes_),
      row_changes_(now_, &restart_),
      lingering_(now_, restart_),
      occurrences_(now_, parts(),
                   {contact_changes_, group_changes_, watch_changes_, switch_changes_,
                    rigid_changes_, rigid_}),
      pace_(now_),
      landing_(now_, contacts_),
      can_drift_(!std::ranges::all_of(now_.model.rows, &ConstraintRow::tree)) {
  run.termination = Termination::finished;
  run.failure.reset();
  run.settings = options;
  if (options.first_penetration) contacts_.begin_by_steps(*options.first_penetration);
  begin();
}

void Machine::begin() {
  Run& run = now_.run;
  const bool continues = run.size() > 0;
  const auto last = run.size() - 1;
  now_.t = continues ? run.t.back() : 0;
  now_.y =
      continues ? std::vector<double>(run.y_at(last).begin(), run.y_at(last).end()) : run.start.y;
  now_.yp = continues ? std::vector<double>(run.yp_at(last).begin(), run.yp_at(last).end())
                      : run.start.yp;
  pace_.begin();
  if (!now_.integrator->ready())
    return now_.fail_with({Code::E0701, {}, "not enough memory for the solver", {}, {}});
  const std::string method = now_.integrator->name();
  run.method = continues ? both_methods(run.method, method) : method;
  run.method_note = why_not_explicit(now_.model, now_.options);
  if (auto failure = only_in_steps(now_.scenario)) return now_.fail_with(std::move(*failure));
  if (continues && run.stepping) return now_.fail_with(other_method(true));
  if (auto failure = not_for_islands(now_.scenario, now_.options))
    return now_.fail_with(std::move(*failure));
  if (auto failure = not_for_explicit(now_.scenario, now_.options))
    return now_.fail_with(std::move(*failure));
  bool blow = false;
  if (!continues && !begin_anew(blow)) return;
  ending_.warn_rounding(keep_above_rounding(now_.model, now_.y.data(), now_.scales), now_.t);
  note_scales();
  now_.mode_changed();
  if (!continues && !blow) now_.record(now_.here());
  now_.overlap_audit.look(now_.here(), now_.mode);
  contacts_.restart(now_.here());
  occurrences_.begin(!continues);
  if (blow && !now_.over) occurrences_.strike();
}

// `blow`: the run begins with one, and this is what it finds.
bool Machine::begin_anew(bool& blow) {
  contact_changes_.begin();
  group_changes_.begin();
  watch_.freeze(-1, now_.here());
  contact_changes_.decide_sticking({});
  blow = rigid_changes_.begin();
  return !now_.over && restart_.begin_here();
}

bool Machine::start_solver(double t_end) {
  contacts_.restart(now_.here());
  group_changes_.restart();
  sticking_.restart(now_.here());
  rigid_.restart(now_.here());
  const double first = restart_.take_first_step(t_end);
  const double longest = pace_.longest_step(now_.y.data(), occurrences_.any_conditions());
  const StepStatus status =
      now_.integrator->start(now_.t, now_.y, now_.yp, std::min(first, longest));
  now_.running = status == StepStatus::accepted;
  if (!now_.running) ending_.fail(status);
  if (now_.running) note_integrator();
  return now_.running;
}

// A sample at which the integrator has changed and nothing else is not an instant of both: its
// accelerations are those of the first. One that has taken no step has taken no part.
void Machine::note_integrator() {
  Run& run = now_.run;
  const bool exact = now_.integrator->exact_rates();
  const auto goes_on = [&] {
    return !run.stretches.empty() && run.stretches.back().exact_rates == exact;
  };
  if (goes_on()) return;
  if (!run.stretches.empty() && run.stretches.back().from >= now_.t) run.stretches.pop_back();
  if (run.stretches.empty()) run.method = now_.integrator->name();
  if (goes_on()) return;
  const bool event = run.size() < 2 || run.t[run.size() - 2] == now_.t;
  constexpr double later = std::numeric_limits<double>::infinity();
  run.stretches.push_back({event || !exact ? now_.t : std::nextafter(now_.t, later), exact});
  run.method = both_methods(run.method, now_.integrator->name());
}

// Another integrator goes on from the end of the last step.
void Machine::hand_over() {
  now_.take(now_.segment.end());
  now_.workspace.failure.reset();
  now_.weights_stale = true;
  now_.running = false;
}

void Machine::renew_weights() {
  std::vector<double>* weights = now_.weights_stale ? now_.integrator->weights() : nullptr;
  now_.weights_stale = false;
  if (weights)
    fill_weights(now_.model, now_.scales, now_.mode,
                 now_.running ? now_.integrator->y() : now_.y.data(), *weights);
}

bool Machine::step(double t_end) {
  const bool more = proceed(t_end);
  count();
  return more;
}

void Machine::count() {
  now_.count();
  if (now_.run.method_note.empty()) now_.run.method_note = now_.integrator->why_alone();
  now_.run.counters.too_deep += contacts_.steps_not_taken() - counted_not_taken_;
  counted_not_taken_ = contacts_.steps_not_taken();
}

bool Machine::proceed(double t_end) {
  if (now_.over || now_.t >= t_end || !pace_.within_limits(t_end)) return false;
  renew_weights();
  const double stop = pace_.next_stop(watch_, t_end);
  if (stop <= now_.t) {
    occurrences_.apply_due();
    return !now_.over && !occurrences_.halted();
  }
  if (!now_.running && !start_solver(t_end)) return false;
  ending_.note_trial();
  Integrator& integrator = *now_.integrator;
  integrator.set_max_step(pace_.longest_step(integrator.y(), occurrences_.any_conditions()));
  const double from = now_.t;
  const StepStatus status = integrator.step(stop);
  if (status == StepStatus::accepted || status == StepStatus::stop)
    traverse();
  else if (integrator.hands_over())
    hand_over();
  else if (!row_changes_.rescue() && !restart_.follow_hops_less() &&
           !restart_.cross_change_point(t_end))
    ending_.fail(status);
  if (!now_.over && !pace_.gets_on(from, t_end)) return false;
  return !now_.over && !occurrences_.halted() && now_.t < t_end;
}

bool Machine::advance(double t_end, NodeId until) {
  if (!now_.over) now_.run.termination = Termination::finished;
  occurrences_.watch_for(until);
  while (!occurrences_.halted() && proceed(t_end)) {
  }
  count();
  occurrences_.forget_until();
  return !now_.over;
}

// What happened in the step that has been accepted.
void Machine::look_through_segment() {
  now_.segment.renew();
  if ((now_.layout.positions > 0 || now_.layout.contacts > 0) && !now_.integrator->leaves_placed())
    now_.integrator->place(now_.workspace.impl().at);
  const double t = now_.segment.to();
  if (can_drift_)
    note_drift(now_.model, now_.scales, t, placed_drift(now_.model, t, &now_.mode, now_.workspace),
               now_.run.audit);
  contacts_.measure(now_.segment);
  group_changes_.measure();
}

void Machine::traverse() {
  look_through_segment();
  landing_.renew();
  double from = now_.segment.from();
  for (int i = 0; i < most_events; ++i) {
    const std::optional<Occurrence> event = occurrences_.next(from);
    if (!event) break;
    from = event->t;
    now_.overlap_audit.follow(now_.segment, from, now_.mode);
    landing_.land(*event);
    occurrences_.apply(*event);
    if (occurrences_.halted() || now_.run.termination == Termination::stopped)
      contacts_.take_stock(now_.here());
    if (!now_.running || now_.over || occurrences_.halted()) return;
  }
  finish_segment();
}

void Machine::finish_segment() {
  const Instant end = now_.segment.end();
  now_.overlap_audit.follow(now_.segment, end.t, now_.mode);
  now_.t = end.t;
  if (contacts_.settle(end)) now_.mode_changed();
  group_changes_.settle(end);
  while (const auto contact = contacts_.take_passed())
    corner_jumps_.note(now_.scenario.contacts[*contact], now_.layout.spatial(), end.t, now_.run,
                       now_.recorder, now_.options);
  sticking_.settle(end);
  rigid_.settle(end);
  now_.record(end);
  if (auto failure = law_watch_.check(end.in(now_.mode), contacts_)) {
    now_.take(end);
    now_.fail_with(std::move(*failure));
  }
  if (!now_.over) rigid_changes_.check(end);
  if (!now_.over) contact_changes_.settle();
  if (!now_.over) follow_motion(end);
  if (!now_.over && now_.running) row_changes_.follow(end);
  if (!now_.over && now_.running) lingering_.follow(end);
  if (!now_.over && now_.running && now_.integrator->hands_over()) hand_over();
}

// What is said of the scales of this run is said of its last.
void Machine::note_scales() {
  now_.run.scales = now_.scales;
  now_.run.state_scales = now_.scales.states.size;
}

// Tolerances follow the motion: its speed, and the rounding of where it has come to. Free flight
// may take it a million times as far in one step, and what is followed closer than to its rounding
// ends a run by IDA.
void Machine::follow_motion(Instant end) {
  constexpr long now_and_then = 4;  // steps: speeds grow less than their leeway meanwhile
  constexpr double far = 4;         // times: tolerances have eight roundings at least
  const bool due = looked_++ % now_and_then == 0;
  if (!due && !(end.t > far * looked_at_)) return;
  looked_at_ = end.t;
  const double speed = largest_speed(now_.model, end.y, now_.scales.arms);
  const bool larger = due && follow_states(now_.model, end.y, now_.scales);
  const bool faster = due && outgrown(now_.scales, speed);
  if (faster) follow(now_.model, speed, now_.scales, now_.workspace);
  const Rounding rounding = keep_above_rounding(now_.model, end.y, now_.scales);
  if (!faster && !larger && !rounding.any) return;
  ending_.warn_rounding(rounding, end.t);
  note_scales();
  now_.weights_stale = true;
  if (now_.integrator->takes_weights() || !now_.running)
    return;  // else it has to start anew for it
  now_.take(end);
  now_.running = false;
}

}  // namespace mbs
