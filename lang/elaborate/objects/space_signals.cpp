#include "lang/elaborate/objects/space_signals.hpp"

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/objects/places.hpp"
#include "lang/elaborate/objects/signals.hpp"
#include "lang/elaborate/objects/space_objects.hpp"
#include "lang/elaborate/values/rotations.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

Spatial constant_vector(Graph& graph, const ir::Vec3& v) {
  return {graph.constant(v.x), graph.constant(v.y), graph.constant(v.z)};
}

Spatial sum(Graph& graph, const Spatial& a, const Spatial& b) {
  return {graph.add(a[0], b[0]), graph.add(a[1], b[1]), graph.add(a[2], b[2])};
}

Spatial difference(Graph& graph, const Spatial& a, const Spatial& b) {
  return {graph.sub(a[0], b[0]), graph.sub(a[1], b[1]), graph.sub(a[2], b[2])};
}

Spatial cross(Graph& graph, const Spatial& a, const Spatial& b) {
  const auto part = [&](int i, int j) {
    return graph.sub(graph.mul(a[i], b[j]), graph.mul(a[j], b[i]));
  };
  return {part(1, 2), part(2, 0), part(0, 1)};
}

NodeId dot(Graph& graph, const Spatial& a, const Spatial& b) {
  return graph.add(graph.add(graph.mul(a[0], b[0]), graph.mul(a[1], b[1])), graph.mul(a[2], b[2]));
}

NodeId length(Graph& graph, const Spatial& v) {
  return graph.unary(Op::sqrt, dot(graph, v, v));
}

namespace {

Spatial scaled(Graph& graph, NodeId factor, const Spatial& v) {
  return {graph.mul(factor, v[0]), graph.mul(factor, v[1]), graph.mul(factor, v[2])};
}

Spatial vector_part(const Turned& q) {
  return {q[1], q[2], q[3]};
}

Turned constant_rotation(Graph& graph, const ir::Quaternion& q) {
  return {graph.constant(q.w), graph.constant(q.x), graph.constant(q.y), graph.constant(q.z)};
}

Turned inverse(Graph& graph, const Turned& q) {
  return {q[0], graph.neg(q[1]), graph.neg(q[2]), graph.neg(q[3])};
}

// From the body's origin to the point.
Spatial arm(World& world, Object& point) {
  const ir::Vec3 local = local_position(world, point);
  Graph& g = world.graph();
  return turned(g, body_rotation(world, body_of(point)), constant_vector(g, local));
}

Spatial origin(World& world, Object& body, int order) {
  return {body_coordinate(world, body, 0, order), body_coordinate(world, body, 1, order),
          body_coordinate(world, body, 2, order)};
}

}  // namespace

Spatial turned(Graph& graph, const Turned& rotation, const Spatial& v) {
  const Spatial q = vector_part(rotation);
  const Spatial t = scaled(graph, graph.constant(2), cross(graph, q, v));
  return sum(graph, v, sum(graph, scaled(graph, rotation[0], t), cross(graph, q, t)));
}

Turned product(Graph& graph, const Turned& a, const Turned& b) {
  const Spatial u = vector_part(a), v = vector_part(b);
  const Spatial w =
      sum(graph, sum(graph, scaled(graph, a[0], v), scaled(graph, b[0], u)), cross(graph, u, v));
  return {graph.sub(graph.mul(a[0], b[0]), dot(graph, u, v)), w[0], w[1], w[2]};
}

Turned body_rotation(World& world, Object& body) {
  Graph& g = world.graph();
  if (&body == world.ground) return constant_rotation(g, {});
  return {body_coordinate(world, body, 3), body_coordinate(world, body, 4),
          body_coordinate(world, body, 5), body_coordinate(world, body, 6)};
}

Turned axes_rotation(World& world, Object& point) {
  Graph& g = world.graph();
  const Turned own = constant_rotation(g, local_rotation(world, point));
  return product(g, body_rotation(world, body_of(point)), own);
}

Spatial body_spin(World& world, Object& body, int order) {
  Graph& g = world.graph();
  if (&body == world.ground) return constant_vector(g, {});
  const auto part = [&](int index) {
    return g.slot({SlotKind::body_spin, body.index, index, order});
  };
  return {part(0), part(1), part(2)};
}

Spatial space_position(World& world, Object& point) {
  return sum(world.graph(), origin(world, body_of(point), 0), arm(world, point));
}

Spatial space_velocity(World& world, Object& point) {
  Graph& g = world.graph();
  Object& body = body_of(point);
  return sum(g, origin(world, body, 1), cross(g, body_spin(world, body), arm(world, point)));
}

Spatial space_acceleration(World& world, Object& point) {
  Graph& g = world.graph();
  Object& body = body_of(point);
  const Spatial spin = body_spin(world, body), s = arm(world, point);
  const Spatial along = cross(g, body_spin(world, body, 1), s);
  const Spatial inward = cross(g, spin, cross(g, spin, s));
  return sum(g, origin(world, body, 2), sum(g, along, inward));
}

NodeId space_distance(World& world, Object& first, Object& second) {
  Graph& g = world.graph();
  return length(g, difference(g, space_position(world, second), space_position(world, first)));
}

NodeId space_coordinate(Draft& draft, Object& joint, int index, int order) {
  return draft.graph().slot({SlotKind::joint_coordinate, joint.index, index, order});
}

ir::Quaternion end_rotation(World& world, Object& joint, Object& end) {
  const ir::Quaternion own = local_rotation(world, end);
  const auto axis = attribute_vector(world, joint, "axis");
  if (!axis) return own;
  const bool along_x = slides(joint) || is_block(world, joint);
  const ir::Vec3 from = own * (along_x ? ir::Vec3{1, 0, 0} : ir::Vec3{0, 0, 1});
  const ir::Vec3 instead = own * (along_x ? ir::Vec3{0, 0, 1} : ir::Vec3{1, 0, 0});
  return shortest_turn(from, *axis, instead) * own;
}

Turned joint_rotation(World& world, Object& joint) {
  Graph& g = world.graph();
  const auto end = [&](Object& point) {
    return product(g, body_rotation(world, body_of(point)),
                   constant_rotation(g, end_rotation(world, joint, point)));
  };
  return product(g, inverse(g, end(*joint.ends.first)), end(*joint.ends.second));
}

}  // namespace mbs::elaborate
