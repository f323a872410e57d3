// From a failure to what is reported of it.
#pragma once

#include <optional>
#include <string>

#include "runtime/model/model.hpp"

namespace mbs {

// Without a label if the failure has no place.
Diagnostic diagnostic_of(const Failure& failure);

// Where a number is missing because data were asked for where there are none, that is the reason.
// `outside`: of outside_of_data.
void blame_data(Failure& failure, const std::optional<std::string>& outside);

}  // namespace mbs
