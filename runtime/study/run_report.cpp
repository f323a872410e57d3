#include "runtime/study/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/equations/shared_loads.hpp"
#include "runtime/model/failure.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/results/audit_report.hpp"
#include "runtime/results/film.hpp"
#include "runtime/results/quantity_text.hpp"
#include "runtime/scales/scales.hpp"
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
Diagnostic complaint_of(const RunWarning& warning, int digits) {
  const std::string times =
      warning.count == 1 ? "once, at" : fmt::format("{} times, first at", warning.count);
  const std::string subject = warning.subject.empty() ? "" : fmt::format("`{}`: ", warning.subject);
  return {warning.code,
          fmt::format("{}{} ({} t = {} s)", subject, warning.message, times,
                      number_text(warning.first_t, digits)),
          {},
          {},
          {},
          {},
          {}};
}

namespace {

// Points at the `simulate` where nothing closer is to blame. Runs share one time limit, which is
// what the message names.
Diagnostic failure_of_run(const Run& run, const ir::Simulate& action,
                          const ExecuteOptions& options) {
  Diagnostic d = diagnostic_of(*run.failure);
  if (d.labels.empty() && action.origin.source >= 0) d.labels.push_back({action.origin, ""});
  if (run.termination == Termination::time_limit && options.max_wall_seconds && run.size() > 0) {
    d.message = fmt::format("the time limit of {} s was reached at t = {} s",
                            number_text(*options.max_wall_seconds, options.digits),
                            number_text(run.t.back(), options.digits));
  }
  return d;
}

// No run ends without a word, whatever has been forgotten elsewhere.
Diagnostic unexplained(const Run& run, const ir::Simulate& action) {
  Diagnostic d{Code::E0701, "the run could not begin", {}, {}, {}, {}, {}};
  if (run.size() > 0) d.message = "the run could not go on";
  if (action.origin.source >= 0) d.labels.push_back({action.origin, ""});
  return d;
}

}  // namespace

// What happened, in order; a law's warning stands where it was raised first, with its count.
TableOutput event_log(const Run& run) {
  TableOutput table{"events", true, {{"t", {"s", 1, dim::time}}, {"what", {}}, {"of", {}}}, {}};
  table.columns.push_back({"speed", {"m/s", 1, dim::speed}});
  table.columns.push_back({"note", {}});
  for (const LogEntry& entry : run.log) {
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

namespace {

// For how long it was IDA, if not all the time, and why.
std::string who_took_steps(const Run& run) {
  const std::string share =
      run.size() > 0 ? share_of_ida(run.stretches, run.t.back()) : std::string();
  if (share.empty() || run.method_note.empty()) return share + run.method_note;
  return share + ": " + run.method_note;
}

}  // namespace

RunSummary summary_of(const Run& run, const ir::Scenario& scenario) {
  RunSummary summary;
  summary.termination = text_of(run.termination);
  summary.samples = run.size();
  if (run.size() > 0) summary.from = run.t.front(), summary.to = run.t.back();
  for (std::size_t i = 0; i < run.impacts.size() && i < scenario.contacts.size(); ++i) {
    const auto& impacts = run.impacts[i];
    const bool open = !impacts.empty() && !impacts.back().closed;
    summary.contacts.push_back({scenario.contacts[i].name, impacts.size(), open});
  }
  summary.counters = counters_of(run);
  summary.unknowns = run.samples.unknowns();
  summary.kept_unknowns = run.samples.kept();
  summary.recorded_bytes = run.recorded_bytes();
  summary.method = run.method;
  summary.method_note = who_took_steps(run);
  summary.tolerances = tolerances_in_words(run);
  summary.shared_loads = joints_that_share(*run.model);
  summary.largest_drift = run.max_drift();
  summary.energy_error = run.energy.largest_error();
  if (run.size() > 0) summary.audits = audit_summary(run);
  return summary;
}

void report_run(Execution& now, const ir::Simulate& action, bool no_start, bool goes_on) {
  const Run& run = *now.run();
  for (const RunWarning& warning : gathered(run.warnings))
    now.report(complaint_of(warning, now.options.digits));
  if (run.failure && !no_start) now.report(failure_of_run(run, action, now.options));
  if (run.termination == Termination::failed && !run.failure && !no_start)
    now.report(unexplained(run, action));
  for (const Diagnostic& d : audit_warnings(run, action.origin)) now.report(d);
  const bool limit =
      run.termination == Termination::time_limit || run.termination == Termination::memory_limit;
  now.outcome.cut |= limit;
  const bool broke = limit || run.termination == Termination::failed || no_start;
  now.run_ended(broke);
  now.outcome.simulation_failed |= broke;
  now.outcome.interrupted |= run.termination == Termination::interrupted;
  if (run.termination == Termination::interrupted && run.size() > 0) {
    now.note(fmt::format("interrupted at t = {} s; what follows shows the run up to there",
                         number_text(run.t.back(), now.options.digits)));
  }
  const Recording& samples = run.samples;
  if (!samples.whole()) {
    now.note(fmt::format(
        "the record of the run grew beyond {} MB: of {} unknowns it keeps the {} that the results "
        "of the script are made of (`--memory` sets the limit)",
        number_text(static_cast<double>(now.options.memory) / 1e6, now.options.digits),
        samples.unknowns(), samples.kept()));
  }
  now.from(action.origin);
  now.sink.give(summary_of(run, *now.scenario));
  if (now.options.scenes && run.size() > 0)
    now.sink.give(RunScene{scene_of(run, {.continues = goes_on}), now.run()});
  if (now.options.log) now.sink.give(event_log(run));
}

}  // namespace mbs
