// The params of `mbs sweep` and their values, as the command line gives them.
#pragma once

#include <string>
#include <vector>

#include "lang/compile.hpp"
#include "lang/scenario/compile_options.hpp"

namespace mbs {

struct SweptParam {
  std::string name;
  std::vector<std::string> values;  // texts of expressions
};

// "c=0.1mm,0.2mm", "c=0.1..0.5mm:5" (five values, both ends among them), "model=hertz,flores(0.8)".
// If the text is none of these, the reason is in `problem`.
SweptParam read_swept(const std::string& text, std::string& problem);

// All combinations, the last param fastest.
std::vector<std::vector<Override>> combinations(const std::vector<SweptParam>& params);

}  // namespace mbs
