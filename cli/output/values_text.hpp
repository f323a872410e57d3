// Values of results as the program prints them, in the units they are shown in.
#pragma once

#include <string>

#include "runtime/results/output.hpp"

namespace mbs {

// Files are for other programs: enough digits not to lose what the solver knows.
constexpr int csv_digits = 12;

// The value in the unit of its heading, without the unit: "45.87", "true", "-" if there is none.
std::string value_text(const Cell& cell, const Unit& unit, int digits);
// "B.K = 6.6e+10 N/m^1.5", "[1, 2, 3] mm", "text".
std::string part_text(const PrintPart& part, int digits);
// A table for people, its title above it if it has one.
std::string table_text(const TableOutput& table, int digits);
// A table as a file of comma-separated values: a line of heads, then the rows.
std::string table_csv(const TableOutput& table);

}  // namespace mbs
