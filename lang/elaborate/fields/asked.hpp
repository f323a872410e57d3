// What is asked of a declared thing, `object.field`.
#pragma once

#include "lang/elaborate/objects/signals.hpp"
#include "lang/elaborate/objects/space_signals.hpp"

namespace mbs::elaborate {

struct Asked {
  World& world;
  Object& object;
  const std::string& field;
  const ast::Expr& expr;
};

inline const Unit radian{"rad", 1, dim::pure};
inline const Unit radian_per_second{"rad/s", 1, dim::angular_speed};
inline const Unit radian_per_second_squared{"rad/s^2", 1, dim::angular_speed / dim::time};

inline Scalar made(const Asked& a, NodeId node, Dimension dimension,
                   std::optional<Unit> unit = {}) {
  return signal(a.world, node, dimension, a.expr, std::move(unit));
}

// Of a clearance of several contacts: of all of them together (clearance_fields.cpp).
std::optional<Value> field_of_several(const Asked& a);

// ---- in a spatial world (space_fields.cpp); empty if there is no such field ----------------

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
