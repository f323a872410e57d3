// Private to runtime: the loop of a run in progress. Simulation is its public face. What the loop
// asks of others has parts of its own beside it: Present is what all of them share.
#pragma once

#include "runtime/events/contact_events.hpp"
#include "runtime/events/impacts.hpp"
#include "runtime/events/rigid_events.hpp"
#include "runtime/events/stick_events.hpp"
#include "runtime/events/watch_events.hpp"
#include "runtime/run/contact_changes.hpp"
#include "runtime/run/ending.hpp"
#include "runtime/run/group_changes.hpp"
#include "runtime/run/landing.hpp"
#include "runtime/run/law_watch.hpp"
#include "runtime/run/lingering.hpp"
#include "runtime/run/loop.hpp"
#include "runtime/run/occurrences.hpp"
#include "runtime/run/pace.hpp"
#include "runtime/run/present.hpp"
#include "runtime/run/restart.hpp"
#include "runtime/run/rigid_changes.hpp"
#include "runtime/run/row_changes.hpp"
#include "runtime/run/switch_changes.hpp"
#include "runtime/run/warnings.hpp"
#include "runtime/run/watch_changes.hpp"

namespace mbs {

class Machine : public Loop {
 public:
  // `run` holds its start, and samples if it is to be continued.
  Machine(const Model& model, const SimulationOptions& options, Run& run);
  bool ready() const override { return !now_.over; }
  bool step(double t_end) override;
  bool advance(double t_end, NodeId until) override;
  void out_of_memory() override { ending_.out_of_memory(); }

 private:
  void begin();
  bool begin_anew(bool& blow);
  bool proceed(double t_end);  // one step; counters are not up to date after it
  bool start_solver(double t_end);
  void note_integrator();
  void hand_over();
  void renew_weights();
  void look_through_segment();
  void traverse();
  void finish_segment();
  void follow_motion(Instant end);
  void note_scales();
  void count();
  ContactChanges::Parts parts() {
    return {contacts_, sticking_, watch_, law_watch_, restart_, ending_, rigid_changes_};
  }

  Present now_;
  LawWatch law_watch_;
  ImpactLog impacts_;
  ContactEvents contacts_;
  StickEvents sticking_;
  RigidEvents rigid_;
  WatchEvents watch_;
  Ending ending_;
  Restart restart_;
  RigidChanges rigid_changes_;
  ContactChanges contact_changes_;
  GroupChanges group_changes_;
  WatchChanges watch_changes_;
  SwitchChanges switch_changes_;
  RowChanges row_changes_;
  CornerJumps corner_jumps_;
  Lingering lingering_;
  Occurrences occurrences_;
  Pace pace_;
  Landing landing_;
  bool can_drift_;        // some constraints do not hold by the choice of coordinates
  long looked_ = 0;       // steps, at how fast the model moves
  double looked_at_ = 0;  // s
  long counted_not_taken_ = 0;
};

}  // namespace mbs
