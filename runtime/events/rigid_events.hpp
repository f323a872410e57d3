// Closed rigid contacts: finding the instants at which they let go, begin to slide or stop sliding.
#pragma once

#include <optional>
#include <vector>

#include "runtime/contact/geometry.hpp"
#include "runtime/integration/segment.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/scales/scales.hpp"

namespace mbs {

enum class RigidEventKind {
  opens,   // FN falls through 0
  stops,   // the sliding speed reaches 0
  slips,   // the force that holds the contact reaches its bound
  leaves,  // a corner comes past an end of the edge, or face, on which it stands
  rests    // the bounces that were left out when it closed would be over
};
struct RigidEvent {
  double t = 0;
  int contact = 0;
  RigidEventKind kind = RigidEventKind::opens;
};

// In space: the contact slides along `direction` from now on, or last did.
void remember_sliding(ContactMode& mode, const Vector3& direction, const Scales& scales);

class RigidEvents {
 public:
  RigidEvents(const Model& model, const Scales& scales, Mode& mode, Workspace& workspace);
  // Reads speeds afresh: at the start and after the solution was changed by hand.
  void restart(Instant now);
  // First event in (from, end of the segment].
  std::optional<RigidEvent> earliest(Segment& segment, double from);
  // Takes over the end of the segment as the present.
  void settle(Instant end);
  // Why the forces were not found at an instant of the segment looked through last, at which no
  // event of it keeps the run from coming by. What happens to contacts then is not known.
  const std::optional<Failure>& unsolved() const { return unsolved_; }
  // m/s, speeds of a contact that count as rest: by so much one that sticks may give way.
  double still(int contact) const;

 private:
  struct Tracker {
    double speed = 0;     // vt at the present, in the direction of sliding
    bool moving = false;  // has slid faster than `still` since it began to
    int sliding = 0;      // its direction
    double slack = 0;     // m/s, sliding backwards that does not count until it moves
  };
  // Positive while nothing happens: FN, what is left of the bound, N.
  double pressing(int contact, Instant now);
  double bound_of(int contact, Instant now);
  double rounding_of(int contact, Instant now) const;
  double nothing() const;
  double slack(int contact, Instant now);
  bool solve(Instant now);
  std::optional<RigidEvent> within(Segment& segment, double from, double to);
  std::optional<RigidEvent> stopping(int contact, Segment& segment, double from, double to);
  std::optional<RigidEvent> leaving(int contact, Segment& segment, double from, double to);
  double forward(int contact, Instant now) const;
  Vector3 sliding(int contact, Instant now) const;  // in space
  void aim(int contact, Instant now);               // in space: takes over the direction of sliding
  void find_ways(Instant now);                      // likewise
  // In space: what those that stick give way by.
  void share_patches(Instant now);
  void share_patch(int first, Instant now);
  void follow_speeds(Instant now);
  bool sticks(int contact) const;

  const Model& model_;
  const Scales& scales_;
  Mode& mode_;
  Workspace& workspace_;
  bool any_;  // contact is rigid
  std::vector<Tracker> trackers_;
  std::vector<double> bound_;     // N, of contacts that stick, in space
  std::vector<double> rounding_;  // m/s, of their sliding, when they were last shared
  std::vector<double>
      gives_way_;              // m/s, by which one that sticks, or stuck last, slides at its bound
  std::vector<double> rates_;  // y' at `solved_`
  std::optional<double> solved_;  // s
  std::optional<Failure> unsolved_;
};

}  // namespace mbs
