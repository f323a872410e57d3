// Entries of a session: commands, expressions, statements.
#pragma once

#include <string>

#include "cli/session/session.hpp"

namespace mbs {

// One entry. False if it was refused or failed; then the declarations are as before.
bool enter(Session& session, const std::string& text);

}  // namespace mbs
