// How the actions of a scenario are carried out.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "lang/scenario/compile_options.hpp"
#include "lang/scenario/run_settings.hpp"
#include "lang/scenario/scenario.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/study/run_store.hpp"

namespace mbs {

class PassRunner;  // runtime/study/pass_runner.hpp

// Makes the passes of a sweep whose values a run has given: of the script that is executed.
using LatePassMaker = std::function<ir::LatePasses(const LateValues&)>;

struct ExecuteOptions : RunLimits {
  ir::RunOverrides runs;
  double usual_speed = 1;                  // m/s, see SimulationOptions
  std::optional<double> max_wall_seconds;  // over all runs of a script together
  // Since when that time runs; empty: from the beginning of this execution.
  std::optional<std::chrono::steady_clock::time_point> begun;
  int jobs = 0;  // passes of a sweep at a time; 0: as many as the machine has cores
  // Runs the passes of the script's own sweeps, not of those inside them; null: threads. It must
  // outlive the execution.
  PassRunner* pass_runner = nullptr;
  LatePassMaker late_passes;  // empty: sweeps with late clauses are refused (E0306)
  int digits = 6;             // significant digits in texts
  bool scenes = false;        // give the motion of every run, to be drawn
  bool log = false;           // give the event log of every run as a table
  // A pass of a sweep: tables, pictures and films are kept for Executor::take_gained, and a table
  // has its row even where its values are missing, as rows must match passes.
  bool gathers = false;
  bool keep_run = false;  // PassResult::run has the last run
  // Where the signals of Scenario::recorded go, while runs are made; null: nowhere. Passes share
  // it.
  std::shared_ptr<RunStore> store;
  StorePlace place;            // of this scenario in it
  bool gives_signals = false;  // the same to the sink, as KeptRun, behind each run
};

}  // namespace mbs
