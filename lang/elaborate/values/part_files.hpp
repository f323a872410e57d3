// Parts from files of other programs, for the functions that make shapes.
#pragma once

#include <memory>

#include "lang/elaborate/shapes/mesh_hull.hpp"
#include "lang/elaborate/values/builtin.hpp"

namespace mbs::elaborate {

// The hull of the part in the STL file that the first argument names, in the unit of the file; of
// each file once. Null after an error: E0308, E0312, E0313, E0413.
std::shared_ptr<const MeshHull> hull_of_file(World& world, const BuiltinCall& call);

}  // namespace mbs::elaborate
