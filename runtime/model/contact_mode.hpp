// What a run knows of a contact, and of a pair of a group, between events. As for ContactMemory,
// anyone reads and what happens to it is a function.
#pragma once

#include <array>

#include "runtime/model/contact_memory.hpp"
#include "runtime/model/watch_flags.hpp"

namespace mbs {

struct ContactMode : ContactMemory {
  WatchFlags flags;  // of its law
  // In space, of one that slides under a law that can stick: along which direction it last did, and
  // the speed below which that counts, m/s (runtime/contact/kinematics_in_space.hpp). Recorded as
  // ContactMemory::heading alone.
  Kept<std::array<double, 3>> ahead = std::array<double, 3>{};
  Kept<double> slow = 0;

  // It slides along this unit vector.
  void aim(const std::array<double, 3>& along, double slow_below) {
    ahead = along, slow = slow_below;
  }
  // It has no direction any more.
  void lose_way() { slow = 0; }
  // A record has where a contact slides to only where that is kept in its memory.
  void aim_as_recorded() { aim(heading, heading_slow); }
  void recall(const ContactMemory& recorded) {
    static_cast<ContactMemory&>(*this) = recorded;
    aim_as_recorded();
  }
};

// What a pair of a group remembers: from just before it closes until it has opened.
struct PairMode {
  int first = 0, second = 0;  // members of the group, first < second
  Kept<bool> closed = false;  // else about to: the force acts as soon as they overlap
  Kept<double> v_impact = 0;  // m/s, > 0; what it is now while the pair is about to close
  Kept<double> slow = 0;      // m/s, sliding below which friction fades; 0: it does not
  bool operator==(const PairMode&) const = default;

  // Is about to close, or closes, at this speed.
  void approach(double speed) { v_impact = speed; }
  void close() { closed = true; }
  void open() { closed = false; }
};

}  // namespace mbs
