// Text to syntax tree.
#pragma once

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/syntax/ast.hpp"

namespace mbs {

// Parses one source whole. Statements with errors are left out and reported; the rest is returned.
ast::File parse(const SourceMap& sources, int source, Diagnostics& diagnostics);

// Some statements of a source, which stand in [begin, end) of its text.
ast::File parse_part(const SourceMap& sources, int source, std::size_t begin, std::size_t end,
                     Diagnostics& diagnostics);

// A single expression, as the value of `--set p=…`. Null if it has errors.
ast::ExprPtr parse_expression(const SourceMap& sources, int source, Diagnostics& diagnostics);

// Would more lines make `text` a whole entry? Used by the REPL.
enum class Completeness { complete, incomplete, error };
Completeness completeness(std::string_view text);

}  // namespace mbs
