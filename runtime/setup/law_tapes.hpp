// Laws to tapes.
#pragma once

#include <vector>

#include "runtime/model/model_impl.hpp"

namespace mbs {

// `program` outlives what is made of it: tapes beside that of the values are compiled when they are
// asked for. Adds the turns of what is a function of time alone.
LawTapes compile_law(const ir::LawProgram& program, std::vector<Swing>& swings);

}  // namespace mbs
