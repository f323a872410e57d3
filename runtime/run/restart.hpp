// Consistent values after an event, and the size of the step that follows it.
#pragma once

#include <optional>
#include <vector>

#include "runtime/contact/group_places.hpp"
#include "runtime/contact/law.hpp"
#include "runtime/coordinates/rates.hpp"
#include "runtime/equations/gap_alignment.hpp"
#include "runtime/run/ending.hpp"
#include "runtime/run/present.hpp"

namespace mbs {

class Restart {
 public:
  Restart(Present& now, Ending& ending);
  // The solver is to start anew from here; records both sides of an event: the caller has recorded
  // the first. `first_step`: s, 0: to be estimated.
  void restart_here(double first_step);
  // After a blow: with a first step whose error does not count even beside a hop that is as low as
  // the tolerance.
  void restart_exactly();
  // The start that comes takes gaps of 0 for these, which touch there and are not held closed.
  void touching(std::vector<int> contacts) { touching_ = std::move(contacts); }
  // Also after a change without any jump of a force.
  void restart_shorter();
  // y' that fits t and y. False if the run has ended.
  bool make_consistent_here();
  // The same at the start of a run, where contacts that touch have gaps of 0.
  bool begin_here();
  // The first step of the start that comes, s.
  double take_first_step(double t_end);
  // Goes on behind a change point at which the solver has failed.
  bool cross_change_point(double t_end);
  // Starts anew with hops followed a quarter as closely, where the solver has failed beside them.
  // False if none is followed closer than the tolerance asks.
  bool follow_hops_less();

  // Remembers what the equations say here and at the end of the step.
  void note_forces();
  // Has the change of mode since changed them, at once or later in the step that the solver has
  // taken with the old ones? If so the rest of that step is worth nothing.
  bool forces_changed();

  double onset_step(int contact, double speed);
  double onset_step(const GroupChange& change);
  // Normal force that vanishes at once when a contact opens, N: 0 if it is not worth a restart.
  double opening_jump(int contact);

 private:
  struct Forces {
    std::vector<double> here, end;
  };
  void forces_now(Forces& forces);
  void residual_at(Instant now, std::vector<double>& r);
  bool differ(const std::vector<double>& before, const std::vector<double>& after);
  double onset_step(const LawUser& law, const ContactScale& scale, double speed);
  double estimated_step(double t_end);
  void align_resting();
  bool align(std::size_t hard, std::size_t soft);
  void note_hops();
  bool find_rates();

  Present& now_;
  Ending& ending_;
  bool rigid_;  // does any contact have a rigid law?
  std::optional<TreeRates> tree_rates_;
  double part_of_estimate_ = 1;
  double first_step_ = 0;  // s, of the next start of the solver; 0: to be estimated
  // Scratch.
  Forces before_, after_;
  std::vector<double> ahead_, rates_ahead_;
  std::vector<GapTarget> gap_targets_;
  std::vector<int> touching_;
};

}  // namespace mbs
