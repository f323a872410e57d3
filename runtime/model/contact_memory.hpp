// What a contact remembers, and all that changes it. It does so at accepted events alone.
#pragma once

#include <algorithm>
#include <array>

namespace mbs {

struct ContactMemory {
  bool off = false;       // switched off: it cannot close, and exerts nothing
  bool armed = false;     // closed: the force may act
  bool resting = false;   // quasi-rest: delta is the gap state s instead of the kinematic gap
  bool loading = true;    // the gap has shrunk since the last turn
  bool pressed = false;   // rigid and closed: FN is the multiplier that keeps the gap at 0
  bool sticking = false;  // nothing slides: FT is the force that this takes
  // While sticking: the contact whose multiplier holds this one too; -1: its own.
  int leader = -1;
  // While pressed: others hold it already along the normal, or along the tangent; it is said to
  // take `share_N`, or `share_T`, of the load, N.
  bool spare_N = false, spare_T = false;
  double share_N = 0, share_T = 0;
  // While pressed, of a sharp corner or a bare point: the edge, or in space the face, of the other
  // body on which it stands; -1: whatever is nearest.
  int edge = -1;
  // s, while pressed: until then it would have bounced, ever faster and lower, and is not said to
  // be closed; 0: it is.
  double settles = 0;
  // m, of a rigid one that is open: the height of the hop that it begins; 0: not known.
  double hop = 0;
  // In space, while sticking: the axis of the world that its two tangents are taken from, and how
  // much more than a contact alone it gives way, so that those of one patch share a push.
  int axis = 0;
  double softness = 1;
  int patch = -1;  // the contact by whose sliding that of this one is reckoned; -1: its own
  // Sign of vt that a law with sticking sees while sliding; 0: not known yet.
  int direction = 0;
  // In space, where an event ends sliding and there alone: the direction and the speed that
  // ContactMode has in `ahead` and `slow`, which are not recorded. At rest sliding has no
  // direction, and what friction exerts just before has this one.
  std::array<double, 3> heading{};
  double heading_slow = 0;
  double v_impact = 0;  // m/s, > 0: gap closing speed when this contact began
  double deepest = 0;   // m, largest penetration up to the last turn
  // m, radii of curvature where this contact began; of circles and planes always those.
  double R1 = 0, R2 = 0;
  bool operator==(const ContactMemory&) const = default;

  // Closes at this speed of approach. Nothing is left of the contact before but the radii.
  void begin(double approach) { *this = {.armed = true, .v_impact = approach, .R1 = R1, .R2 = R2}; }
  // Opens; reports still see at which speed it had closed.
  void end() {
    armed = resting = pressed = spare_N = false;
    slip();
    direction = 0;
    edge = -1;
    settles = hop = 0;
  }
  void rest() { resting = true; }
  // The gap rate has changed its sign at this penetration.
  void turn(double delta) { deepest = largest(delta); }
  // Largest penetration so far, if it is `delta` now.
  double largest(double delta) const { return std::max(deepest, delta); }
  bool deeper(double delta) const { return delta > deepest; }
  void stick() { sticking = true; }
  void slip() {
    sticking = false;
    leader = -1;
    softness = 1;
    patch = -1;
    spare_T = false;
  }
};

}  // namespace mbs
