// Where rigid bodies are not enough: blows that real ones could not tell apart, forces that rigid
// ones leave open. Told once for each contact.
#pragma once

#include <vector>

#include "runtime/run/present.hpp"

namespace mbs {

class RigidLimits {
 public:
  explicit RigidLimits(Present& now);
  // A blow at the present, m/s: does it follow the one before sooner than the bodies would touch if
  // they were elastic (Hertz)? Only blows that are not slow beside the contact's fastest count: a
  // bouncing that dies down always ends so.
  void struck(int contact, double v_in);
  // A closed contact whose force is not unique, if a result asks for it.
  void shares(int contact);
  // One that touches where joints let nothing part.
  void held_by_joints(int contact);

 private:
  Present& now_;
  std::vector<double> last_, fastest_;  // s, m/s, by contact
  // For FN, FT or the force of this contact, also as a part of a sum, or alone.
  std::vector<bool> asked_, asked_alone_;
};

}  // namespace mbs
