// Simulating: as far as one likes at a time.
#pragma once

#include <memory>

#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"

namespace mbs {

// A run in parts as small as one likes, from the assembled start, or from the end of `previous`,
// which may be of another model of the same mechanism. Never throws; a failed run keeps everything
// up to the failure.
class Simulation {
 public:
  Simulation(ModelPtr model, const SimulationOptions& options, const Run* previous,
             Diagnostics& diagnostics);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  bool ready() const;  // false if assembly failed
  // One accepted solver step, or up to the next located event, never beyond t_end.
  // False: t_end reached or the run ended (see run().termination).
  bool step(double t_end);
  bool advance(double t_end, NodeId until = {});  // until t_end or the condition
  const Run& run() const;
  Run take();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mbs
