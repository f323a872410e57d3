// Text within the markup of pictures and pages.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// For XML and HTML, as content or between double quotes; what no text may hold becomes U+FFFD.
std::string markup_escaped(std::string_view text);

}  // namespace mbs
