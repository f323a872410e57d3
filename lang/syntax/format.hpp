// The standard form of a script (`mbs fmt`).
#pragma once

#include <string>

#include "lang/syntax/ast.hpp"
#include "lang/text/source.hpp"

namespace mbs {

// The text of `file` in standard form: two blanks of indentation, one statement a line, blocks on
// one line where they fit in 100 columns, runs of alike declarations aligned. Comments stay, and so
// do blank lines, at most one in a row. `file` must have been parsed from `sources` without errors.
// Formatting twice changes nothing more, and the syntax tree stays the same.
std::string format(const SourceMap& sources, const ast::File& file);

// One expression on one line. Numbers keep the digits they were written with.
std::string format(const SourceMap& sources, const ast::Expr& expression);

}  // namespace mbs
