// A run as it stands: what all parts of its loop share.
#pragma once

#include <memory>
#include <vector>

#include "runtime/integration/integrator.hpp"
#include "runtime/integration/segment.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/run/audit.hpp"
#include "runtime/run/overlap_audit.hpp"
#include "runtime/run/recorder.hpp"
#include "runtime/scales/scales.hpp"

namespace mbs {

struct Present {
  // `run` holds its start, and samples if it is to be continued.
  Present(const Model& model, const SimulationOptions& options, Run& run);

  const Model& model;
  const ir::Scenario& scenario;
  const Layout& layout;
  SimulationOptions options;
  Run& run;
  Workspace workspace;
  Scales scales;
  Mode mode;
  std::unique_ptr<Integrator> integrator;
  Segment segment;  // of the last step
  Recorder recorder;
  DriveAudit drive_audit;
  OverlapAudit overlap_audit;

  double t = 0;
  std::vector<double> y, yp;
  bool running = false;  // the solver is at t, in this mode
  bool over = false;
  bool weights_stale = true;  // the mode has changed since they were filled
  bool off_step = false;      // the last step does not go through here, by more than its tolerance

  Instant here() const { return {t, y.data(), yp.data(), &mode}; }
  void take(Instant now);  // into t, y, yp
  void record(Instant now);
  // An event here, before what it changes. What is between the sample before and one that ends
  // sliding sees the directions of all that slides.
  void record_event(bool ends_sliding);
  void mode_changed();
  void count();  // into the run
  void end(Termination why);
  void fail_with(Failure failure);

 private:
  void keep_headings(const Placement& at);
  double piece_before(double end) const;
  void note_bends(double length);
  double least_exchange(double kinetic);
  template <class Use>
  void look_within(double end, double length, const Use& use);
  void hand_on_within(double end, double length);
  void look_for_exchange(double end, double length);

  Counters before_;                       // of the part that is continued
  double most_kinetic_ = 0;               // J, so far
  std::vector<double> some_y_, some_yp_;  // scratch: within a step
};

}  // namespace mbs
