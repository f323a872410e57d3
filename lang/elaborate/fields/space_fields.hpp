// Fields of things in a spatial world; empty if there is no such field.
#pragma once

#include <optional>

#include "lang/elaborate/fields/asked.hpp"
#include "lang/elaborate/objects/space_signals.hpp"

namespace mbs::elaborate {

Value space_vector(const Asked& a, const Spatial& nodes, Dimension dimension,
                   const std::optional<Unit>& unit = {});
std::optional<Value> space_point_field(const Asked& a);
// What only bodies have; Poison with E0408 for `angle`.
std::optional<Value> space_body_field(const Asked& a);
std::optional<Value> space_joint_field(const Asked& a);
std::optional<Value> space_drive_field(const Asked& a);
std::optional<Value> space_contact_field(const Asked& a);
// The angle between the z axes of both ends of a joint or a journal.
Value bend(const Asked& a);

}  // namespace mbs::elaborate
