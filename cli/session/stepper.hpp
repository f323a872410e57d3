// A run made by hand, step by step, in a session.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/session/session.hpp"
#include "runtime/record/run.hpp"
#include "runtime/run/simulation.hpp"

namespace mbs {

class Stepper {
 public:
  // Assembles the session's world at t = 0. Null, with the errors shown, if it cannot be.
  static std::unique_ptr<Stepper> start(Session& session);
  // Goes on from the end of the session's current run.
  static std::unique_ptr<Stepper> resume(Session& session);

  // One step of the solver, or as many as `duration` takes. False if it failed.
  bool step(Session& session, std::optional<double> duration);
  // Until the condition becomes true, at most `limit` (s) from now. False if it failed.
  bool until(Session& session, const std::string& condition, double limit);

  const Run& run() const { return simulation_->run(); }
  double time() const { return run().size() > 0 ? run().t.back() : 0; }

 private:
  Stepper() = default;
  bool make(Session& session, std::shared_ptr<const ir::Scenario> scenario, const Run* previous);
  bool tell(Session& session, std::size_t log_before, const std::string& reached);

  SessionWorld world_;
  std::shared_ptr<const ir::Scenario> scenario_;
  std::unique_ptr<Simulation> simulation_;
};

}  // namespace mbs
