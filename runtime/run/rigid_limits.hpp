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
  // What of a closed contact's force is not unique. Friction: FT alone. Squeezed: FN only for what
  // friction may hold against it.
  enum class Loose { normal, friction, squeezed };
  bool asks(int contact) const { return FN_[contact] || FT_[contact]; }  // does a result?
  // Tells of it, if a result asks for that.
  void not_unique(int contact, Loose what);
  // One that touches where joints let nothing part. They and drives have what it would take of the
  // load, and its friction.
  void held_by_joints(int contact);

 private:
  Present& now_;
  std::vector<double> last_, fastest_;  // s, m/s, by contact
  // Whether results ask for FN, FT or the force of this contact, and not for sums alone of those of
  // the parts of a clearance.
  std::vector<bool> FN_, FT_, alone_;
  bool loads_;  // whether they ask for what joints and drives carry
};

}  // namespace mbs
