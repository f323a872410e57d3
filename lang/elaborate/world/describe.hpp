// Values and dimensions in words and as they are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lang/elaborate/world/value.hpp"

namespace mbs::elaborate {

// "a sphere", "an ellipse"
std::string with_article(std::string_view noun);

// "a number", "a length", "a law", "a body": what a message calls the value.
std::string describe(const Value& value);
// "a length", "an angular speed", "N/m^1.5", "a pure number".
std::string describe(const Dimension& dimension);
// "length", "N/m^1.5", "pure number".
std::string bare_name(const Dimension& dimension);
// As the user would write it: "0.5 mm", "hertz", "flores(0.8)", "[1, 2]". For constants.
std::string to_text(const Value& value);
std::string to_text(const Scalar& scalar);
// "`K`", "`K` and `c`", "`K`, `c` and `h`".
std::string quoted_list(const std::vector<std::string>& names);

}  // namespace mbs::elaborate
