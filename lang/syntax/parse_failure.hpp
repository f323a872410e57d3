// From "this rule did not match here" to a diagnostic in the user's words.
#pragma once

#include <string_view>

#include "lang/syntax/parse_state.hpp"

namespace mbs::grammar {

// What the grammar wanted where it had no other way to go on.
struct Expected {
  Code code;
  std::string_view what;  // "a name", "`)`"
};

// Reports that `expected` was not found at `offset`, then gives up the statement.
[[noreturn]] void fail(State& state, std::size_t offset, Expected expected);
// Reports a finished complaint and gives up the statement.
[[noreturn]] void fail(State& state, Diagnostic diagnostic);

// Reports the bracket at `offset` if nothing closes it.
void require_partner(State& state, std::size_t offset);

// Marks the statement or item at `begin` as broken and remembers the name it would have defined.
// Returns the bytes to skip: to the end of the logical line, or of the item.
std::size_t skip_broken(State& state, std::size_t begin, bool is_item);

}  // namespace mbs::grammar
