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
  // Flips a condition. True the first time that it is set free because it chatters: from then on it
  // is decided anew in every evaluation.
  bool flip(int watch, double t);
  int owner(int watch) const { return watches_.owner[watch]; }
  std::size_t switches(int watch) const { return guards_[watch].count(); }

 private:
  double& flag(int watch);
  bool asleep(int watch);  // live, followed elsewhere, or of an open contact
  double margin(int watch, Instant now);

  const Model& model_;
  const Watches& watches_;
  Mode& mode_;
  Workspace& workspace_;
  std::vector<double> margins_, at_end_;
  std::vector<char> live_;
  std::vector<char> elsewhere_;  // the sign of vt in laws that stick: see StickEvents
  std::vector<ChatterGuard> guards_;
  std::vector<ChatterGuard> paces_;              // the same, counted in steps instead of seconds
  double segments_ = 0;                          // steps looked through so far
  static constexpr double steps_per_switch = 8;  // fewer than a motion between two switches takes
};

}  // namespace mbs
