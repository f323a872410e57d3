// Closing, opening, turning of contacts: finding them in an accepted step, and what they change.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "runtime/contact/forces.hpp"
#include "runtime/events/arch.hpp"
#include "runtime/events/impacts.hpp"
#include "runtime/events/near_contacts.hpp"
#include "runtime/integration/segment.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/numerics/chatter.hpp"
#include "runtime/scales/scales.hpp"

namespace mbs {

enum class ContactEventKind {
  closes,  // the gap falls to 0 or below
  opens,   // the gap rises above 0
  turns,   // the gap rate changes sign while closed
  peaks,   // the normal force has a maximum; noted, changes nothing
};
struct ContactEvent {
  double t = 0;
  int contact = 0;
  ContactEventKind kind = ContactEventKind::closes;
};

// Follows all contacts of a run. Which contacts are closed is never inferred from found roots
// alone: after every step the gap's sign is compared with the mode, and a difference is traced back
// to its instant. Of many contacts only those that are near are looked at.
class ContactEvents {
 public:
  ContactEvents(const Model& model, const Scales& scales, Mode& mode, ImpactLog& impacts,
                Workspace& workspace);

  // From here on contacts by force begin at the ends of steps that go no deeper, m.
  void begin_by_steps(double deepest) { deepest_ = deepest; }
  long steps_not_taken() const { return not_taken_; }

  // Reads gaps and rates afresh: at the start and after the solution was changed by hand.
  void restart(Instant now);
  // Evaluates contacts at the end of a new segment, where the workspace has the bodies placed.
  void measure(Segment& segment);
  // First event in (from, end of the segment]. Every contact is searched once in a segment, and
  // again only after an event of its own.
  std::optional<ContactEvent> earliest(Segment& segment, double from);
  // What the search of this contact went by has changed; -1: that of all.
  void reconsider(int contact);
  // Takes over the end of the segment as the present; call when all its events are dealt with.
  // True if what the mode says of a contact has changed (nothing that a force depends on).
  bool settle(Instant end);
  // What closed contacts show where the run ends within a segment, or one is switched off: their
  // rows of the impact table go as far as this.
  void take_stock(Instant now);
  void take_stock_of(int contact, Instant now);

  // What events change. `close` latches the impact speed; closed without approach it is 0.
  void close(int contact, Instant now);
  void open(int contact, Instant now);
  // The memory of laws that have one. Returns true if it has been frozen because it chatters.
  bool turn(int contact, Instant now);
  void peak(int contact, Instant now);
  // s; events of a contact that are no further apart count as one instant.
  double one_instant(int contact, ContactEventKind kind) const;
  // Does a contact whose law has a memory turn at t, in the segment measured last?
  bool turns_at(int contact, double t) const;

