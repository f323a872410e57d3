// The long texts behind `mbs explain CODE`, one Markdown file for each code of diagnostics.def.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/text/embedded.hpp"

namespace mbs {

// All texts, in the order of their file names; names are "explanations/E0101.md".
std::span<const EmbeddedFile> explanation_files();

// The text for one code, without a heading. Fenced blocks hold scripts: `mbs-error` and
// `mbs-warning` raise the code, `mbs` ones run.
std::optional<std::string_view> explanation(Code code);

}  // namespace mbs
