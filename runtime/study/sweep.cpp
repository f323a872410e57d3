// Sweeps: the passes of a script over values of its params.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/study/executor.hpp"
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

Study Executor::study_of(const ir::Sweep& sweep, std::size_t place) const {
  const std::size_t before = passes_before(place);
  ExecuteOptions of_pass = options_;
  of_pass.jobs = 1;
  of_pass.progress = {};
  of_pass.pass_runner = nullptr;
  of_pass.gathers = true;
  of_pass.begun = begin_;
  Study study{place, sweep.passes.size(), {}, {}, tables_, options_.jobs};
  study.name_of = [](std::size_t pass) { return std::to_string(pass); };
  study.scenario_of = [&sweep, before, of_pass](std::size_t pass) {
    PassScenario made{sweep.passes[pass].scenario, {}, of_pass};
    made.options.place.passes.push_back(before + pass + 1);
    made.options.place.values = parameters_of(sweep.passes[pass]);
    return made;
  };
  return study;
}

std::optional<Study> Executor::study_of(std::size_t action) const {
  const auto& actions = scenario_->actions;
  const auto* sweep = action < actions.size() ? std::get_if<ir::Sweep>(&actions[action]) : nullptr;
  if (!sweep) return std::nullopt;
  return study_of(*sweep, action);
}

// How many passes the sweeps have that stand before this one.
std::size_t Executor::passes_before(std::size_t place) const {
  std::size_t passes = 0;
  for (std::size_t i = 0; i < place; ++i) {
    const auto* earlier = std::get_if<ir::Sweep>(&scenario_->actions[i]);
    const auto late = late_counts_.find(i);
    if (earlier) passes += late == late_counts_.end() ? earlier->passes.size() : late->second;
  }
  return passes;
}

std::size_t Executor::place_of(const ir::Sweep& sweep) const {
  const auto& actions = scenario_->actions;
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
std::optional<ir::Sweep> Executor::made_now(const ir::Sweep& sweep) {
  LateValues late{sweep.number, {}};
  Results& seen = results();
  if (!options_.late_passes)
    complaints_.add(Code::E0306, sweep.origin,
                    "the values of this sweep come from a run, and nothing is run here");
  for (const ir::LateClause& clause : sweep.late) {
    late.values.push_back(seen.rows(clause.node, clause.list));
    if (!complaints_.has_errors()) check_values(late.values.back(), clause, complaints_);
  }
  if (!settle(seen, complaints_)) return std::nullopt;
  ir::LatePasses made = options_.late_passes(late);
  for (const Diagnostic& problem : made.diagnostics.sorted())
    if (info(problem.code).severity == Severity::error) complaints_.add(problem);
  if (!settle(seen, complaints_)) return std::nullopt;
  late_counts_[place_of(sweep)] = made.passes.size();
  return ir::Sweep{std::move(made.passes), {}, sweep.number, sweep.more, sweep.origin};
}

void Executor::sweep(const ir::Sweep& asked) {
  if (broken()) return;
  const std::size_t place = place_of(asked);
  const auto late = asked.late.empty() ? std::nullopt : made_now(asked);
  if (!late && !asked.late.empty()) return;
  const ir::Sweep& action = late ? *late : asked;
  Study study = study_of(action, place);
  study.made_late = late.has_value();
  Gained gained;
  UnrepeatedSink shown;
  shown.aim(sink_);
  const auto done = [&](std::size_t i, PassResult& result) {
    sink_.give(PassStart{parameters_of(action.passes[i])});
    PassLabels labels(shown, action.passes[i]);
    result.output.replay(labels);
    outcome_.merge(result.outcome);
    keep(std::move(result.gained.films));
    gather(gained.tables, result.gained.tables);
    gather(gained.pictures, result.gained.pictures, action.passes[i]);
  };
  ThreadedPasses threads;
  PassRunner& runner = options_.pass_runner ? *options_.pass_runner : threads;
  runner.run(study, done);
  sink_.give(PassStart{});
  shown.tell_repeated(sink_);
  keep(std::move(gained.tables), action.more);
  keep(std::move(gained.pictures));
}

Gained Executor::take_gained() {
  return {std::exchange(gained_, {}), std::exchange(pictures_, {}), std::exchange(films_, {})};
}

// Tables print after the outermost sweep; inside another they go on gaining rows.
void Executor::keep(std::vector<GainedTable> gained, std::span<const std::int32_t> more) {
  for (GainedTable& table : gained) {
    if (table.table >= 0 && static_cast<std::size_t>(table.table) < tables_.size()) {
      TableRows& rows = tables_[table.table];
      rows.insert(rows.end(), table.output.rows.begin(), table.output.rows.end());
    }
    const bool open = std::ranges::find(more, table.table) != more.end();
    give_or_keep(std::move(table), open);
  }
}

void Executor::keep(std::vector<GainedPicture> pictures) {
  for (GainedPicture& picture : pictures) {
    if (options_.gathers || !picture.output.name.empty())
      gather(pictures_, picture);
    else
      give_picture(std::move(picture));
  }
}

}  // namespace mbs
