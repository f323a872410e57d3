// Sticking and sliding of contacts whose law can do both: finding the instants at which one becomes
// the other, and deciding which it is to be.
#pragma once

#include <optional>
#include <vector>

#include "runtime/contact/bearing.hpp"
#include "runtime/integration/segment.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/numerics/chatter.hpp"
#include "runtime/scales/scales.hpp"

namespace mbs {

enum class StickEventKind {
  stops,   // the sliding speed reaches 0
  yields,  // the force that holds the contact reaches its bound
};
struct StickEvent {
  double t = 0;
  int contact = 0;
  StickEventKind kind = StickEventKind::stops;
};
struct StickChange {
  int contact = 0;
  const char* what = "";  // "sticks", "slips", "reverses"
};

class StickEvents {
 public:
  StickEvents(const Model& model, const Scales& scales, Mode& mode, Workspace& workspace);

  // Reads speeds afresh: at the start and after the solution was changed by hand.
  void restart(Instant now);
  // First event in (from, end of the segment].
  std::optional<StickEvent> earliest(Segment& segment, double from);
  // Takes over the end of the segment as the present.
  void settle(Instant end);

  // Decides anew, contact by contact, for all that are at rest; `cause` is what happened, if it was
  // one of these events. Contacts that just closed learn their direction. All are held first, the
  // one that is overloaded most is let go, and so on: each leaves once, so this ends. False if the
  // forces could not be evaluated; `workspace.failure` says why.
  bool decide(Instant now, std::optional<StickEvent> cause, std::vector<StickChange>& changes);
  // Velocities have jumped: what moves along now sticks no longer, and learns its direction anew.
  void release(Instant now);
  // The contact is held whatever it takes for a moment as it switches too often. Asked once.
  std::optional<int> take_chatter();

 private:
  struct Tracker {
    double slack = 0;             // m/s, sliding backwards that does not count until it moves
    bool moving = false;          // has slid faster than `still` since it was let go
    double speed = 0, slope = 0;  // vt and its rate at the present
    double held_until = 0;        // s, no bound counts before
    double pause = 0;             // s, how long it is held the next time it chatters
    bool jumped = false;          // stuck before the velocities jumped
    // In space: has slid faster than where its direction counts since it stopped last; how often it
    // has not; it is held softly, see `crawls`.
    bool fast = true;
    int crawled = 0;
    bool soft = false;
    bool given = false;  // a joint that stands, or moves, whatever force acts on it
    ChatterGuard guard;
  };
  double still() const;  // m/s, speeds that count as rest
  double grip()
      const;  // m/s, the same of a contact that stops: holding it may change its speed so much
  bool sliding(int contact) const;
  bool any_way(int contact) const;  // see slides_any_way
  bool crawls(int contact, double speed);
  Vector3 slip(int contact, Instant now) const;              // m/s, of what slides any way
  double held_size(int contact, const double* rates) const;  // N, of all that hold it
  double speed(int contact, Instant now) const;
  double motion(int contact, Instant now) const;  // m/s, how fast it slides in whatever direction
  // In space: takes over the direction of sliding, or the given one.
  void aim(int contact, Instant now);
  void aim_along(int contact, const double* direction);
  double slope(int contact, Instant now);
  double excess(int contact, Instant now);
  double true_excess(int contact, Instant now);
  std::optional<StickEvent> stopping(int contact, Segment& segment, double from);
  std::optional<StickEvent> yielding(int contact, Segment& segment, double from);

  void pause_if_chattering(int contact, Instant now);
  bool reverse_if_forced(int contact, Instant now);
  bool reverse_along_if_forced(int contact, Instant now);
  bool reverse_any_way_if_forced(int contact, Instant now);
  void set_off(int contact, int direction, Instant now);
  double softened(int contact, double bound) const;
  void hold_resting(Instant now, std::optional<StickEvent> cause);
  void hold_neighbours(Instant now);
  void join_groups(Instant now);
  void soften_turnings();
  void share_patches(Instant now);
  void let_go(int leader, double force, Instant now);
  // In space: along what holds the contact, or along its acceleration.
  void aim_by_force(int contact);  // the poses must be set
  void slide(int contact, int direction);
  void stick(int contact, Instant now);
  HeldWays ways(int contact);  // the poses must be set, as for the next
  Vector3 push_any_way(int contact);
  int most_overloaded(Instant now, double& force);
  int wrongly_sliding(Instant now);
  double largest_acceleration() const;
  bool solve(Instant now);

  const Model& model_;
  Mode& mode_;
  Workspace& workspace_;
  const Scales& scales_;
  std::vector<int> contacts_;  // those that can stick
  std::vector<Tracker> trackers_;
  // Scratch of a decision: y', the modes before it, which were let go, which were taken back.
  std::vector<double> rates_;
  std::vector<ContactMemory> before_;
  std::vector<char> released_, again_;
  std::vector<int> order_;
  std::vector<double> bounds_;  // of those in order_, N
  std::optional<int> chatter_;
};

}  // namespace mbs
