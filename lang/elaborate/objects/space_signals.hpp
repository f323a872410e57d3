// What reports can ask of bodies and joints in space, as expressions of the slots of a run. World
// axes, SI units.
#pragma once

#include <array>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

using Spatial = std::array<NodeId, 3>;
using Turned = std::array<NodeId, 4>;  // a unit quaternion w, x, y, z

Spatial constant_vector(Graph& graph, const ir::Vec3& v);
Spatial sum(Graph& graph, const Spatial& a, const Spatial& b);
Spatial difference(Graph& graph, const Spatial& a, const Spatial& b);
Spatial cross(Graph& graph, const Spatial& a, const Spatial& b);
NodeId dot(Graph& graph, const Spatial& a, const Spatial& b);
NodeId length(Graph& graph, const Spatial& v);
Spatial turned(Graph& graph, const Turned& rotation, const Spatial& v);
Turned product(Graph& graph, const Turned& a, const Turned& b);

// The rotation of a body, and of a point's axes with the body it is on.
Turned body_rotation(World& world, Object& body);
Turned axes_rotation(World& world, Object& point);
// order 0, or 1: its rate. 0 of ground.
Spatial body_spin(World& world, Object& body, int order = 0);
Spatial space_position(World& world, Object& point);
Spatial space_velocity(World& world, Object& point);
Spatial space_acceleration(World& world, Object& point);
NodeId space_distance(World& world, Object& first, Object& second);

// The coordinate of the joint that slots call `index`.
NodeId space_coordinate(Draft& draft, Object& joint, int index, int order = 0);

// The rotation of a joint's end against its body, `axis` included.
ir::Quaternion end_rotation(World& world, Object& joint, Object& end);
// The rotation of the second end against the first.
Turned joint_rotation(World& world, Object& joint);

}  // namespace mbs::elaborate
