// Text to scenario: the whole of `lang` in one call.
#pragma once

#include <optional>

#include "lang/scenario/compile_options.hpp"
#include "lang/scenario/scenario.hpp"
#include "lang/syntax/ast.hpp"

namespace mbs {

struct Compilation {
  std::optional<ir::Scenario> scenario;  // empty if there are errors
  Diagnostics diagnostics;
};

// Parses and resolves one source. All errors of the text are reported at once.
Compilation compile(SourceMap& sources, int source, const CompileOptions& options = {});

// The same for a syntax tree that is already there (REPL, tools). The tree's source must be in
// `sources`.
Compilation compile(SourceMap& sources, const ast::File& file, const CompileOptions& options = {});

// For editors, which parse once for all they show: as `compile` of the text that `file` was parsed
// from. `of_parsing` has what the parser said; it comes back among the diagnostics. The tree's
// source must be in `sources`.
Compilation compile_parsed(SourceMap& sources, const ast::File& file, Diagnostics of_parsing,
                           const CompileOptions& options = {});

// The passes of a sweep for the values that a run has given, out of the same text compiled with
// CompileOptions::late.
ir::LatePasses late_passes(Compilation compilation, int sweep);

}  // namespace mbs
