// Which integrator moves a model.
#pragma once

#include <memory>
#include <optional>

#include "runtime/integration/integrator.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/scales/scales.hpp"

namespace mbs {

// All that is given must outlive it.
std::unique_ptr<Integrator> make_integrator(const Model& model, const SimulationOptions& options,
                                            const Scales& scales, Mode& mode, Workspace& workspace);
// Why events cannot be followed in a model; empty if all is well.
std::optional<Failure> only_in_steps(const ir::Scenario& scenario);
// A run that was begun in steps of fixed length goes on without them, or the other way round.
Failure other_method(bool begun_in_steps);
// Why the options ask for islands where a model does not suit them; empty if all is well.
std::optional<Failure> not_for_islands(const ir::Scenario& scenario,
                                       const SimulationOptions& options);

// The same where they ask for explicit steps.
std::optional<Failure> not_for_explicit(const ir::Scenario& scenario,
                                        const SimulationOptions& options);
// Why there are none where either may take the steps; empty if there are.
std::string why_not_explicit(const Model& model, const SimulationOptions& options);
// What a run is by that goes on with `now`: "IDA and islands".
std::string both_methods(const std::string& before, const std::string& now);

}  // namespace mbs
