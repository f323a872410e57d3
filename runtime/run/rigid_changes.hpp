// What happens to rigid contacts: they strike, close, stick, slip, open.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runtime/record/findings.hpp"
#include "runtime/run/ending.hpp"
#include "runtime/run/restart.hpp"
#include "runtime/run/rigid_blows.hpp"
#include "runtime/run/rigid_modes.hpp"
#include "runtime/run/stick_modes.hpp"

namespace mbs {

class RigidChanges {
 public:
  struct Parts {
    ContactEvents& contacts;
    ImpactLog& impacts;
    RigidEvents& events;
    Restart& restart;
    Ending& ending;
    LawWatch& laws;
    StickEvents& sticking;
    WatchEvents& watch;
  };
  RigidChanges(Present& now, const Parts& parts);
  bool any() const { return !touch_.contacts().empty(); }
  // Modes of the start of a run. True if it begins with a blow: then they are those before it, of
  // what rests, and `apply` has to follow.
  bool begin();
  // Blows and modes of the present: at the start, where a gap has closed, where speeds have jumped.
  // The caller starts anew from here.
  void decide(std::optional<RigidEvent> cause);
  // The same at an event, and the start from it.
  void apply(std::optional<RigidEvent> cause);
  // After this contact has begun to stick or to turn: if it resists turning at rigid contacts, what
  // these do with it.
  void follow_turning(int contact);
  // At the end of the segment measured last: nothing open overlaps, and the forces of what is
  // closed are known, else the run fails.
  void check(Instant end);

 private:
  bool close_slow();
  bool stay_with(std::vector<bool>& stays);   // by touching contact
  bool stop(const std::vector<bool>& stays);  // by touching contact
  bool stop_what_approaches(std::vector<bool> stays);
  void steady();
  bool add_closed(std::vector<int>& closed, std::vector<bool>& stuck);
  bool let_open(std::vector<int>& closed, std::vector<bool>& stuck);
  double restitution(int contact, double v) const;
  bool ends_here(int contact, double v, double a) const;
  double end_of_bounces(int contact, double v, double a) const;
  void rest(int contact);
  void note_changed(std::optional<RigidEvent> cause);
  bool without_end();
  bool settle(std::optional<RigidEvent> cause);
  bool strike();
  bool settle_again();
  bool settle_turning();
  bool jam();
  bool jammed_by(int contact, const std::string& what);
  bool fail_without_forces();  // false
  void fail_unseen(const UnseenOverlap& overlap, Instant end);
  void begin_row(int contact);
  void finish_rows();
  void go_on(bool decided);
  std::vector<int> leaving() const;
  std::vector<int> approaching();
  void settle_without(const std::vector<int>& left_out);

  Present& now_;
  Parts parts_;
  RigidTouch touch_;
  RigidLimits limits_;
  RigidBlows blows_;
  RigidModes modes_;
  StickModes sticking_;
  std::vector<double> times_;    // s, of the last changes, in turn
  std::vector<double> changed_;  // s, by contact: when its mode changed last
  std::size_t count_ = 0;        // of changes
  std::vector<int> let_open_;    // at this instant, as they part
  int jams_ = 0;                 // likewise
};

}  // namespace mbs
