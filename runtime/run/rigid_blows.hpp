// Blows of rigid contacts: who strikes whom, in rounds until nothing approaches, and what is told.
#pragma once

#include <limits>
#include <vector>

#include "runtime/events/blow.hpp"
#include "runtime/events/impacts.hpp"
#include "runtime/run/law_watch.hpp"
#include "runtime/run/rigid_limits.hpp"
#include "runtime/run/rigid_touch.hpp"

namespace mbs {

class RigidBlows {
 public:
  RigidBlows(Present& now, RigidTouch& touch, ImpactLog& impacts, LawWatch& laws,
             RigidLimits& limits);
  // Takes over the positions and the speeds that drives have here, and which contacts are inert.
  bool begin();
  long count() const { return count_; }  // of blows so far
  // Until nothing approaches. False if there is no solution; the workspace says why.
  bool strike_all();
  // Has it struck since `begin`?
  bool struck(int contact) const { return struck_[contact]; }
  // Brings these contacts to rest, those of them that are `stuck` along their surfaces, too, which
  // is no impact.
  bool stop(const std::vector<int>& contacts, const std::vector<bool>& stuck);
  // Takes the speeds from contacts that have been closed, and from those of them that are `stuck`,
  // which the solver's accuracy left. No part of the motion, so nothing is noted. Where
  // `most`, m/s, is given, false, and nothing is changed, if that would change more than so much,
  // or if they cannot all come to rest.
  bool steady(const std::vector<int>& contacts, const std::vector<bool>& stuck,
              double most = std::numeric_limits<double>::infinity());
  // The same of all that are closed, or stick, by now.
  void steady_now();
  // The blow of contacts that friction jams. False if there is none.
  bool jam(const Jammed& jammed);

 private:
  void keep_to_joints();
  void leave_out_inert();
  bool strike_once(bool& struck);
  double fastest() const;
  bool stop_slow(double slow);
  bool judge_laws(std::span<const BlowSolver::Asked> asked);
  std::vector<int> struck_together() const;
  int group_of(int contact) const;
  bool ends_rest(int contact, double v_in) const;
  void take_over(const Blow& blow, bool by_law);
  void note_part(const BlowPart& part, bool by_law, int together);
  double largest_change(const Blow& blow) const;
  bool contradicts(const Blow& blow) const;
  void note_gain(const Blow& blow);
  void note_jam(const Blow& blow);
  void note_undecided(const Blow& blow);
  std::vector<int> as_fast_as(int first) const;
  void note_order(int first);
  void note_burst(int rounds);
  bool strike_in_turn(const std::vector<int>& contacts, std::vector<double>& y);
  std::vector<double> opening_speeds(const std::vector<int>& contacts,
                                     const std::vector<double>& y);

  Present& now_;
  RigidTouch& touch_;
  ImpactLog& impacts_;
  LawWatch& laws_;
  RigidLimits& limits_;
  BlowSolver blows_;
  std::vector<bool> struck_;  // by contact
  int last_struck_ = 0;       // contact
  bool told_ = true;          // the log has a line for each blow
  long count_ = 0;
};

}  // namespace mbs
