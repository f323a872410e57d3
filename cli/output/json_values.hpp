// Values of results as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "runtime/results/output.hpp"

namespace mbs {

// JSON has no infinities; they become null like values that do not exist.
nlohmann::ordered_json number(double value);
// {"type":"expect",…}, without the line.
nlohmann::ordered_json expectation_json(const Expectation& expectation, const SourceMap& sources);
// In the unit that is shown.
nlohmann::ordered_json value_of(const Cell& cell, const Unit& unit);

}  // namespace mbs
