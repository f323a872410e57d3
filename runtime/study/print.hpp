// `print`: values, and logs of impacts.
#pragma once

#include "runtime/study/execution.hpp"

namespace mbs {

void print(Execution& now, const ir::Print& action);

// Prints what `results` gives; the same at the end of a run and during it.
void show_print(Execution& now, const ir::Print& action, Results& results);

}  // namespace mbs
