// What a simulation leaves behind: accepted steps, contact memory, event log, counters.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/audit.hpp"
#include "runtime/energy_balance.hpp"
#include "runtime/mode_record.hpp"
#include "runtime/model.hpp"
#include "runtime/recording.hpp"

namespace mbs {

struct Counters {
  long steps = 0, residuals = 0, jacobians = 0, factorizations = 0, newton_iterations = 0;
  long error_test_failures = 0, restarts = 0, roots = 0, law_evaluations = 0;
};

// One closed or still open contact episode.
struct Impact {
  double t = 0;            // s
  double v_in = 0;         // m/s, closing speed at t
  double F_max = 0;        // N
  double delta_max = 0;    // m
  double impulse = 0;      // N s, so far if open
  double energy_lost = 0;  // J, work taken up, so far if open
  bool closed = false;     // the three below are known
  double t_end = 0;        // s
  double v_out = 0;        // m/s, opening speed at t_end
  double restitution() const { return v_out / v_in; }
};

// Something that happened, in order: "contact B closed", "law warning", …
struct LogEntry {
  double t = 0;
  std::string what;     // "closed", "opened", "event", "law warning", "loading", "rest", …
  std::string subject;  // the contact's or event's name
  double value = 0;     // closing or opening speed, m/s; of a law warning: impacts that raised it
  std::string note;     // of a law warning: its message
};

// A `warn if` of a law or a chattering condition: once per contact with a count.
struct RunWarning {
  Code code = Code::W0601;
  std::string subject;  // contact
  std::string message;
  Span origin;
  long count = 0;
  double first_t = 0;
};

enum class Termination { finished, until, stopped, interrupted, time_limit, memory_limit, failed };

struct Run {
  ModelPtr model;
  Assembly start;
  std::vector<double> t;  // accepted steps, both sides of events (equal times then)
  Recording samples;      // y, y' of each
  ModeRecord modes;       // and the mode; see ModeReader
  std::vector<std::vector<Impact>> impacts;      // per contact
  std::vector<std::vector<double>> event_times;  // per event
  std::vector<LogEntry> log;
  std::vector<RunWarning> warnings;
  Counters counters;
  Termination termination = Termination::finished;
  std::optional<Failure> failure;
  double tol = ir::usual_tol;
  std::string method;          // "IDA", "islands"; "IDA and islands" if one went on with the other
  std::string tolerance_note;  // what -v prints: scales and tolerances in words
  double speed_scale = 0;      // m/s, what its tolerances refer to; 0: not begun
  EnergyBalance energy;        // of all samples
  Audit audit;

  std::size_t size() const { return t.size(); }
  double max_drift() const { return audit.constraints.value; }  // m, largest |g| of all steps
  // Of the last sample; of others only while `samples` is whole.
  std::span<const double> y_at(std::size_t i) const { return samples.y(i); }
  std::span<const double> yp_at(std::size_t i) const { return samples.yp(i); }
  std::size_t recorded_bytes() const;  // of samples, times and modes
};

struct SimulationOptions {
  double tol = ir::usual_tol;
  double usual_speed = 1;  // m/s, of motions; what is slower all the time gets closer tolerances
  double duration = 0;     // s, of the run to come; 0: not known
  std::optional<double> max_step;
  // Island by island instead of by IDA; the run fails where ir::obstacle_to_islands finds one.
  bool islands = false;
  std::function<bool()> interrupted;       // polled every step; true stops the run
  std::optional<double> max_wall_seconds;  // measured by `now`
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
};

// Runs from the assembled start, or goes on from the end of `previous`, which may be of another
// model of the same mechanism. Never throws; a failed run keeps everything up to the failure.
Run simulate(ModelPtr model, const ir::Simulate& what, const SimulationOptions& options,
             const Run* previous, Diagnostics& diagnostics);

// A run that can be stepped by hand (REPL); simulate() is made of it.
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

// ---- reading a run ------------------------------------------------------------

// Evaluates nodes of the scenario's graph at samples of a run. Keeps workspaces; not thread-safe.
class Sampler {
 public:
  // `model`: of another scenario with the same mechanism, if the nodes are of its graph.
  explicit Sampler(const Run& run, ModelPtr model = nullptr);
  ~Sampler();
  // Values of `nodes` (signals or constants) at sample i, written to `out`.
  void at(std::size_t sample, std::span<const NodeId> nodes, std::span<double> out);
  // At any time within the run, by the solver's own interpolation order (cubic Hermite of y, y').
  void at_time(double t, std::span<const NodeId> nodes, std::span<double> out);
  ContactState contact(std::size_t sample, int contact);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mbs
