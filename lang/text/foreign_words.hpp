// Words of other languages and programs, and what they are here: the first thing a newcomer types.
#pragma once

#include <string_view>

namespace mbs {

// For a word where a statement or the kind of a declaration should stand; empty if it is not known.
std::string_view foreign_statement(std::string_view word);

// For a name called like a function; empty if it is not known.
std::string_view foreign_attribute(std::string_view name);
std::string_view foreign_function(std::string_view name);

}  // namespace mbs
