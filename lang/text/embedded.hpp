// A file whose text was put into the program at build time; see cmake/embed.cmake.
#pragma once

#include <string_view>

namespace mbs {

struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

}  // namespace mbs
