// Rows of joints in space that hold something together: which of them act changes with the motion.
#pragma once

#include "runtime/run/restart.hpp"

namespace mbs {

class RowChanges {
 public:
  // null: the integrator remembers nothing and needs no restart
  RowChanges(Present& now, Restart* restart);
  // After a step: has the mechanism turned so far that other rows hold it better? A solver with a
  // memory starts anew with these then.
  void follow(Instant end);
  // The solver cannot go on: can it with other rows?
  bool rescue();

 private:
  bool choose(Instant here);
  Present& now_;
  Restart* restart_;
  SwitchedPtr seen_;              // what acted when it was looked at
  double turned_ = 0, wait_ = 0;  // rad, since it was looked at and until it is next
  double last_ = 0;               // s
};

}  // namespace mbs
