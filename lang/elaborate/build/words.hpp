// Questions about a source's words that need no grammar: which names occur where.
#pragma once

#include <set>
#include <string>

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/syntax/ast.hpp"
#include "lang/text/source.hpp"

namespace mbs::elaborate {

// W0301 for params of the main file that no expression names.
void warn_unused_params(const ast::File& file, const SourceMap& sources, Diagnostics& diagnostics);

// Names in the text of statements that could not be parsed: known, but silent.
std::set<std::string> names_in_broken_statements(const ast::File& file, const SourceMap& sources);

}  // namespace mbs::elaborate
