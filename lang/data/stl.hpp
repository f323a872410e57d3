// Surfaces from STL files, as text and binary: triangles, of which the corners alone are read. The
// file says no unit.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mbs {

constexpr std::size_t most_triangles = 1'000'000;

// What is wrong, at which bytes of the text behind a mark of its encoding; of a binary file, or one
// that is no text, there is no place.
struct StlFault {
  std::size_t begin = 0, end = 0;
  std::string message, hint;
};

struct Stl {
  bool text = false;                          // faults have a place
  std::vector<std::array<double, 3>> points;  // three of each triangle, all finite
  std::optional<StlFault> fault;
};

// The whole file or its first fault; a file without triangles has one.
Stl read_stl(std::string_view file);

}  // namespace mbs
