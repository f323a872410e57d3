// What the passes of a sweep, and statements of one name, gained, put together.
#pragma once

#include <vector>

#include "runtime/study/passes.hpp"

namespace mbs {

// Adds rows to the table they belong to; a table of the first pass that has it gives the heads.
void gather(std::vector<GainedTable>& all, std::vector<GainedTable>& of_pass);

// Adds curves behind those of the same name; without a name, of the same place and file. The unit
// of the first one holds for all.
void gather(std::vector<GainedPicture>& all, GainedPicture& gained);

// Says of each curve which values of the params it was made with: those of a plot that has a name,
// or panels, keep them, others have them in their labels.
void name_values(PlotOutput& plot, const ir::Pass& pass);

// "ce = 0.3, mu = 0.1"
std::string parameters_of(const ir::Pass& pass);

}  // namespace mbs
