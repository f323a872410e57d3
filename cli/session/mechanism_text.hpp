// What a run depends on, as text.
#pragma once

#include <string>

#include "lang/scenario/scenario.hpp"

namespace mbs {

// The scenario without what is asked of the run.
std::string mechanism_text(const ir::Scenario& scenario);

}  // namespace mbs
