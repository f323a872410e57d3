// What lists are made of: impacts of contacts and columns of tables.
#pragma once

#include <string>
#include <vector>

#include "lang/scenario/scenario.hpp"
#include "runtime/record/run.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

// Rows of the scenario's tables so far, in the order of Scenario::tables.
using TableRows = std::vector<std::vector<Cell>>;
using Tables = std::vector<TableRows>;

// SI values of a column; NaN where an entry is missing.
std::vector<double> column_of(const TableRows& rows, std::int32_t column);

// One column of one impact, SI; NaN if the contact is still closed and the column says how it
// ended.
double impact_value(const Impact& impact, ir::ImpactColumn column);

// The whole table of impacts of a contact: #, t, t_end, v_in, v_out, restitution, F_max, …,
// impulse, energy_lost; of a `rigid` contact what its blows have.
TableOutput impact_table(const std::string& contact, bool rigid,
                         const std::vector<Impact>& impacts);

}  // namespace mbs
