// What there is to tell about a name: laws, functions, kinds of declarations, attributes, units,
// params and everything else a text defines.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "service/vocabulary.hpp"

namespace mbs {

// Several lines: signature, documentation, formulas. `name` may be a path (`B.delta`, `body.mass`,
// `flores`). Empty if there is nothing of that name in `own`, the library or the language.
std::optional<std::string> doc_text(std::string_view name, const Vocabulary& own);

// All names `doc_text` knows besides those of `own`, for completion and suggestions.
std::vector<std::string> documented_names();

// The same for the word at byte `cursor` of a text; attributes and units by what stands around.
std::optional<std::string> inspect(std::string_view text, std::size_t cursor,
                                   const Vocabulary& own);

}  // namespace mbs
