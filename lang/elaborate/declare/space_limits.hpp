// What no run can follow in space yet.
#pragma once

#include <string_view>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Whether the friction law can resist turning with the lever of this name; E0403, E0408.
bool check_turning_in_space(World& world, Object& contact, const ir::LawProgram& law,
                            std::string_view lever);

// Reports what a run cannot follow in space yet (E0408).
void check_space(World& world);

}  // namespace mbs::elaborate
