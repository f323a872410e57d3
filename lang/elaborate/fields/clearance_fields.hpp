// Fields of a clearance of several contacts.
#pragma once

#include <optional>

#include "lang/elaborate/fields/asked.hpp"

namespace mbs::elaborate {

// A field of a clearance of several contacts is that of all of them together.
std::optional<Value> field_of_several(const Asked& a);

}  // namespace mbs::elaborate
