#include "runtime/study/run_counters.hpp"

#include "runtime/record/run.hpp"

namespace mbs {

std::vector<std::pair<std::string, long>> counters_of(const Run& run) {
  const Counters& c = run.counters;
  if (run.stepping) {
    const SteppingRecord& s = *run.stepping;
    return {{"steps", c.steps},
            {"contacts in steps", s.contacts},
            {"sweeps", s.sweeps},
            {"contacts in sweeps", s.visits},
            {"most sweeps in a step", s.most_sweeps},
            {"steps not solved", s.unconverged},
            {"law evaluations", c.law_evaluations}};
  }
  std::vector<std::pair<std::string, long>> all = {{"steps", c.steps},
                                                   {"residuals", c.residuals},
                                                   {"Jacobians", c.jacobians},
                                                   {"factorizations", c.factorizations},
                                                   {"Newton iterations", c.newton_iterations},
                                                   {"error test failures", c.error_test_failures},
                                                   {"restarts", c.restarts},
                                                   {"roots", c.roots},
                                                   {"law evaluations", c.law_evaluations}};
  const bool in_turns = run.settings.integrator == ir::IntegratorKind::automatic;
  if (c.evaluations > 0 && (in_turns || c.evaluations < c.residuals)) {
    all.insert(all.begin() + 1, {"explicit steps", c.explicit_steps});
    all.insert(all.begin() + 3, {"explicit evaluations", c.evaluations});
  }
  if (c.too_deep > 0) all.push_back({"steps too deep to be taken", c.too_deep});
  return all;
}

}  // namespace mbs
