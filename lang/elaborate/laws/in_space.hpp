// Friction laws where the sliding speed is a vector.
#pragma once

#include "lang/elaborate/world/reports.hpp"
#include "lang/scenario/contact.hpp"

namespace mbs::elaborate {

// Checks that the friction law of the program has no direction of its own (E0213), and rewrites one
// for vectors where one of its states is one (lang/expression/odd_even.hpp), if a run can follow it
// then (E0408). `place` is where it is asked for. False after an error.
bool read_in_space(Reports& reports, ir::LawProgram& program, Span place);

}  // namespace mbs::elaborate
