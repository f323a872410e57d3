// Several laws under one trial: a table of what they do, and their loops in one plot.
#pragma once

#include "cli/laws/request.hpp"

namespace mbs {

// A law named alone gets those of the request's arguments that it has; one written as a call keeps
// its own. All must be normal laws, or all friction laws. `sources` as for law_report.
LawReport law_comparison(const LawRequest& request, SourceMap& sources);

// What there is to see of the laws asked for: one by its name from all sides, others compared.
LawReport laws_shown(const LawRequest& request, SourceMap& sources);

}  // namespace mbs
