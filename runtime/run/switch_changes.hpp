// What events switch: joints and drives that let go or take hold, forces, springs and contacts that
// come and go.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "runtime/equations/velocity_jump.hpp"
#include "runtime/run/contact_changes.hpp"

namespace mbs {

struct ConstraintRow;

class SwitchChanges {
 public:
  SwitchChanges(Present& now, const ContactChanges::Parts& parts, ContactChanges& changes);
  // In a run that goes on: what is as an event says has been said.
  void go_on();
  // Notes what the event switches at the present instant. False for one that has said the same
  // before, and nothing has been switched back since: a joint that holds keeps its condition at the
  // brink, where rounding turns it time and again. Fails the run where another event wants the
  // contrary.
  bool ask(int event);
  bool due() const { return !asked_.empty(); }
  // Carries out all that has been noted, as one: positions must fit what is held, velocities jump
  // by the impulse that it takes, and the solver starts anew.
  void apply();

 private:
  bool satisfied(int event) const;
  bool happens_for_ever();
  bool take_hold(Switched& next);
  double open_by(const Mode& mode) const;
  void close_loops(Switched& next);
  bool all_have_mass(const Switched& next);
  bool friction_is_determined(const Switched& next);
  double period(const ConstraintRow& row) const;
  double missing(std::size_t row, Switched& next);
  bool fit(ir::Part part, Switched& next);
  bool lies_alike(ir::Part part);
  std::string closing_condition(const ConstraintRow& row, const char* axis) const;
  using Impulse = std::array<double, 6>;  // N s and N m s, as slots of reactions and efforts
  bool strike();
  void switch_contacts();
  double stored_in_switched(bool on);
  void tell(const VelocityJump& jump);
  void tell_others(VelocityJump jump);
  Impulse impulse_of(ir::Part part, const VelocityJump& jump);
  bool is_one_number(ir::Part part) const;
  std::string text_of(ir::Part part, const Impulse& impulse, double& size) const;
  void fail(Code code, ir::Part part, std::string message, std::string hint);
  const std::string& name(ir::Part part) const { return name_of(now_.scenario, part); }

  Present& now_;
  ContactChanges::Parts parts_;
  ContactChanges& changes_;
  std::vector<ir::Switch> asked_;
  std::vector<char> said_;  // by event
  double last_ = -1;        // s, of the last change; how many there were at that instant
  int repeated_ = 0;
};

}  // namespace mbs
