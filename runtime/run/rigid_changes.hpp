// What happens to rigid contacts: they strike, close, stick, slip, open.
#pragma once

#include <optional>
#include <vector>

#include "runtime/events/blow.hpp"
#include "runtime/events/contact_events.hpp"
#include "runtime/events/impacts.hpp"
#include "runtime/events/rigid_events.hpp"
#include "runtime/run/ending.hpp"
#include "runtime/run/present.hpp"
#include "runtime/run/restart.hpp"

namespace mbs {

class RigidChanges {
 public:
  struct Parts {
    ContactEvents& contacts;
    ImpactLog& impacts;
    RigidEvents& events;
    Restart& restart;
    Ending& ending;
  };
  RigidChanges(Present& now, const Parts& parts);
  bool any() const { return !contacts_.empty(); }
  // Blows and modes of the present: at the start, where a gap has closed, where speeds have jumped.
  // The caller starts anew from here.
  void decide(std::optional<RigidEvent> cause);
  // The same at an event, and the start from it.
  void apply(std::optional<RigidEvent> cause);
  // At the end of the segment measured last: nothing open overlaps, else the run fails.
  void check(Instant end);

 private:
  struct Touch {
    RigidRows rows;
    bool pressed = false;  // before
  };
  void find_touching();
  bool strike_all();
  bool strike_once(bool& struck);
  std::vector<int> struck_together() const;
  bool take_over(const Blow& blow, bool by_law);
  void note_gain(const Blow& blow);
  void note_undecided(const Blow& blow);
  bool strike_in_turn(const Blow& blow, std::vector<double>& y);
  bool close_slow();
  bool ends_here(double v, double a) const;
  impact::Friction friction_now(const RigidRows& rows, std::optional<RigidEvent> cause);
  bool pose_problem(std::optional<RigidEvent> cause);
  // Forces and accelerations of the contacts that are closed, or touch and rest.
  bool settle_modes(std::optional<RigidEvent> cause);
  bool find_rates();
  std::optional<impact::Solution> solve_modes(std::optional<RigidEvent> cause);
  std::optional<impact::Solution> with_cause(const RigidEvent& cause, int part);
  std::vector<impact::State> old_states() const;
  bool jam();
  void set_mode(int part, const impact::Solution& solution);
  void let_go(int contact);
  void mark_spare();
  void finish_rows();
  double still() const;                      // m/s
  double slowest(const Touch& touch) const;  // m/s
  double near() const;                       // m

  Present& now_;
  Parts parts_;
  BlowSolver blows_;
  std::vector<int> contacts_;  // the rigid ones
  std::vector<Touch> touching_;
  impact::Problem problem_;  // of accelerations
  Mobility mobility_;
  std::vector<double> rates_;
  std::vector<ContactMemory> before_;
  long blow_count_ = 0;
};

}  // namespace mbs
