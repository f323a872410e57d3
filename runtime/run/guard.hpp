// The last net under everything that is asked for: what nobody expected becomes a diagnostic.
#pragma once

#include <functional>
#include <optional>

#include "lang/diagnostics/diagnostics.hpp"

namespace mbs {

// Empty if `work` ended by itself; else what it threw: memory that is used up (E0704), or an error
// of the program (E0901).
std::optional<Diagnostic> guarded(const std::function<void()>& work);

}  // namespace mbs
