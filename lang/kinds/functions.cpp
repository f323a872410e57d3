#include "lang/kinds/functions.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "lang/kinds/shapes.hpp"

namespace mbs {

std::span<const FunctionInfo> functions() {
  static const std::vector<FunctionInfo> all = [] {
    std::vector<FunctionInfo> rows(std::begin(functions_of_values), std::end(functions_of_values));
    // A plane has a name, and arguments in space only.
    for (const ShapeInfo& shape : shapes())
      if (shape.least > 0)
        rows.push_back({shape.name, shape.least, shape.most, shape.signature, shape.doc});
    return rows;
  }();
  return all;
}

const FunctionInfo* find_function(std::string_view name) {
  const auto row = std::ranges::find(functions(), name, &FunctionInfo::name);
  return row == functions().end() ? nullptr : &*row;
}

}  // namespace mbs
