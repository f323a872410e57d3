// The tapes of a contact law: its forces, what they are differentiated by, what it checks and
// shows.
#pragma once

#include <vector>

#include "lang/scenario/contact.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

// `swings` gains what in the law turns with time.
LawTapes compile_law(const ir::LawProgram& program, std::vector<Swing>& swings);

}  // namespace mbs
