// How a simulation is to be carried out.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "lang/scenario/scenario.hpp"

namespace mbs {

struct Instant;
struct Run;
struct RunWarning;

struct SimulationOptions {
  double tol = ir::usual_tol;
  double usual_speed = 1;  // m/s, of motions; what is slower all the time gets closer tolerances
  double duration = 0;     // s, of the run to come; 0: not known
  std::optional<double> max_step;
  // Island by island instead of by IDA; the run fails where ir::obstacle_to_islands finds one.
  bool islands = false;
  // Explicit steps fail where ir::obstacle_to_explicit finds something; `automatic` is IDA there.
  ir::IntegratorKind integrator = ir::IntegratorKind::ida;
  // s; the run is made in steps of this length, as `method = stepping` asks; it fails where
  // ir::obstacle_to_stepping finds something.
  std::optional<double> fixed_step;
  // m; contacts by force begin at the end of a step, which is not taken where one of them would go
  // deeper in it.
  std::optional<double> first_penetration;
  // Rigid contacts that touch are struck one after another, the fastest first, instead of together.
  bool sequential_impacts = false;
  // Of the model's size: gaps of rigid contacts that count as closed at a blow. Results do not
  // depend on it.
  double touch_gap = 1e-12;
  std::function<bool()> interrupted;       // polled every step; true stops the run
  std::optional<double> max_wall_seconds;  // by the clock
  // Bytes of record above which only those unknowns are kept that the scenario's results are made
  // of; 0: no limit.
  std::size_t memory = 0;
  std::size_t most_memory = 0;  // bytes of record at which the run ends; 0: no limit
  std::function<void(double t, double t_end)> progress;  // polled now and then
  // Called as soon as there is a warning that is of use only while the run goes on.
  std::function<void(const RunWarning&)> warn;
  // Called at each located `when` event with the run so far (its last sample is the instant);
  // true stops the run.
  std::function<bool(int event, const Run&)> on_event;
  // Called with each sample when it has been recorded, in order; with its mode.
  std::function<void(const Instant&, const Run&)> on_sample;
};

}  // namespace mbs
