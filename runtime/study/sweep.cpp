// Sweeps: the passes of a script over values of its params.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/study/executor.hpp"
#include "runtime/study/gather.hpp"

namespace mbs {

namespace {

// Hands a pass's output on and says of each diagnostic which pass it belongs to.
class PassSink : public BufferedSink {
 public:
  explicit PassSink(const ir::Pass& pass) : parameters_(parameters_of(pass)) {}
  void diagnostic(const Diagnostic& diagnostic) override {
    Diagnostic told = diagnostic;
    if (told.labels.empty()) {
      told.message += ", in the pass with " + parameters_;  // stays one line
    } else {
      told.notes.push_back("in the pass with " + parameters_);
    }
    BufferedSink::diagnostic(told);
  }
  void pass(const std::string& values) override {
    BufferedSink::pass(values.empty() ? parameters_ : parameters_ + ", " + values);
  }

 private:
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

// A pass is a script of its own: it starts from nothing but the tables so far.
PassResult Executor::execute_pass(const ir::Sweep& sweep, std::size_t pass) const {
  return execute_pass(sweep, pass, passes_before(place_of(sweep)));
}

PassResult Executor::execute_pass(const ir::Sweep& sweep, std::size_t pass,
                                  std::size_t before) const {
  ExecuteOptions of_pass = options_;
  of_pass.jobs = 1;
  of_pass.progress = {};
  of_pass.run_passes = {};
  of_pass.place = {options_.place.passes, parameters_of(sweep.passes[pass])};
  of_pass.place.passes.push_back(before + pass + 1);
  PassSink sink(sweep.passes[pass]);
  Executor executor(sweep.passes[pass].scenario, of_pass, sink);
  executor.in_sweep_ = true;
  executor.begin_ = begin_;
  const std::size_t shared = std::min(tables_.size(), executor.tables_.size());
  std::copy_n(tables_.begin(), shared, executor.tables_.begin());
  executor.execute_all();
  if (executor.outcome_.interrupted) {  // half a pass would look like a whole
    executor.gained_.clear();
    executor.pictures_.clear();
    executor.films_.clear();
  }
  return {std::move(sink), executor.outcome_, std::move(executor.gained_),
          std::move(executor.pictures_), std::move(executor.films_)};
}

// Of the sweeps that stand before this one.
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
  const std::size_t place = place_of(asked), before = passes_before(place);
  const auto late = asked.late.empty() ? std::nullopt : made_now(asked);
  if (!late && !asked.late.empty()) return;
  const ir::Sweep& action = late ? *late : asked;
  std::vector<GainedTable> gained;
  std::vector<GainedPicture> pictures;
  const auto execute = [&](std::size_t i) { return execute_pass(action, i, before); };
  UnrepeatedSink shown;
  shown.aim(sink_);
  const auto done = [&](std::size_t i, PassResult& result) {
    sink_.pass(parameters_of(action.passes[i]));
    result.output.replay(shown);
    outcome_.merge(result.outcome);
    keep(std::move(result.films));
    gather(gained, result.gained);
    gather(pictures, result.pictures, action.passes[i]);
  };
  if (options_.run_passes && !late) {
    options_.run_passes(place, action.passes.size(), execute, done);
  } else {
    mbs::run_passes(action.passes.size(), options_.jobs, execute, done);
  }
  sink_.pass("");
  shown.tell_repeated(sink_);
  keep(std::move(gained), action.more);
  keep(std::move(pictures));
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
    if (in_sweep_ || !picture.output.name.empty())
      gather(pictures_, picture);
    else
      give_picture(picture);
  }
}

}  // namespace mbs
