// What slots and lists are called in the text of a scenario.
#pragma once

#include <string>

#include "lang/scenario/scenario.hpp"

namespace mbs::ir {

// "crank.angle", "hit.FN", "result3"
std::string slot_name(const Scenario& s, const Slot& slot);
// Inside a law: "delta", "pair.R1", a state.
std::string law_slot_name(const LawProgram& law, const Slot& slot);
// "hit.impacts.v_in", "list2"
std::string list_name(const Scenario& s, int index);
// The contact whose impacts are asked for, or the clearance of several.
const std::string& impacts_of(const Scenario& s, int shared, int contact);

}  // namespace mbs::ir
