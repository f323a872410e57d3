// Contacts in space that linger where sliding ends, under friction that jumps there and cannot
// stick: its direction turns about at every step. From then on such a contact has none at rest, see
// runtime/contact/kinematics_in_space.hpp, until it opens; in the plane a condition of the law
// chatters instead (runtime/events/watch_events.hpp).
#pragma once

#include <vector>

#include "runtime/run/restart.hpp"

namespace mbs {

class Lingering {
 public:
  Lingering(Present& now, Restart& restart);
  // After a step. The solver starts anew where a contact has begun to linger.
  void follow(Instant end);

 private:
  struct Slider {
    int contact = 0;
    int crawled = 0;  // steps, one after the other, at whose ends it hardly slides
  };
  bool lingers(Slider& slider, Instant end);
  Present& now_;
  Restart& restart_;
  std::vector<Slider> sliders_;
};

}  // namespace mbs
