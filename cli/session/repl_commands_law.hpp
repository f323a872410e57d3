// `:law`.
#pragma once

#include <string>

#include "cli/session/session.hpp"

namespace mbs {

bool law_line_command(Session& session, const std::string& law);

}  // namespace mbs
