// Private to runtime: where each unknown of a model stands in y.
#pragma once

#include <vector>

#include "runtime/model/model_impl.hpp"

namespace mbs {

// The layout of a model with its bodies, contacts and groups, and the rows that it has.
Layout layout_of(const Model& model);
// Sets the integrated rows and everything numbered by them.
void lay_out(Model& model, std::vector<ConstraintRow> rows);

}  // namespace mbs
