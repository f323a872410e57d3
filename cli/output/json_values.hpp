// Values of results as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "runtime/results/output.hpp"

namespace mbs {

// JSON has no infinities; they become null like values that do not exist.
nlohmann::ordered_json number(double value);
// {"type":"expect",…}, without the line.
nlohmann::ordered_json expectation_json(const Expectation& expectation, const SourceMap& sources);
// Adds the line of the script that a statement stands in, and its file if that is another one;
// nothing to what has no place.
void add_place(nlohmann::ordered_json& object, Span of, const SourceMap& sources);
// {"name", "columns", "rows"}.
nlohmann::ordered_json table_json(const TableOutput& table);
// In the unit that is shown.
nlohmann::ordered_json value_of(const Cell& cell, const Unit& unit);

}  // namespace mbs
