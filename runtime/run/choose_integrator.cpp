#include "runtime/run/choose_integrator.hpp"

#include <fmt/format.h>

#include "lang/scenario/explicit_obstacles.hpp"
#include "lang/scenario/stepping_obstacles.hpp"
#include "runtime/forward/auto_steps.hpp"
#include "runtime/integration/motion_solver.hpp"
#include "runtime/islands/islands.hpp"
#include "runtime/stepping/stepping.hpp"

namespace mbs {

namespace {

struct NotExplicit {
  std::string why;
  Span origin;
};

std::optional<NotExplicit> obstacle(const ir::Scenario& scenario,
                                    const SimulationOptions& options) {
  if (options.step) return NotExplicit{"it is moved in steps of fixed length", {}};
  if (options.islands) return NotExplicit{"it is moved island by island", {}};
  if (options.first_penetration)
    return NotExplicit{"its contacts begin by steps that are not taken", {}};
  const bool alone = options.integrator == ir::IntegratorKind::explicit_steps;
  const auto found =
      alone ? ir::obstacle_to_explicit(scenario) : ir::obstacle_to_any_explicit(scenario);
  if (!found) return {};
  return NotExplicit{found->what, found->origin};
}

}  // namespace

std::unique_ptr<Integrator> make_integrator(const Model& model, const SimulationOptions& options,
                                            const Scales& scales, Mode& mode,
                                            Workspace& workspace) {
  if (options.step) return std::make_unique<Stepping>(model, *options.step, mode, workspace);
  if (options.islands && !ir::obstacle_to_islands(scenario(model)))
    return std::make_unique<Islands>(model, scales, mode, workspace);
  const bool suits = !obstacle(scenario(model), options);
  if (suits && options.integrator == ir::IntegratorKind::automatic)
    return std::make_unique<AutoSteps>(model, scales, mode, workspace);
  if (suits && options.integrator == ir::IntegratorKind::explicit_steps)
    return std::make_unique<ExplicitSteps>(model, scales, mode, workspace);
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

Failure other_method(bool begun_in_steps) {
  return {Code::E0418, {}, ir::other_method_text(begun_in_steps), {}, ir::instead_of_other_method};
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

std::optional<Failure> not_for_explicit(const ir::Scenario& scenario,
                                        const SimulationOptions& options) {
  if (options.integrator != ir::IntegratorKind::explicit_steps) return {};
  const auto found = obstacle(scenario, options);
  if (!found) return {};
  return Failure{
      Code::E0510, found->origin, ir::unsuited_text(found->why), {}, ir::instead_of_explicit};
}

std::string why_not_explicit(const Model& model, const SimulationOptions& options) {
  if (options.integrator != ir::IntegratorKind::automatic) return {};
  const auto found = obstacle(scenario(model), options);
  if (found) return ir::unsuited_text(found->why);
  const std::string why = better_by_ida(model);
  return why.empty() ? "" : "IDA suits this model better: " + why;
}

std::string both_methods(const std::string& before, const std::string& now) {
  if (before.find(now) != std::string::npos) return before;
  return now == "IDA" ? "IDA and " + before : before + " and " + now;
}

}  // namespace mbs
