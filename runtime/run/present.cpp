#include "runtime/run/present.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/elements/energy.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/run/choose_integrator.hpp"

namespace mbs {

namespace {

Mode first_mode(const Run& run) {
  return run.modes.empty() ? run.start.mode : run.modes.last();
}

// The last step that led forward, s; 0: none has.
double last_step(const std::vector<double>& t) {
  for (std::size_t i = t.size(); i-- > 1;)
    if (t[i] > t[i - 1]) return t[i] - t[i - 1];
  return 0;
}

}  // namespace

Present::Present(const Model& m, const SimulationOptions& asked, Run& r)
    : model(m),
      scenario(mbs::scenario(m)),
      layout(mbs::layout(m)),
      options(asked),
      run(r),
      workspace(m),
      scales(make_scales(m, r.start, asked, r.size() > 0 ? r.scales.speed : 0, workspace)),
      mode(first_mode(r)),
      integrator(make_integrator(m, asked, scales, mode, workspace)),
      segment(*integrator, layout.size),
      recorder(r, m, asked),
      drive_audit(m, scales, r.audit.drives),
      overlap_audit(m, r.audit.overlaps),
      before_(r.counters),
      some_y_(layout.size),
      some_yp_(layout.size) {
  drive_audit.run_to((r.size() > 0 ? r.t.back() : 0) + asked.duration);
  if (r.size() == 0) return;
  keep_states(m, r.state_scales, scales);
  drive_audit.go_on(r.t.back(), last_step(r.t));
}

void Present::take(Instant now) {
  t = now.t;
  y.assign(now.y, now.y + layout.size);
  yp.assign(now.yp, now.yp + layout.size);
}

// How long the piece of the last step is, s, that a sample there ends; 0: it ends none.
double Present::piece_before(double end) const {
  if (run.size() == 0) return 0;
  const double from = run.t.back();
  const bool within = from >= integrator->previous_time() && end <= integrator->time();
  return within && from < end ? end - from : 0;
}

void Present::note_bends(double length) {
  if (length > 0 && !integrator->integrals().empty())
    run.bends.add(run.size(), integrator->integrals(), integrator->off_cubics(length));
}

// use(instant) at three places within a piece of the last step that ends there.
template <class Use>
void Present::look_within(double end, double length, const Use& use) {
  constexpr int looks = 3;
  const double from = end - length;
  for (int k = 1; k <= looks; ++k) {
    const double at = from + k * length / (looks + 1);
    if (from < at && at < end && integrator->interpolate(at, some_y_.data(), some_yp_.data()))
      use(Instant{at, some_y_.data(), some_yp_.data()});
  }
}

// Explicit steps are some three times as long as others: what listens to samples has as many looks
// between them, unless the script says how long a step may be.
void Present::hand_on_within(double end, double length) {
  if (!options.on_sample || options.max_step || !integrator->exact_rates() || !(length > 0)) return;
  look_within(end, length, [&](Instant within) { options.on_sample(within.in(mode), run); });
}

// A step may exchange much and be done with it by its end, as one in which a drive turns a body
// from rest to rest: what it misses is judged by that, not by the little that is seen at its ends.
void Present::look_for_exchange(double end, double length) {
  constexpr double much = 0.5;  // of an error that is none
  EnergyBalance seen = run.energy;
  look_within(end, length, [&](Instant within) {
    place(model, within.y, workspace.impl().at);
    seen.add(within.t, energies_placed(model, within.y, workspace, &mode));
  });
  if (seen.largest_error() < much * run.energy.largest_error()) run.energy = seen;
}

// J, what a run has to exchange before a share of it is worth a word. Where nothing moves faster
// than speeds are followed to no share is known to a hundredth: all there is are the errors of
// steps. Works, to which these add up, may err by as many tolerances as joints and drives may.
double Present::least_exchange(double kinetic) {
  constexpr double speeds = 10;                // tolerances that such errors come to
  constexpr double shares = 100, times = 1e3;  // see the audits
  most_kinetic_ = std::max(most_kinetic_, kinetic);
  const bool stands = most_kinetic_ <= speeds * speeds * scales.energy;
  const double works = shares * times * scales.tolerance[layout.input];
  return stands ? std::max(scales.energy, works) : scales.energy;
}

void Present::record(Instant now) {
  constexpr double doubtful = 1e-4;  // of what is exchanged
  const double length = piece_before(now.t);
  hand_on_within(now.t, length);
  note_bends(length);
  Placement& at = workspace.impl().at;
  // At the end of a step without a sine for each body.
  now.y == integrator->y() ? integrator->place(at) : place(model, now.y, at);
  if (layout.spatial()) keep_headings(at);
  recorder.add(now, mode);
  const Energies energies = energies_placed(model, now.y, workspace, &mode);
  run.energy.set_floor(least_exchange(energies.kinetic));  // which may follow the motion
  run.energy.add(now.t, energies);
  drive_audit.add(now.t, at, mode);
  if (!model.groups.empty()) note_depths(model, mode, now.t, at, run.audit);
  if (length > 0 && run.energy.error(energies) > doubtful) {
    look_for_exchange(now.t, length);
    place(model, now.y, at);
  }
  if (options.on_sample) options.on_sample(now.in(mode), run);
}

void Present::record_event(bool ends_sliding) {
  if (ends_sliding) {
    for (ContactMode& c : mode.contacts)
      if (c.armed && !c.sticking) c.head(c.ahead, c.slow);
    recorder.amend_mode(mode);
  }
  record(here());
}

// Contacts in space that hardly slide have their way in samples, for the speed does not: those that
// begin to, and those at rest whose friction is all used.
void Present::keep_headings(const Placement& at) {
  bool changed = false;
  for (std::size_t i = 0; i < mode.contacts.size(); ++i) {
    ContactMode& c = mode.contacts[i];
    const bool slides = c.armed && !c.sticking && c.slow > 0;
    const bool heads = slides && slides_ahead(model, static_cast<int>(i), c, at) < c.slow;
    if (!heads && c.heading_slow == 0) continue;  // nor did it before
    const ContactMemory before = c;
    heads ? c.head(c.ahead, c.slow) : c.forget_heading();
    changed |= !(static_cast<const ContactMemory&>(c) == before);
  }
  if (changed) recorder.mode_changed();
}

void Present::mode_changed() {
  recorder.mode_changed();
  weights_stale = true;
}

void Present::count() {
  SolverCounters now = integrator->counters();
  if (options.integrator == ir::IntegratorKind::explicit_steps)  // all of them are
    now.explicit_steps = now.steps, now.evaluations = now.residuals;
  Counters& c = run.counters;
  c.steps = before_.steps + now.steps;
  c.residuals = before_.residuals + now.residuals;
  c.jacobians = before_.jacobians + now.jacobians;
  c.factorizations = before_.factorizations + now.factorizations;
  c.newton_iterations = before_.newton_iterations + now.newton_iterations;
  c.error_test_failures = before_.error_test_failures + now.error_test_failures;
  c.restarts = before_.restarts + now.restarts;
  c.explicit_steps = before_.explicit_steps + now.explicit_steps;
  c.evaluations = before_.evaluations + now.evaluations;
  c.law_evaluations = before_.law_evaluations + workspace.law_evaluations;
}

void Present::end(Termination why) {
  over = true;
  running = false;
  run.termination = why;
  count();
  const bool time = why == Termination::time_limit, memory = why == Termination::memory_limit;
  if (!time && !memory) return;
  Failure failure;
  failure.code = time ? Code::E0702 : Code::E0704;
  failure.message =
      time ? fmt::format("the time limit of {:g} s was reached at t = {:.6g} s",
                         options.max_wall_seconds.value_or(0), t)
           : fmt::format("the record of the run{} reached the limit of {:g} MB at t = {:.6g} s",
                         options.beside && options.beside() > 0 ? ", with its kept signals," : "",
                         static_cast<double>(options.most_memory) / 1e6, t);
  if (memory) failure.hint = "`--memory` sets the limit";
  failure.notes.push_back(
      fmt::format("{} steps so far; what was computed is kept", run.counters.steps));
  run.failure = std::move(failure);
}

namespace {

// What explicit steps alone could not pass IDA may.
void suggest_both(Failure& failure) {
  if (failure.code != Code::E0701 && failure.code != Code::E0605) return;
  constexpr const char* both =
      "with `auto` in place of `explicit` IDA may go on where these cannot";
  if (!failure.hint)
    failure.hint = both;
  else
    failure.notes.push_back(fmt::format("explicit steps alone were asked for: {}", both));
}

}  // namespace

void Present::fail_with(Failure failure) {
  end(Termination::failed);
  if (options.integrator == ir::IntegratorKind::explicit_steps) suggest_both(failure);
  run.failure = std::move(failure);
}

}  // namespace mbs
