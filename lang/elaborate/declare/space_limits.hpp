// What no run can follow in space yet.
#pragma once

#include <string_view>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Whether the friction law can resist turning with the lever of this name; E0403, E0408, E0411.
bool check_turning_in_space(World& world, Object& contact, const ir::LawProgram& law,
                            std::string_view lever);

// The same of the friction of a joint that slides in several directions at once; E0408.
bool check_slides_any_way(Reports& reports, Object& joint, const ir::LawProgram& law);

}  // namespace mbs::elaborate
