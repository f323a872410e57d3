// How a contact answers when its bodies meet.
#pragma once

#include <variant>

namespace mbs {

// By a force: its law gives FN and FT while the bodies overlap a little, and the impact is a motion
// like any other.
struct Compliant {
  int law = 0;                      // in Model::laws
  int states = 0, first_state = 0;  // in the z part
  int hold = -1;                    // in the H part; -1: never sticks
  double creep = 0;                 // m/(N s), see runtime/equations/sticking.hpp
};

// What answers by impulses, or by forces that only keep bodies apart, will be alternatives here;
// who evaluates a contact visits them (runtime/contact/forces.cpp).
using Response = std::variant<Compliant>;

}  // namespace mbs
