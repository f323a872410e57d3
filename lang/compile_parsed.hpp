// For tools that keep the syntax tree of a text: editors parse once for all they show.
#pragma once

#include "lang/compile.hpp"
#include "lang/compile_options.hpp"

namespace mbs {

// As `compile` of the text that `file` was parsed from. `of_parsing` has what the parser said; it
// comes back among the diagnostics. The tree's source must be in `sources`.
Compilation compile_parsed(SourceMap& sources, const ast::File& file, Diagnostics of_parsing,
                           const CompileOptions& options = {});

}  // namespace mbs
