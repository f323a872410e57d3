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
  std::string why;  // a sentence
  Span origin;
  const char* instead;
};

// Scripts that ask for explicit steps are looked at before they run, so what asks for them here
// and for something else in the script is the command line.
constexpr const char* not_for_all =
    "leave `--integrator explicit` out: IDA goes on where explicit steps cannot";

// Methods that come in place of either integrator.
std::optional<NotExplicit> replaces_both(const SimulationOptions& options) {
  if (options.step)
    return NotExplicit{
        "explicit steps are no choice where `method = stepping` has steps of its own",
        {},
        "leave `--integrator explicit` out"};
  if (options.islands)
    return NotExplicit{"explicit steps are no choice where `islands` have steps of their own",
                       {},
                       "leave `--integrator explicit` out: islands take explicit steps"};
  return {};
}

std::optional<NotExplicit> obstacle(const ir::Scenario& scenario,
                                    const SimulationOptions& options) {
  if (auto other = replaces_both(options)) return other;
  if (options.first_penetration)
    return NotExplicit{ir::unsuited_text("with `first_penetration` a contact begins at the end of "
                                         "a step, and explicit steps end where it begins"),
                       {},
                       "leave `--integrator explicit` out, or `first_penetration`"};
  const bool alone = options.integrator == ir::IntegratorKind::explicit_steps;
  const auto found =
      alone ? ir::obstacle_to_explicit(scenario) : ir::obstacle_to_any_explicit(scenario);
  if (!found) return {};
  return NotExplicit{ir::unsuited_text(found->what), found->origin, not_for_all};
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
  return Failure{Code::E0510, found->origin, found->why, {}, found->instead};
}

std::string why_not_explicit(const Model& model, const SimulationOptions& options) {
  if (options.integrator != ir::IntegratorKind::automatic || replaces_both(options)) return {};
  const auto found = obstacle(scenario(model), options);
  if (found) return found->why;
  const std::string why = better_by_ida(model);
  return why.empty() ? "" : "IDA suits this model better: " + why;
}

std::string both_methods(const std::string& before, const std::string& now) {
  if (before.find(now) != std::string::npos) return before;
  return now == "IDA" ? "IDA and " + before : before + " and " + now;
}

}  // namespace mbs
