// Private to runtime: a run in progress. Simulation is its public face.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/coordinates/rates.hpp"
#include "runtime/coordinates/step_limit.hpp"
#include "runtime/equations/gap_alignment.hpp"
#include "runtime/equations/velocity_jump.hpp"
#include "runtime/events/condition.hpp"
#include "runtime/events/contact_events.hpp"
#include "runtime/events/group_events.hpp"
#include "runtime/events/impacts.hpp"
#include "runtime/events/stick_events.hpp"
#include "runtime/events/watch_events.hpp"
#include "runtime/integration/integrator.hpp"
#include "runtime/integration/segment.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/run/audit.hpp"
#include "runtime/run/law_watch.hpp"
#include "runtime/run/recorder.hpp"
#include "runtime/scales/scales.hpp"
#include "runtime/time/turns.hpp"

namespace mbs {

class Machine {
 public:
  // `run` holds its start, and samples if it is to be continued.
  Machine(const Model& model, const SimulationOptions& options, Run& run);
  bool ready() const { return !over_; }
  // See Simulation.
  bool step(double t_end);
  bool advance(double t_end, NodeId until);
  // Ends the run after an allocation that failed.
  void out_of_memory();

 private:
  enum class Source { contact, group, stick, watch, condition };
  struct Event {
    double t = 0;
    Source source = Source::contact;
    int index = 0;
    ContactEventKind kind = ContactEventKind::closes;
    StickEventKind stick = StickEventKind::stops;
  };

  // The stages of a step (machine.cpp).
  void begin();
  bool proceed(double t_end);  // one step; counters are not up to date after it
  bool within_limits(double t_end);
  bool gets_on(double from, double t_end);
  bool start_solver(double t_end);
  double longest_blind_step() const;           // s
  double longest_step(const double* y) const;  // s
  double next_stop(double t_end);              // s, of a step from here
  void look_through_segment();
  void traverse();
  std::vector<Event>& first_events(double from);  // of each source
  std::optional<Event> next_event(double from);
  void finish_segment();
  void follow_motion(Instant end);
  void count();  // into the run

  // What events do (machine_events.cpp). `y_`, `yp_` are at the event.
  void apply(const Event& event);
  void close_contacts(int contact);
  void arm(int contact);
  void open_contact(int contact);
  void change_groups();
  void log_groups();
  void log_group(const GroupChange& change);
  void turn_contact(int contact);
  void turn_one(int contact);
  void change_sticking(const Event& event);
  void decide_sticking(std::optional<StickEvent> cause);
  bool leads_others(int contact) const;
  void flip_watch(int watch);
  void flip_clock(int watch);
  bool follow_drives();
  void strike(const VelocityJump& jump);
  Failure jumped_away(const PositionJump& jump) const;
  void fire(int condition);
  void fire_true_conditions();
  void rest_contacts();
  void align_resting();
  double true_gap(int contact, Instant now);
  void warn_rounding(const Rounding& rounding, double t);

  // What the integrator finds between pairs of groups itself.
  std::optional<double> next_change() const;
  void take_changes(double until);

  // How to go on (machine_restart.cpp).
  void restart_here(double first_step);
  bool make_consistent_here();
  // What the equations say here and at the end of the step; see `changed_since`.
  struct Forces {
    std::vector<double> here, end;
  };
  void forces_now(Forces& forces);
  bool changed_since(const Forces& before);
  bool differ(const std::vector<double>& before, const std::vector<double>& after);
  double onset_step(int contact, double speed);
  double group_onset_step(const GroupChange& change);
  template <class ForceAt>
  double onset_step(double mass, double depth, double speed, const ForceAt& force);
  double opening_jump(int contact);
  double estimated_step(double t_end);

  // Ends (machine_failure.cpp).
  bool cross_change_point(double t_end);
  void fail(StepStatus status);
  void fail_with(Failure failure);
  void end(Termination why);

  void take(Instant now);  // into t_, y_, yp_
  Instant here() const { return {t_, y_.data(), yp_.data(), &mode_}; }
  void record(Instant now);
  void mode_changed();
  void residual_at(Instant now, std::vector<double>& r);
  Condition::Context context() { return {model_, mode_, run_.energy, workspace_}; }

  const Model& model_;
  const ir::Scenario& scenario_;
  const Layout& at_;
  SimulationOptions options_;
  Run& run_;
  Workspace workspace_;
  Scales scales_;
  Mode mode_;
  std::unique_ptr<Integrator> integrator_;
  Segment segment_;
  Recorder recorder_;
  LawWatch law_watch_;
  ImpactLog impacts_;
  ContactEvents contacts_;
  GroupEvents groups_;
  std::optional<GroupEvent> group_event_;  // the one that is next
  std::size_t changes_taken_ = 0;          // of the integrator's last step
  StickEvents sticking_;
  StepLimit step_limit_;
  Turns turns_;
  DriveAudit drive_audit_;
  WatchEvents watch_;
  std::vector<Condition> conditions_;
  std::optional<Condition> until_;
  std::optional<TreeRates> tree_rates_;

  double t_ = 0;
  std::vector<double> y_, yp_, scratch_, scratch2_;
  double first_step_ = 0;                 // s, of the next start of the solver; 0: to be estimated
  std::optional<Failure> trial_failure_;  // of a trial step that was then made shorter
  double trial_failure_at_ = 0;           // s
  bool running_ = false;                  // the solver is at t_, in this mode
  bool weights_stale_ = true;             // the mode has changed since they were filled
  bool over_ = false;
  double rounding_ = 0;   // over the tolerance, as it was told
  long looked_ = 0;       // steps, at how fast the model moves
  bool halted_ = false;   // by `until`: only this advance is over
  bool stopped_ = false;  // by an event's action, once all of the instant has been dealt with
  Counters before_;       // of the part that is continued
  // Scratch of events.
  std::vector<Event> coming_;
  Forces forces_before_, forces_after_;
  std::vector<StickChange> stick_changes_;
  std::vector<GapTarget> gap_targets_;
  std::chrono::steady_clock::time_point began_;
  double began_at_ = 0;       // s, of the run
  long accepted_ = 0;         // steps since then
  int without_progress_ = 0;  // of them the last ones that did not change the time
  long polls_ = 0;
};

}  // namespace mbs
