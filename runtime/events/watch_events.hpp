// Conditions inside laws, drives and forces: frozen between the instants at which they change.
#pragma once

#include <optional>
#include <vector>

#include "runtime/integration/segment.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/watches.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/numerics/chatter.hpp"

namespace mbs {

struct WatchEvent {
  double t = 0;
  int watch = 0;
};

class WatchEvents {
 public:
  // `duration`: s, of the run to come; 0 if nobody knows.
  WatchEvents(const Model& model, Mode& mode, double duration, Workspace& workspace);
  // The instant at which a step from `t` has to end as a condition of time alone changes there, or
  // as far as the search for it has come; at most t_end. It is `t` itself if one changes now.
  double stop(double t, double t_end);
  // Freezes every condition of a contact (-1: of drives and forces) as it is now.
  void freeze(int owner, Instant now);
  std::optional<WatchEvent> earliest(Segment& segment, double from);
  // Flips a condition, and with one of time alone all others of time that change at `t`. True the
  // first time that it chatters: from then on it keeps each value for a while, until the margin has
  // come as far to the wrong side as it began on the right one, so that the motion goes on in steps
  // and takes the mean of both branches.
  bool flip(int watch, double t);
  // The first condition of time alone that changes at `t`; -1: none does.
  int due(double t);
  bool of_time(int watch) const { return clocks_[watch].margin.has_value(); }
  int owner(int watch) const { return watches_.owner[watch]; }
  std::size_t switches(int watch) const { return guards_[watch].count(); }

 private:
  // Where the margin of a condition of time alone turns its side next.
  struct ClockState {
    Clock margin;
    double next = -1;    // s, searched so far from an earlier instant
    bool turns = false;  // there; else the search has come so far
  };
  // Where a condition is kept, among the `index` of its owner.
  WatchFlags& flags(int watch);
  bool holds(int watch) { return flags(watch).holds(watches_.index[watch]); }
  void set(int watch, bool holds) { flags(watch).freeze(watches_.index[watch], holds); }
  bool is_due(int watch, double t) const;
  void flip_one(int watch);
  bool follows_motion();
  bool asleep(int watch);  // followed elsewhere, or of an open contact
  double margin(int watch, Instant now);
  bool chatters(int watch, double t);

  // How long a chattering condition keeps its value, by `second_`: longer, the longer it goes on.
  // At the end the motion strays by the distance it covers in `longest`, and a second takes 1e4
  // switches.
  static constexpr double shortest = 1e-7, longest = 1e-4;
  static constexpr int switches_per_doubling = 200;
  struct Dwell {
    double length = 0;              // s; 0: does not chatter
    double begin = 0;               // s, the last switch; no other for `length`
    double reach = 0;               // of the margin, at that switch
    double planned = 0;             // of the margin, at the switch that has been found
    std::optional<double> crossed;  // s, where the margin came to the wrong side since
    int switches = 0;               // with this length
    bool told = false;
  };

  const Model& model_;
  const Watches& watches_;
  Mode& mode_;
  Workspace& workspace_;
  double second_ = 1;  // s, which is one to runs of usual length
  std::optional<double> turn_of(int watch, Segment& segment, double from);
  std::optional<double> held_until(int watch, Segment& segment, double from);
  void sample(Segment& segment, double from, int count);

  std::vector<double> margins_, at_end_;
  std::vector<double> inside_;  // margins at equal distances within the segment, instant by instant
  std::vector<double> row_;     // those of one watch, both ends among them
  bool forces_of_motion_ = false;  // have conditions
  std::vector<ClockState> clocks_;
  bool any_clock_ = false;
  std::vector<Dwell> dwells_;
  std::vector<char> elsewhere_;  // the sign of vt in laws that stick: see StickEvents
  std::vector<ChatterGuard> guards_;
  std::vector<ChatterGuard> rates_;              // the same, over a longer time
  std::vector<ChatterGuard> paces_;              // the same, counted in steps instead of seconds
  double segments_ = 0;                          // steps looked through so far
  static constexpr double steps_per_switch = 8;  // fewer than a motion between two switches takes
};

}  // namespace mbs
