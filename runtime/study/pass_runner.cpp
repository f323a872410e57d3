#include "runtime/study/pass_runner.hpp"

#include <algorithm>

#include "runtime/study/executor.hpp"

namespace mbs {

namespace {

PassResult execute(const Study& study, std::size_t pass) {
  const PassScenario made = study.scenario_of(pass);
  PassResult result;
  result.outcome.script_error = !made.scenario;
  if (!made.scenario) {
    for (const Diagnostic& problem : made.problems.sorted()) result.output.give(problem);
    return result;
  }
  Executor executor(made.scenario, made.options, result.output);
  Tables& tables = executor.tables();
  std::copy_n(study.tables.begin(), std::min(tables.size(), study.tables.size()), tables.begin());
  result.outcome = executor.execute_all();
  // Half a pass would look like a whole.
  if (!result.outcome.interrupted) result.gained = executor.take_gained();
  if (made.options.keep_run) result.run = executor.share_current();
  return result;
}

}  // namespace

PassResult run_pass(const Study& study, std::size_t pass) {
  return guarded_pass([&](std::size_t i) { return execute(study, i); }, pass);
}

void ThreadedPasses::run(const Study& study, const PassDone& done) {
  run_passes(
      study.passes, study.jobs, [&](std::size_t i) { return execute(study, i); }, done);
}

}  // namespace mbs
