// A whole run, as a `simulate` of a script asks for it.
#pragma once

#include <utility>

#include "runtime/run/simulation.hpp"

namespace mbs {

// Of `options` its settings and duration count for nothing.
inline Run simulate(ModelPtr model, const ir::Simulate& what, const SimulationOptions& options,
                    const Run* previous, Diagnostics& diagnostics) {
  SimulationOptions own = options;
  static_cast<ir::RunSettings&>(own) = what;
  own.duration = what.duration;
  Simulation simulation(std::move(model), own, previous, diagnostics);
  if (!simulation.ready()) return simulation.take();
  simulation.advance(simulation.run().t.back() + what.duration, what.until);
  return simulation.take();
}

}  // namespace mbs
