// Closing and opening of contacts among many: what is near, what touches, and when that is worth a
// restart of the solver.
//
// A restart costs the solver its order. Where pairs close in each other's time, a pair that is
// about to close is made ready beforehand: its force acts as soon as the shapes overlap, with the
// present approach speed for `v_impact`, which is put right once the contact has begun. Laws whose
// force begins at 0 leave the history of the solution valid.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/contact/group_places.hpp"
#include "runtime/integration/integrator.hpp"
#include "runtime/integration/segment.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/scales/scales.hpp"

namespace mbs {

struct GroupEvent {  // one that calls for a restart
  double t = 0;
  int group = 0;
  NearPair pair;
};

class GroupEvents {
 public:
  GroupEvents(const Model& model, const Scales& scales, Mode& mode, Workspace& workspace,
              Integrator& integrator);
  // Closes what touches at the start of a run, and looks for what is near.
  void begin(Instant now);
  // Takes up the present anew: at the start and after the solution was changed by hand.
  void restart(Instant now);
  // Looks through a new segment.
  void measure(Segment& segment);
  std::optional<GroupEvent> earliest() const;
  // What touches at an event closes, what has left opens; the solver is to start anew.
  void apply(const GroupEvent& event, Instant now);
  // Takes over the end of the segment as the present. True if the mode has changed.
  bool settle(Instant end, double step);
  // Everything that closed or opened since it was asked last.
  std::span<const GroupChange> changes() const { return changes_; }
  void forget_changes() { changes_.clear(); }
  std::string name(const GroupChange& change) const;

 private:
  struct Soft {  // found in the segment; takes place without a restart
    int near = 0;
    double t = 0, speed = 0;
  };
  struct Group {
    std::vector<NearPlace> before, now;  // of each member at both ends of the segment
    NearPairs near;
    std::vector<int> live;  // by near pair: its place in the mode, or -1
    std::vector<Soft> soft;
    std::vector<GroupEvent> hard;
    std::vector<char> jumps;  // by near pair: its force does not begin at 0
  };

  Approach approach_at(int group, const NearPair& pair, const double* y) const;
  Approach approach_in(int group, const NearPair& pair, Segment& segment, double t) const;
  void list_renewed(int group);
  void index_live(int group);
  void inspect(int group, int near, Segment& segment);
  void closes(int group, int near, Segment& segment, double to);
  void close(int group, int near, double t, double speed);
  double slow_of(int group, const NearPair& pair) const;
  void open(int group, int near, double t, double speed);
  void forget_open(int group);
  void ready(int group, double step);
  bool dense(double t) const;
  void count_hit(double t);

  const Model& model_;
  Mode& mode_;
  Integrator& integrator_;
  std::vector<Group> groups_;
  const Scales& scales_;
  std::vector<char> law_jumps_;  // by law
  std::vector<GroupChange> changes_;
  double length_ = std::numeric_limits<double>::infinity();  // s, of the shortest impact
  double pace_ = 0;  // lengths between two closings, a running mean
  double last_ = 0;  // s, the last closing
};

}  // namespace mbs
