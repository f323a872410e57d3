// Rigid contacts at one instant: those that touch, and what counts as rest there.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "runtime/equations/rigid.hpp"
#include "runtime/events/contact_events.hpp"
#include "runtime/run/present.hpp"

namespace mbs {

class RigidTouch {
 public:
  struct Touch {
    RigidRows rows;
    bool pressed = false;  // before
  };
  RigidTouch(Present& now, const ContactEvents& events);
  const std::vector<int>& contacts() const { return contacts_; }  // the rigid ones
  // The modes that a decision begins with.
  void remember();
  std::vector<ContactMemory> remembered() const { return before_; }
  void recall(std::vector<ContactMemory> before) { before_ = std::move(before); }
  const ContactMemory& before(int contact) const { return before_[contact]; }
  // Those that touch, at the present velocities.
  void find();
  // Leaves out what touches but neither moves nor can be moved: a contact of bodies that joints
  // keep in touch. What they do takes no force of it.
  void leave_out(const std::vector<int>& inert);
  // One that has come to an end of its edge does not touch there until then, s.
  void leave(int contact, double until) { left_until_[contact] = until; }
  // Until when one slides past an end of its edge and meets nothing, s.
  double passes_until(int contact) const { return passes_until_[contact]; }
  std::vector<Touch>& touching() { return touching_; }
  // Those that touch and are not held closed.
  std::vector<int> leaving() const;
  double still() const;                      // m/s
  double slowest(const Touch& touch) const;  // m/s
  // Sliding, m/s, that the solver's accuracy makes of that of one which sticks.
  double creep() const;

 private:
  bool touches(int contact) const;
  // One that does not press slides past an end of the face that it comes to: in so much time, s.
  std::optional<double> passes_by(const RigidRows& rows) const;

  Present& now_;
  const ContactEvents& events_;
  std::vector<int> contacts_;
  std::vector<Touch> touching_;
  std::vector<bool> inert_;                        // by contact, now
  std::vector<double> left_until_, passes_until_;  // s, by contact
  std::vector<ContactMemory> before_;
};

}  // namespace mbs
