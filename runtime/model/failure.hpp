// From a failure to what is reported of it.
#pragma once

#include "runtime/model/model.hpp"

namespace mbs {

// Without a label if the failure has no place.
Diagnostic diagnostic_of(const Failure& failure);

}  // namespace mbs
