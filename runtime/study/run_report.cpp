// What is said of a run when it is over.
#include <fmt/format.h>

#include <algorithm>

#include "runtime/equations/shared_loads.hpp"
#include "runtime/model/failure.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/results/audit_report.hpp"
#include "runtime/results/film.hpp"
#include "runtime/results/quantity_text.hpp"
#include "runtime/study/executor.hpp"
#include "runtime/study/run_counters.hpp"

namespace mbs {

namespace {

const char* text_of(Termination termination) {
  switch (termination) {
    case Termination::finished:
      return "finished";
    case Termination::until:
      return "until";
    case Termination::stopped:
      return "stopped";
    case Termination::interrupted:
      return "interrupted";
    case Termination::time_limit:
      return "time limit";
    case Termination::memory_limit:
      return "memory limit";
    case Termination::failed:
      return "failed";
  }
  return "";
}

// The same warning of several contacts as one: the first to raise it, how many did, which one most.
std::vector<RunWarning> gathered(const std::vector<RunWarning>& all) {
  std::vector<RunWarning> result;
  std::vector<long> contacts, most;
  std::vector<std::string> busiest;
  for (const RunWarning& warning : all) {
    const auto same = std::find_if(result.begin(), result.end(), [&](const RunWarning& w) {
      return w.code == warning.code && w.message == warning.message;
    });
    const auto i = static_cast<std::size_t>(same - result.begin());
    if (same == result.end()) {
      result.push_back(warning);
      contacts.push_back(1), most.push_back(warning.count), busiest.push_back(warning.subject);
      continue;
    }
    same->count += warning.count;
    ++contacts[i];
    if (warning.count > most[i]) most[i] = warning.count, busiest[i] = warning.subject;
  }
  for (std::size_t i = 0; i < result.size(); ++i)
    if (contacts[i] > 1)
      result[i].subject +=
          fmt::format("` and {} more, most often `{}", contacts[i] - 1, busiest[i]);
  return result;
}

}  // namespace

// One line each: a run may have many of them.
Diagnostic Executor::complaint_of(const RunWarning& warning) const {
  const std::string times =
      warning.count == 1 ? "once, at" : fmt::format("{} times, first at", warning.count);
  const std::string subject = warning.subject.empty() ? "" : fmt::format("`{}`: ", warning.subject);
  return {warning.code,
          fmt::format("{}{} ({} t = {} s)", subject, warning.message, times,
                      number_text(warning.first_t, options_.digits)),
          {},
          {},
          {},
          {},
          {}};
}

void Executor::report_nothing_moves(const ir::Simulate& action) {
  Diagnostic d{Code::W0503, "nothing moves in this run: there is no body", {}, {}, {}, {}, {}};
  d.labels.push_back({action.origin, ""});
  d.hint = "declare a body, or `use` the file with the mechanism";
  if (told_of_start_.insert(d.message).second) report(d);
}

// Every run of a mechanism starts alike; what there is to say of that is said once.
void Executor::report_start(const Diagnostics& of_start) {
  for (const Diagnostic& d : of_start.sorted())
    if (told_of_start_.insert(d.message).second) report(d);
}

// Points at the `simulate` where nothing closer is to blame. Runs share one time limit, which is
// what the message names.
Diagnostic Executor::failure_of_run(const ir::Simulate& action) const {
  Diagnostic d = diagnostic_of(*run_->failure);
  if (d.labels.empty() && action.origin.source >= 0) d.labels.push_back({action.origin, ""});
  if (run_->termination == Termination::time_limit && options_.max_wall_seconds &&
      run_->size() > 0) {
    d.message = fmt::format("the time limit of {} s was reached at t = {} s",
                            number_text(*options_.max_wall_seconds, options_.digits),
                            number_text(run_->t.back(), options_.digits));
  }
  return d;
}

void Executor::report_run(const ir::Simulate& action, bool no_start, bool goes_on) {
  for (const RunWarning& warning : gathered(run_->warnings)) report(complaint_of(warning));
  if (run_->failure && !no_start) report(failure_of_run(action));
  if (run_->termination == Termination::failed && !run_->failure && !no_start)
    report_unexplained(action);
  for (const Diagnostic& d : audit_warnings(*run_, action.origin)) report(d);
  const bool limit = run_->termination == Termination::time_limit ||
                     run_->termination == Termination::memory_limit;
  outcome_.cut |= limit;
  run_broken_ = limit || run_->termination == Termination::failed || no_start;
  outcome_.simulation_failed |= run_broken_;
  outcome_.interrupted |= run_->termination == Termination::interrupted;
  if (run_->termination == Termination::interrupted && run_->size() > 0) {
    note(fmt::format("interrupted at t = {} s; what follows shows the run up to there",
                     number_text(run_->t.back(), options_.digits)));
  }
  const Recording& samples = run_->samples;
  if (!samples.whole()) {
    note(fmt::format(
        "the record of the run grew beyond {} MB: of {} unknowns it keeps the {} that the results "
        "of the script are made of (`--memory` sets the limit)",
        number_text(static_cast<double>(options_.memory) / 1e6, options_.digits),
        samples.unknowns(), samples.kept()));
  }
  from(action.origin);
  sink_.give(summary());
  if (options_.scenes && run_->size() > 0)
    sink_.give(RunScene{scene_of(*run_, {.continues = goes_on}), run_});
  if (options_.log) sink_.give(event_log());
}

// No run ends without a word, whatever has been forgotten elsewhere.
void Executor::report_unexplained(const ir::Simulate& action) {
  Diagnostic d{Code::E0701, "the run could not begin", {}, {}, {}, {}, {}};
  if (run_->size() > 0) d.message = "the run could not go on";
  if (action.origin.source >= 0) d.labels.push_back({action.origin, ""});
  report(d);
}

// What happened, in order; a law's warning stands where it was raised first, with its count.
TableOutput Executor::event_log() const {
  TableOutput table{"events", true, {{"t", {"s", 1, dim::time}}, {"what", {}}, {"of", {}}}, {}};
  table.columns.push_back({"speed", {"m/s", 1, dim::speed}});
  table.columns.push_back({"note", {}});
  for (const LogEntry& entry : run_->log) {
    const bool moves = entry.what == "closed" || entry.what == "opened" ||
                       entry.what == "strikes" || entry.what == "opens";
    const bool warns = entry.what == "law warning";
    table.rows.push_back(
        {Cell::number(entry.t), Cell::of_text(entry.what), Cell::of_text(entry.subject),
         moves ? Cell::number(entry.value) : Cell::none(),
         Cell::of_text(warns ? fmt::format("{} (impacts: {})", entry.note, entry.value)
                             : entry.note)});
  }
  return table;
}

RunSummary Executor::summary() const {
  RunSummary summary;
  summary.termination = text_of(run_->termination);
  summary.samples = run_->size();
  if (run_->size() > 0) summary.from = run_->t.front(), summary.to = run_->t.back();
  for (std::size_t i = 0; i < run_->impacts.size() && i < scenario_->contacts.size(); ++i) {
    const auto& impacts = run_->impacts[i];
    const bool open = !impacts.empty() && !impacts.back().closed;
    summary.contacts.push_back({scenario_->contacts[i].name, impacts.size(), open});
  }
  summary.counters = counters_of(*run_);
  summary.unknowns = run_->samples.unknowns();
  summary.kept_unknowns = run_->samples.kept();
  summary.recorded_bytes = run_->recorded_bytes();
  summary.method = run_->method;
  summary.method_note = run_->method_note;
  if (run_->size() > 0 && summary.method_note.empty())
    summary.method_note = share_of_ida(run_->stretches, run_->t.back());
  summary.tolerances = run_->tolerance_note;
  summary.shared_loads = joints_that_share(*run_->model);
  summary.largest_drift = run_->max_drift();
  summary.energy_error = run_->energy.largest_error();
  if (run_->size() > 0) summary.audits = audit_summary(*run_);
  return summary;
}

}  // namespace mbs
