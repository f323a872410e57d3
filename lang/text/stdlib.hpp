// The standard library's sources, embedded in the program at build time.
#pragma once

#include <span>

#include "lang/text/embedded.hpp"

namespace mbs {

using StdlibFile = EmbeddedFile;  // name: "stdlib/normal.mbs"

// All files of the standard library, in alphabetical order.
std::span<const StdlibFile> stdlib_files();

}  // namespace mbs
