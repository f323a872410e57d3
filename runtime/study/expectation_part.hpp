// By how much a part of an expectation holds.
#pragma once

#include "lang/scenario/action.hpp"
#include "runtime/results/output.hpp"
#include "runtime/results/results.hpp"

namespace mbs {

Expectation::Part expectation_part(const ir::ExpectTerm& term, Results& results);

}  // namespace mbs
