// What there is to see of a law: its text, and one trial of it.
#pragma once

#include "cli/laws/request.hpp"

namespace mbs {

// A report on the one law that the request names. `sources` must hold the texts of `request.own`;
// the library and the trial's script are added.
LawReport law_report(const LawRequest& request, SourceMap& sources);

}  // namespace mbs
