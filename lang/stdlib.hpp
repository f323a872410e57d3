// The standard library's sources, embedded in the program at build time.
#pragma once

#include <span>
#include <string_view>

namespace mbs {

struct StdlibFile {
  std::string_view name;  // "stdlib/normal.mbs"
  std::string_view text;
};

// All files of the standard library, in alphabetical order.
std::span<const StdlibFile> stdlib_files();

}  // namespace mbs
