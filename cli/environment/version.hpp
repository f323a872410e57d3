// The version of the program, as it shows it and as stored results are told apart by it.
// CMakeLists.txt is the one place that says which it is.
#pragma once

#include <string_view>

namespace mbs {

extern const std::string_view program_version;

}  // namespace mbs
