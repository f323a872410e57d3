// Laws that may stand in place of one.
#pragma once

#include <string>
#include <vector>

#include "lang/syntax/ast.hpp"

namespace mbs {

// As calls, with those arguments of `value`, "flores(0.8)", that they have: all laws of `own` and
// of the library, of its sort, that need no others, in the order of their names. Empty if `value`
// is no law.
std::vector<std::string> law_choices(const std::string& value,
                                     const std::vector<ast::StatementPtr>& own);

}  // namespace mbs
