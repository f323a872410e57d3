// Declared things: what they are.
#pragma once

#include <optional>
#include <string>

#include "lang/elaborate/world/object.hpp"

namespace mbs::elaborate {

bool is_body(const Object& object);
bool is_point_like(const Object& object);  // a body stands for its origin
bool is_joint(const Object& object);
// The coordinate of a joint; null of what has none.
const CoordinateInfo* coordinate_of(const Object& object);
// All that slots count of a joint; none of other things.
std::span<const CoordinateInfo> coordinates_of(const Object& object);
bool turns(const Object& object);                // a joint with an angle
bool slides_several_ways(const Object& object);  // at once, as a ball joint: where it has friction
bool slides(const Object& object);               // a joint with a travel
Object& body_of(Object& point_like);

}  // namespace mbs::elaborate
