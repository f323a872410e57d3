// Conditions inside laws, drives and forces: frozen between the instants at which they change.
#pragma once

#include <optional>
#include <vector>

#include "runtime/chatter.hpp"
#include "runtime/dynamics.hpp"
#include "runtime/segment.hpp"

namespace mbs {

struct WatchEvent {
  double t = 0;
  int watch = 0;
};

class WatchEvents {
 public:
  WatchEvents(const Model& model, Mode& mode, Workspace& workspace);
  // Freezes every condition of a contact (-1: of drives and forces) as it is now.
  void freeze(int owner, Instant now);
  std::optional<WatchEvent> earliest(Segment& segment, double from);
  // Flips a condition. True the first time that it chatters: from then on it keeps each value for a
  // while, so that the motion goes on in steps and takes the mean of both branches.
  bool flip(int watch, double t);
  int owner(int watch) const { return watches_.owner[watch]; }
  std::size_t switches(int watch) const { return guards_[watch].count(); }

 private:
  double& flag(int watch);
  bool asleep(int watch);  // followed elsewhere, or of an open contact
  double margin(int watch, Instant now);
  bool chatters(int watch, double t);

  // How long a chattering condition keeps its value, s: longer, the longer it goes on. At the end
  // the motion strays by the distance it covers in `longest`, and a second takes 1e4 switches.
  static constexpr double shortest = 1e-7, longest = 1e-4;
  static constexpr int switches_per_doubling = 200;
  struct Dwell {
    double length = 0;  // s; 0: does not chatter
    double end = 0;     // no switch before
    int switches = 0;   // with this length
    bool told = false;
  };

  const Model& model_;
  const Watches& watches_;
  Mode& mode_;
  Workspace& workspace_;
  std::vector<double> margins_, at_end_;
  std::vector<Dwell> dwells_;
  std::vector<char> elsewhere_;  // the sign of vt in laws that stick: see StickEvents
  std::vector<ChatterGuard> guards_;
  std::vector<ChatterGuard> rates_;              // the same, over a longer time
  std::vector<ChatterGuard> paces_;              // the same, counted in steps instead of seconds
  double segments_ = 0;                          // steps looked through so far
  static constexpr double steps_per_switch = 8;  // fewer than a motion between two switches takes
};

}  // namespace mbs
