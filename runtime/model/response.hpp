// How a contact answers when its bodies meet.
#pragma once

#include <array>
#include <string>
#include <variant>
#include <vector>

#include "lang/scenario/contact.hpp"
#include "runtime/model/scalar_function.hpp"

namespace mbs {

// By a force: its law gives FN and FT while the bodies overlap a little, and the impact is a motion
// like any other.
struct Compliant {};

// By impulses, and while it stays closed as a unilateral constraint: gap = 0 with the multiplier
// FN >= 0. The law says how it departs from a blow.
struct Rigid {
  ir::Departure departure = ir::Departure::speed;
};

// Surfaces that slide along a coordinate of the second end against the first, rad or m, at the
// speed arm times its rate: m/rad of an angle, 1 of a travel.
struct Slide {
  PairFunction coordinate;
  double arm = 1;
};

// By friction alone, and at all times: surfaces of an ideal joint, which its own reaction presses
// together. FN follows from the multipliers of the joint's rows, vt from its coordinate; in space
// from up to three at once, square to each other, and then is the length of their speeds.
struct Bearing {
  int joint = 0;                    // in Scenario::joints
  int pin = 0;                      // which pair of its surfaces: a cross joint has two
  std::vector<Slide> slides;        // between the same two bodies
  std::array<int, 2> rows{-1, -1};  // of the joint, in Model::rows
  const Slide& first() const { return slides.front(); }
  bool along_a_line() const { return slides.size() == 1; }
};

// By friction alone, where a contact in space resists rolling or spinning and its law can stick: it
// is closed while that contact is, with its FN. What slides is arm times the turning of both bodies
// on each other, in the tangent plane or about the normal; see runtime/contact/turning.hpp.
struct Turning {
  std::string name;    // of the contact, and which of both
  int of = 0;          // in Model::contacts
  bool spins = false;  // else it rolls
  double arm = 1;      // m, one for a whole model, so that its speeds compare with others
  double share = 0;    // the lever of the resistance, of arm
};

// Who evaluates a contact visits them (runtime/contact/forces.cpp).
using Response = std::variant<Compliant, Rigid, Bearing, Turning>;

// The laws of a contact, and where their unknowns are.
struct LawUse {
  int law = 0;                      // in Model::laws
  int states = 0, first_state = 0;  // in the z part
  int hold = -1;                    // in the H part; -1: never sticks
  double creep = 0;                 // m/(N s), see runtime/equations/sticking.hpp
};

}  // namespace mbs
