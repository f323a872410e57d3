// The Jupyter kernel's source, embedded in the program at build time.
#pragma once

#include <span>

#include "lang/text/embedded.hpp"

namespace mbs {

std::span<const EmbeddedFile> jupyter_files();

}  // namespace mbs
