// Fields of a clearance of several contacts.
#pragma once

#include <optional>

#include "lang/elaborate/fields/asked.hpp"

namespace mbs::elaborate {

// Of a clearance of several contacts: of all of them together.
std::optional<Value> field_of_several(const Asked& a);

}  // namespace mbs::elaborate
