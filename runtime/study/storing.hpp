// One run on its way into a store.
#pragma once

#include <memory>

#include "runtime/record/simulation_options.hpp"
#include "runtime/results/signal_stream.hpp"
#include "runtime/study/run_store.hpp"

namespace mbs {

class Storing {
 public:
  Storing(RunStore& store, const StoredRun& run, const ir::Scenario& scenario, ModelPtr model);
  // Makes a simulation give its samples to this object, which must outlive it.
  void listen(SimulationOptions& options);
  void end(const Run& run, const RunSummary& summary, const TableOutput& events);

 private:
  const ir::Scenario& scenario_;
  std::unique_ptr<RunKeeper> keeper_;
  SignalStream stream_;
};

}  // namespace mbs
