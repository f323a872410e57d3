#include "runtime/study/sweep_actions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/study/gather.hpp"
#include "runtime/study/pass_runner.hpp"

namespace mbs {

namespace {

// Hands a pass's output on and says of each diagnostic which pass it belongs to.
class PassLabels : public RelaySink {
 public:
  PassLabels(Sink& target, const ir::Pass& pass)
      : RelaySink(&target), parameters_(parameters_of(pass)) {}
  std::string give(Output output) override {
    if (auto* diagnostic = std::get_if<Diagnostic>(&output)) label(*diagnostic);
    if (auto* inner = std::get_if<PassStart>(&output))
      inner->values = parameters_ + (inner->values.empty() ? "" : ", " + inner->values);
    return RelaySink::give(std::move(output));
  }

 private:
  void label(Diagnostic& diagnostic) const {
    if (diagnostic.labels.empty())
      diagnostic.message += ", in the pass with " + parameters_;  // stays one line
    else
      diagnostic.notes.push_back("in the pass with " + parameters_);
  }

  std::string parameters_;
};

void gather(std::vector<GainedPicture>& all, std::vector<GainedPicture>& of_pass,
            const ir::Pass& pass) {
  for (GainedPicture& gained : of_pass) {
    name_values(gained.output, pass);
    gather(all, gained);
  }
}

}  // namespace

Study SweepActions::study_at(const ir::Sweep& sweep, std::size_t place) const {
  const std::size_t before = passes_before(place);
  ExecuteOptions of_pass = now_.options;
  of_pass.jobs = 1;
  of_pass.progress = {};
  of_pass.pass_runner = nullptr;
  of_pass.gathers = true;
  of_pass.begun = now_.begun();
  Study study(execute_);
  study.action = place;
  study.passes = sweep.passes.size();
  study.tables = now_.tables;
  study.jobs = now_.options.jobs;
  study.name_of = [](std::size_t pass) { return std::to_string(pass); };
  study.scenario_of = [&sweep, before, of_pass](std::size_t pass) {
    PassScenario made{sweep.passes[pass].scenario, {}, of_pass};
    made.options.place.passes.push_back(before + pass + 1);
    made.options.place.values = parameters_of(sweep.passes[pass]);
    return made;
  };
  return study;
}

std::optional<Study> SweepActions::study_of(std::size_t action) const {
  const auto& actions = now_.scenario->actions;
  const auto* sweep = action < actions.size() ? std::get_if<ir::Sweep>(&actions[action]) : nullptr;
  if (!sweep) return std::nullopt;
  return study_at(*sweep, action);
}

// How many passes the sweeps have that stand before this one.
std::size_t SweepActions::passes_before(std::size_t place) const {
  std::size_t passes = 0;
  for (std::size_t i = 0; i < place; ++i) {
    const auto* earlier = std::get_if<ir::Sweep>(&now_.scenario->actions[i]);
    const auto late = late_counts_.find(i);
    if (earlier) passes += late == late_counts_.end() ? earlier->passes.size() : late->second;
  }
  return passes;
}

std::size_t SweepActions::place_of(const ir::Sweep& sweep) const {
  const auto& actions = now_.scenario->actions;
  const auto found = std::find_if(actions.begin(), actions.end(), [&](const ir::Action& action) {
    return std::get_if<ir::Sweep>(&action) == &sweep;
  });
  return static_cast<std::size_t>(found - actions.begin());
}

namespace {

// A pass needs a number of its own.
void check_values(const std::vector<double>& values, const ir::LateClause& clause,
                  Diagnostics& complaints) {
  if (values.empty())
    complaints.add(Code::E0310, clause.origin,
                   fmt::format("`sweep` needs at least one value, but `{}` is empty", clause.text));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    complaints.add(Code::E0310, clause.origin,
                   fmt::format("`sweep` needs finite numbers, but item {} of `{}` is {}", i + 1,
                               clause.text, std::isnan(values[i]) ? "missing" : "infinite"));
    return;
  }
}

}  // namespace

// The sweep with the passes that what was run before it asks for.
std::optional<ir::Sweep> SweepActions::made_now(const ir::Sweep& sweep) {
  LateValues late{sweep.number, {}};
  Results& seen = now_.results();
  if (!now_.options.late_passes)
    now_.complaints.add(Code::E0306, sweep.origin,
                        "the values of this sweep come from a run, and nothing is run here");
  for (const ir::LateClause& clause : sweep.late) {
    late.values.push_back(seen.rows(clause.node, clause.list));
    if (!now_.complaints.has_errors()) check_values(late.values.back(), clause, now_.complaints);
  }
  if (!now_.settle()) return std::nullopt;
  ir::LatePasses made = now_.options.late_passes(late);
  for (const Diagnostic& problem : made.diagnostics.sorted())
    if (info(problem.code).severity == Severity::error) now_.complaints.add(problem);
  if (!now_.settle()) return std::nullopt;
  late_counts_[place_of(sweep)] = made.passes.size();
  return ir::Sweep{std::move(made.passes), {}, sweep.number, sweep.more, sweep.origin};
}

void SweepActions::sweep(const ir::Sweep& asked) {
  if (now_.broken()) return;
  const std::size_t place = place_of(asked);
  const auto late = asked.late.empty() ? std::nullopt : made_now(asked);
  if (!late && !asked.late.empty()) return;
  const ir::Sweep& action = late ? *late : asked;
  Study study = study_at(action, place);
  study.made_late = late.has_value();
  Gained gained;
  UnrepeatedSink shown;
  shown.aim(now_.sink);
  const auto done = [&](std::size_t i, PassResult& result) {
    now_.sink.give(PassStart{parameters_of(action.passes[i])});
    PassLabels labels(shown, action.passes[i]);
    result.output.replay(labels);
    now_.outcome.merge(result.outcome);
    films_.keep(std::move(result.gained.films));
    gather(gained.tables, result.gained.tables);
    gather(gained.pictures, result.gained.pictures, action.passes[i]);
  };
  ThreadedPasses threads;
  PassRunner& runner = now_.options.pass_runner ? *now_.options.pass_runner : threads;
  runner.run(study, done);
  now_.sink.give(PassStart{});
  shown.tell_repeated(now_.sink);
  tables_.keep(std::move(gained.tables), action.more);
  plots_.keep(std::move(gained.pictures));
}

}  // namespace mbs
