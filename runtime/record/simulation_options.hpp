// How a simulation is to be carried out.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "lang/scenario/run_settings.hpp"

namespace mbs {

struct Instant;
struct Run;
struct RunWarning;

// What may end a run before its time, and how much it may keep.
struct RunLimits {
  std::function<bool()> interrupted = {};  // polled every step, from any thread; true stops the run
  std::function<void(double t, double t_end)> progress = {};  // polled now and then
  // Polls of `interrupted` after which the run ends as if it had said so; 0: no limit.
  long most_polls = 0;
  // Bytes of record above which only those unknowns are kept that the scenario's results are made
  // of; 0: no limit.
  std::size_t memory = 0;
  std::size_t most_memory = 0;  // bytes of record at which the run ends; 0: no limit
  // Bytes of what is kept of the run beside its record, which count as if they were of it.
  std::function<std::size_t()> beside = {};
};

// The run fails where ir::obstacle_to_islands, ir::obstacle_to_explicit or
// ir::obstacle_to_stepping finds something against its settings; an `automatic` integrator is IDA
// there.
struct SimulationOptions : ir::RunSettings, RunLimits {
  double usual_speed = 1;  // m/s, of motions; what is slower all the time gets closer tolerances
  double duration = 0;     // s, of the run to come; 0: not known
  // Gaps of rigid contacts that count as closed at a blow, as parts of the model's size. Results do
  // not depend on it.
  double touch_gap = 1e-12;
  std::optional<double> max_wall_seconds;  // by the clock
  // Called as soon as there is a warning that is of use only while the run goes on.
  std::function<void(const RunWarning&)> warn;
  // Called at each located `when` event with the run so far (its last sample is the instant);
  // true stops the run.
  std::function<bool(int event, const Run&)> on_event;
  // Called with each sample when it has been recorded, and with looks within explicit steps before
  // it, in order; with its mode.
  std::function<void(const Instant&, const Run&)> on_sample;
};

}  // namespace mbs
