// The version of the program, as it shows it and as stored results are told apart by it.
#pragma once

#include <string_view>

namespace mbs {

constexpr std::string_view program_version = "1.0";

}  // namespace mbs
