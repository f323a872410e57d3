// One run on its way to whoever keeps it.
#pragma once

#include <memory>
#include <vector>

#include "runtime/record/simulation_options.hpp"
#include "runtime/results/signal_stream.hpp"
#include "runtime/study/run_store.hpp"

namespace mbs {

class Storing {
 public:
  Storing(std::vector<std::unique_ptr<RunKeeper>> keepers, const ir::Scenario& scenario,
          ModelPtr model);
  // Makes a simulation give its samples to this object, which must outlive it.
  void listen(SimulationOptions& options);
  void end(const Run& run, const RunSummary& summary, const TableOutput& events);

 private:
  std::size_t bytes() const;
  const ir::Scenario& scenario_;
  std::vector<std::unique_ptr<RunKeeper>> keepers_;
  SignalStream stream_;
};

}  // namespace mbs
