#include "runtime/study/pass_runner.hpp"

namespace mbs {

namespace {

PassResult execute(const Study& study, std::size_t pass) {
  const PassScenario made = study.scenario_of(pass);
  if (!made.scenario) {
    PassResult result;
    result.outcome.script_error = true;
    for (const Diagnostic& problem : made.problems.sorted()) result.output.give(problem);
    return result;
  }
  return study.execute(made, study.tables);
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
