// Params that a script gives all their values itself.
#pragma once

#include <string>

#include "lang/syntax/ast.hpp"
#include "lang/text/source.hpp"

namespace mbs {

// The line of the sweep that binds `param`, where nothing that the script runs or shows depends on
// the param's own value; 0 if something does.
int line_where_swept(const std::string& param, const ast::File& file, const SourceMap& sources);

}  // namespace mbs
