// What a contact remembers, and all that changes it. It does so at accepted events alone.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>

namespace mbs {

struct ContactMode;  // runtime/model/contact_mode.hpp
struct PairMode;

// What anyone may read, as the value that it is, and its owner alone writes.
template <class T>
class Kept {
 public:
  constexpr Kept(T value) : value_(value) {}
  constexpr Kept(const Kept&) = default;
  constexpr operator T() const { return value_; }
  constexpr const T* operator->() const { return &value_; }
  // Numbers are compared as what they are.
  friend bool operator==(const Kept&, const Kept&) requires(!std::is_arithmetic_v<T>) = default;

 private:
  friend struct ContactMemory;
  friend struct ContactMode;
  friend struct PairMode;
  constexpr Kept& operator=(const Kept&) = default;
  T value_;
};

struct ContactMemory {
  Kept<bool> off = false;       // switched off: it cannot close, and exerts nothing
  Kept<bool> armed = false;     // closed: the force may act
  Kept<bool> resting = false;   // quasi-rest: delta is the gap state s instead of the kinematic gap
  Kept<bool> loading = true;    // the gap has shrunk since the last turn
  Kept<bool> pressed = false;   // rigid and closed: FN is the multiplier that keeps the gap at 0
  Kept<bool> sticking = false;  // nothing slides: FT is the force that this takes
  // The contact whose multiplier holds this one too, while both stick; -1: its own.
  Kept<int> leader = -1;
  // Others hold a pressed contact already along the normal, or along the tangent; it is said to
  // take `share_N`, or `share_T`, of the load, N.
  Kept<bool> spare_N = false, spare_T = false;
  Kept<double> share_N = 0, share_T = 0;
  // The edge, or in space the face, of the other body on which a sharp corner or a bare point
  // stands while it is pressed; -1: whatever is nearest.
  Kept<int> edge = -1;
  // s, while pressed: until then it would have bounced, ever faster and lower, and is not said to
  // be closed; 0: it is.
  Kept<double> settles = 0;
  // m, of a rigid contact that is open: the height of the hop that it begins; 0: not known.
  Kept<double> hop = 0;
  // In space, while sticking: the axis of the world that its two tangents are taken from, and how
  // much more than a contact alone it gives way, so that those of one patch share a push.
  Kept<int> axis = 0;
  Kept<double> softness = 1;
  Kept<int> patch = -1;  // the contact by whose sliding that of this one is reckoned; -1: its own
  // m/s, of a rigid contact that has all of its friction and does not slide all the same: below
  // this speed it is said to be stuck; 0: it is not.
  Kept<double> rests_below = 0;
  // Sign of vt that a law with sticking sees while sliding; 0: not known yet.
  Kept<int> direction = 0;
  // In space, of samples at which it hardly slides, and where an event ends sliding: the direction
  // and the speed that ContactMode has in `ahead` and `slow`. At rest sliding has no direction, and
  // what friction exerts has this one.
  Kept<std::array<double, 3>> heading = std::array<double, 3>{};
  Kept<double> heading_slow = 0;
  Kept<double> v_impact = 0;  // m/s, > 0: gap closing speed when this contact began
  Kept<double> deepest = 0;   // m, largest penetration up to the last turn
  // m, radii of curvature where this contact began; of circles and planes always those.
  Kept<double> R1 = 0, R2 = 0;
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
  void switch_off() {
    end();
    off = true;
  }
  void switch_on() { off = false; }
  void curve(double first, double second) { R1 = first, R2 = second; }
  // Is struck while it is closed, or about to close, at this speed of approach.
  void strike(double approach) { v_impact = approach; }

  // The motion from here on.
  void approach(bool approaches) { loading = approaches; }
  void rest() { resting = true; }
  // The gap rate has changed its sign at this penetration.
  void turn(double delta) { deepest = largest(delta); }
  // Largest penetration so far, if it is `delta` now.
  double largest(double delta) const { return std::max<double>(deepest, delta); }
  bool deeper(double delta) const { return delta > deepest; }

  // The multiplier holds a rigid contact closed, or no longer.
  void press() { armed = pressed = true, resting = false; }
  void release() { pressed = false; }
  void stand_on(int there) { edge = there; }
  void hop_to(double height) { hop = height; }
  void settle_at(double t) { settles = t; }
  void settle() { settles = 0; }
  void spare_normal(bool held) { spare_N = held; }
  void spare_tangent(bool held) { spare_T = held; }
  void take_normal(double force) { share_N = force; }
  void take_tangent(double force) { share_T = force; }

  void stick() { sticking = true; }
  void rest_below(double speed) { rests_below = speed; }
  void slip() {
    sticking = false;
    rests_below = 0;
    leader = -1;
    softness = 1;
    patch = -1;
    spare_T = false;
  }
  // Which way it slides: 1 or -1; 0: it does not.
  void slide(int way) { direction = way; }
  // Up to this instant it slides along `ahead`, where `slow` (m/s) is nothing beside.
  void head(std::array<double, 3> ahead, double slow) { heading = ahead, heading_slow = slow; }
  void forget_heading() { head({}, 0); }
  void follow(int contact) { leader = contact; }
  void lead() { leader = -1; }
  void tangents_from(int of_world) { axis = of_world; }
  void join(int first) { patch = first; }
  void soften(double by) { softness = by; }
  // Sticks, or slides, as another does, and is otherwise what it was.
  void hold_as(const ContactMemory& other) {
    sticking = other.sticking;
    leader = other.leader;
    axis = other.axis;
    softness = other.softness;
    patch = other.patch;
    direction = other.direction;
  }
};

}  // namespace mbs