  // Does any contact rest, or has it come to that by t? Of those that give way.
  bool any_rests(double t) const;
  // The next contact that has turned often enough, or been closed for long, to count as resting.
  std::optional<int> settled_to_rest(double t) const;
  void rest(int contact, Instant now);  // caller has set the gap state
  // Contacts that may be closed, in order: the others are apart.
  std::span<const int> awake() const { return near_.awake(); }
  bool is_awake(int contact) const { return near_.is_awake(contact); }
  // Gap as the mode sees it: the gap state of a resting contact, else the smooth gap.
  double gap(int contact, Instant now) const;
  double rate(int contact, Instant now) const;
  ContactMotion motion(int contact, Instant now) const;  // both at once
  // The state of a contact that may act, at the end of the segment measured last.
  const ContactState& end_state(int contact) const { return trackers_[contact].end_state; }
  double end_gap(int contact) const { return trackers_[contact].end_gap; }  // m, of any awake
  // A rigid one that slides past an end of its edge meets nothing until then, s.
  void pass_by(int contact, double until) { trackers_[contact].passes_until = until; }
  // The next contact whose force has jumped from one corner of a polygon to another while it was
  // closed.
  std::optional<int> take_passed();

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr double slope_fraction = 1e-3;  // of a step, over which a force's slope is taken
  struct Tracker {
    bool approaching = true;  // gap rate < 0
    bool rising = true;       // of the normal force
    bool frozen_memory = false;
    // m, of a rigid one that has not been apart since it opened: what rounding makes of a gap of 0,
    // or the errors of steps if it was let go, with no speed to leave.
    double slack = 0;
    bool let_go = false;
    int turns = 0;
    int search = 0;                                // number of the search whose result counts
    double turn = infinity;                        // s, of the law's memory in this segment
    double since = 0;                              // s, when it closed
    double passes_until = -infinity;               // s
    double FN = 0;                                 // N, at the present
    double impulse = 0;                            // N s, at the present
    double gap = 0, rate = 0;                      // at the present, smooth
    Vector3 way = Vector3::Zero(), end_way = way;  // m/s, of one centre beside the other
    // At the end of the segment under inspection.
    double end_gap = 0, end_rate = 0, end_FN = 0, end_impulse = 0;
    double most_FN = 0;  // N, no maximum inside is larger
    bool end_rising = true;
    int corner = -1;      // that the force acts at
    bool passed = false;  // from another one
    ContactState end_state;
    ChatterGuard chatter;
  };
  bool has_settled(int contact, double t) const;
  struct Found {
    ContactEvent event;
    int search = 0;  // of its contact; an older one than the tracker's does not count
    // For a heap with the earliest on top, the first contact of those at one time.
    friend bool operator<(const Found& a, const Found& b) {
      return a.event.t != b.event.t ? a.event.t > b.event.t : a.event.contact > b.event.contact;
    }
  };
  void search(int contact, Segment& segment, double from);
  Instant near(int contact, Segment& segment, double t) const {
    return segment.at(t, unknowns_[contact]);
  }
  Instant motion_near(int contact, Segment& segment, double t) const {
    return segment.motion_at(t, unknowns_[contact]);
  }
  // Within a segment: both at once, or one of them.
  ContactMotion motion_at(int contact, Segment& segment, double t) const;
  double gap_at(int contact, Segment& segment, double t) const {
    return motion_at(contact, segment, t).gap;
  }
  double rate_at(int contact, Segment& segment, double t) const {
    return motion_at(contact, segment, t).rate;
  }
  // Part of a segment; gap and rate at its end.
  struct Piece {
    double from = 0, to = 0;
    bool approaching = false;  // at its start
    double gap = 0, rate = 0;
  };
  // Positive while an open contact stays so: its gap, m; of a rigid one that has hardly left, with
  // what rounding may make of 0.
  double openness(int contact, double gap, double rate) const;
  double open_gap(int contact, Segment& segment, double t) const;
  void begin_open(int contact, double gap, double rate);
  void begin_woken(int contact, Segment& segment);
  int pieces_of(int contact, const Segment& segment, double from) const;
  std::optional<ContactEvent> in_open(int contact, Segment& segment, double from);
  std::optional<ContactEvent> at_end_of_step(int contact, Segment& segment, double from);
  std::optional<ContactEvent> closing(int contact, Segment& segment, const Piece& piece);
  std::optional<ContactEvent> in_closed(int contact, Segment& segment, double from);
  std::optional<ContactEvent> turning(int contact, Segment& segment, double from);
  std::optional<ContactEvent> peaking(int contact, Segment& segment, double from);
  double locate_gap(int contact, Segment& segment, double from, double to);
  double locate_rate(int contact, Segment& segment, double from, double to,
                     double precision = 1e-13);
  Arch arch(int contact, const Segment& segment) const;
  double top_of_force(int contact, Segment& segment);
  double turn_of_gap(int contact, Segment& segment, double from, double to);
  bool rises(int contact, Segment& segment);
  double force(int contact, Instant now);
  double force_off(int contact, Instant now, double x);
  bool remembers(int contact) const;
  bool rigid(int contact) const { return model_.contacts[contact].rigid(); }
  void follow(int contact, double rate);

  const Model& model_;
  const Scales& scales_;
  Mode& mode_;
  ImpactLog& impacts_;
  Workspace& workspace_;
  NearContacts near_;
  std::vector<Tracker> trackers_;
  std::vector<std::vector<int>> unknowns_;  // that each contact depends on
  std::vector<Found> found_;                // heap
  std::vector<int> reconsidered_;           // contacts to be searched again
  bool searched_ = false;                   // the present segment has been
  std::vector<double> nearby_;              // scratch: y a little earlier or later
  double look_back_ = 0;                    // s, to it
  std::optional<double> deepest_;           // m
  long not_taken_ = 0;
};

}  // namespace mbs
