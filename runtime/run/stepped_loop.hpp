// Private to runtime: the loop of a run in steps of fixed length. Nothing is located within a step:
// what has happened in it is said of its end, a blow of its middle.
#pragma once

#include <optional>
#include <vector>

#include "runtime/events/condition.hpp"
#include "runtime/run/ending.hpp"
#include "runtime/run/law_watch.hpp"
#include "runtime/run/loop.hpp"
#include "runtime/run/pace.hpp"
#include "runtime/run/present.hpp"
#include "runtime/run/row_changes.hpp"
#include "runtime/run/step_changes.hpp"
#include "runtime/stepping/stepping.hpp"

namespace mbs {

class SteppedLoop : public Loop {
 public:
  // `run` holds its start, and samples if it is to be continued.
  SteppedLoop(const Model& model, const SimulationOptions& options, Run& run);
  bool ready() const override { return !now_.over; }
  bool step(double t_end) override;
  bool advance(double t_end, NodeId until) override;
  void out_of_memory() override { ending_.out_of_memory(); }

 private:
  // The integrator that `options` ask for.
  Stepping& stepping() { return static_cast<Stepping&>(*now_.integrator); }
  void begin();
  std::optional<Failure> obstacle();
  void look_ahead();
  bool proceed(double t_end);
  void take_over();
  void record(Instant now);
  void record_step(bool changed);
  void watch_for(NodeId until);
  void fire(std::size_t condition);
  void fire_true();
  bool judge_laws();
  void note_unconverged();
  void count();
  Condition::Context context() {
    return {now_.model, now_.mode, now_.run.energy, now_.workspace, true};
  }

  Present now_;
  Ending ending_;
  Pace pace_;
  StepChanges changes_;
  RowChanges row_changes_;
  LawWatch laws_;
  std::vector<Condition> conditions_;
  std::optional<Condition> until_;
  long unconverged_ = 0;
  bool halted_ = false, stopped_ = false;
  SteppingRecord before_;  // of the part that is continued
};

}  // namespace mbs
