// What happens within a step, whatever kind it is of: which comes first, and who deals with it.
#pragma once

#include <optional>
#include <vector>

#include "runtime/events/condition.hpp"
#include "runtime/run/contact_changes.hpp"
#include "runtime/run/group_changes.hpp"
#include "runtime/run/switch_changes.hpp"
#include "runtime/run/watch_changes.hpp"

namespace mbs {

struct Occurrence {
  enum class Source { contact, group, stick, rigid, watch, condition };
  double t = 0;
  Source source = Source::contact;
  int index = 0;
  ContactEventKind kind = ContactEventKind::closes;
  StickEventKind stick = StickEventKind::stops;
  RigidEventKind rigid = RigidEventKind::opens;
};

class Occurrences {
 public:
  struct Changes {
    ContactChanges& contacts;
    GroupChanges& groups;
    WatchChanges& watches;
    SwitchChanges& switches;
    RigidChanges& rigid;
    RigidEvents& pressed;
  };
  Occurrences(Present& now, const ContactChanges::Parts& parts, const Changes& changes);
  // Takes conditions as they are at the start. Of a run that begins anew, those of events that
  // switch something act at once if they hold.
  void begin(bool anew);
  // The blow that a run begins with.
  void strike();
  // Stops at this condition, too, perhaps at once; an invalid one is none.
  void watch_for(NodeId until);
  void forget_until() { until_.reset(); }
  bool any_conditions() const { return !conditions_.empty() || until_; }

  // The first in the last step after `from`.
  std::optional<Occurrence> next(double from);
  // Deals with what happens at the present.
  void apply(const Occurrence& event);
  // The same of a condition of time alone that is due.
  void apply_due();
  // Has `until` come true?
  bool halted() const { return halted_; }

 private:
  std::vector<Occurrence>& first_of_each(double from);
  void deal_with(const Occurrence& event);
  void fire(int condition);
  void settle();
  void fire_true();
  Condition::Context context() { return {now_.model, now_.mode, now_.run.energy, now_.workspace}; }

  Present& now_;
  ContactEvents& contacts_;
  StickEvents& sticking_;
  WatchEvents& watch_;
  Changes changes_;
  std::vector<Condition> conditions_;
  std::optional<Condition> until_;
  std::vector<Occurrence> coming_;  // scratch
  bool halted_ = false;             // by `until`: only this advance is over
  bool stopped_ = false;  // by an event's action, once all of the instant has been dealt with
};

}  // namespace mbs
