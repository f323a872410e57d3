// Studies: what is run once for each of several sets of values. A `sweep` of a script, `mbs sweep`
// and the trials of laws are studies; they differ in how values become a scenario.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/scenario/scenario.hpp"
#include "runtime/results/lists.hpp"
#include "runtime/study/execute_options.hpp"
#include "runtime/study/passes.hpp"

namespace mbs {

// One set of values, made ready to be run.
struct PassScenario {
  std::shared_ptr<const ir::Scenario> scenario;  // null: `problems` say why there is none
  Diagnostics problems;
  ExecuteOptions options;  // how it is executed
};

// Carries out all actions of a pass, which begins with the tables `so_far`: execute_pass of
// runtime/study/executor.hpp, of which sweeps, being actions themselves, know no more.
using PassExecutor = PassResult (*)(const PassScenario& pass, const Tables& so_far);

struct Study {
  explicit Study(PassExecutor how) : execute(how) {}

  PassExecutor execute;
  std::size_t action = 0;  // its place among the actions of its script
  std::size_t passes = 0;
  // From the values of a pass to its scenario; from any thread.
  std::function<PassScenario(std::size_t pass)> scenario_of = {};
  std::function<std::string(std::size_t pass)> name_of = {};  // tells it from the others
  Tables tables = {};                                         // so far: what each pass begins with
  int jobs = 0;            // passes at a time; 0: as many as the machine has cores
  bool made_late = false;  // of values that a run gave: other processes do not know its passes
};

}  // namespace mbs
