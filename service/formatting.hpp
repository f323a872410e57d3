// A text in standard form, for `mbs fmt` and editors.
#pragma once

#include <optional>
#include <string>

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/text/source.hpp"

namespace mbs {

// The standard form of a source; its meaning is the same. Empty if the text has errors, which are
// in `diagnostics` then.
std::optional<std::string> formatted(SourceMap& sources, int source, Diagnostics& diagnostics);

}  // namespace mbs
