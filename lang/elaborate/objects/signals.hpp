// What reports can ask of bodies, joints and springs, built from the coordinates of bodies.
#pragma once

#include <array>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

using Planar = std::array<NodeId, 2>;

// index 0 x, 1 y, 2 angle of the body's origin; order of the time derivative. 0 for ground.
NodeId body_coordinate(World& world, Object& body, int index, int order = 0);
Planar point_position(World& world, Object& point);
// d/dt along the motion: coordinates of order k become those of order k + 1.
NodeId time_derivative(Graph& graph, NodeId node);
Planar time_derivative(Graph& graph, const Planar& vector);
// The coordinate of a joint, or the angle of a clearance: second end relative to the first.
std::optional<NodeId> joint_coordinate(World& world, Object& joint);
NodeId distance(World& world, Object& first, Object& second);
// In the plane, of the axes of two points or bodies: the angle of the second against the first, and
// the place of the second along the first's x axis.
NodeId turn_between(World& world, Object& first, Object& second);
NodeId travel_between(World& world, Object& first, Object& second);

// A scalar of the scenario's graph that `expr` names.
Scalar signal(World& world, NodeId node, Dimension dimension, const ast::Expr& expr,
              std::optional<Unit> unit = {});

// An expression to point at when a message speaks of a signal by its name.
const ast::Expr* name_expr(Scopes& scopes, std::string_view name, Span span);

}  // namespace mbs::elaborate
