// What commands say that cannot be carried out.
#pragma once

#include <string>

#include "cli/session/session.hpp"

namespace mbs {

// Tells why; false, for the command to return.
inline bool refuse(Session& session, const std::string& text) {
  session.out().problem(text);
  return false;
}

}  // namespace mbs
