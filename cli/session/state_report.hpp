// An object of the mechanism at the end of the current run, for `:state`.
#pragma once

#include <string>

#include "cli/session/session.hpp"

namespace mbs {

// Time, bodies and contacts.
std::string state_overview(const Run& run, int digits);
// "hit   in contact since 0.2 ms, loading", then its signals.
std::string contact_state_text(const Run& run, int contact, int digits);
// All scalar signals of any other declared thing. Empty if it has none.
std::string object_state_text(Session& session, const std::string& name,
                              const std::string& kind_name);

}  // namespace mbs
