#include "runtime/run/choose_integrator.hpp"

#include <fmt/format.h>

#include "lang/scenario/stepping_obstacles.hpp"
#include "runtime/integration/motion_solver.hpp"
#include "runtime/islands/islands.hpp"
#include "runtime/stepping/stepping.hpp"

namespace mbs {

std::unique_ptr<Integrator> make_integrator(const Model& model, const SimulationOptions& options,
                                            const Scales& scales, Mode& mode,
                                            Workspace& workspace) {
  if (options.fixed_step)
    return std::make_unique<Stepping>(model, *options.fixed_step, mode, workspace);
  if (options.islands && !ir::obstacle_to_islands(scenario(model)))
    return std::make_unique<Islands>(model, scales, mode, workspace);
  return std::make_unique<MotionSolver>(model, mode, workspace);
}

std::optional<Failure> only_in_steps(const ir::Scenario& scenario) {
  const auto obstacle = ir::needs_stepping(scenario);
  if (!obstacle) return {};
  return Failure{Code::E0412,
                 obstacle->origin,
                 obstacle->what,
                 {},
                 "`simulate … { method = stepping, step = 1 ms }`"};
}

std::optional<Failure> not_for_islands(const ir::Scenario& scenario,
                                       const SimulationOptions& options) {
  if (!options.islands) return {};
  const auto obstacle = ir::obstacle_to_islands(scenario);
  if (!obstacle) return {};
  Failure failure{Code::E0414, obstacle->origin, {}, {}, {}};
  failure.message = fmt::format("the bodies cannot be moved island by island: {}", obstacle->what);
  return failure;
}

}  // namespace mbs
