#include "lang/elaborate/objects/signals.hpp"

#include <algorithm>

#include "lang/elaborate/objects/ends.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/objects/places.hpp"
#include "lang/elaborate/objects/points.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

NodeId body_coordinate(World& world, Object& body, int index, int order) {
  if (&body == world.ground) return world.graph().constant(0);
  mbs::Slot slot;
  slot.kind = SlotKind::body_coordinate;
  slot.entity = body.index;
  slot.index = index;
  slot.order = order;
  return world.graph().slot(slot);
}

Planar point_position(World& world, Object& point) {
  Object& body = body_of(point);
  const ir::Vec2 p = local_position(world, point);
  Graph& g = world.graph();
  const NodeId angle = body_coordinate(world, body, 2);
  const NodeId c = g.unary(Op::cos, angle), s = g.unary(Op::sin, angle);
  const NodeId px = g.constant(p.x), py = g.constant(p.y);
  const NodeId x = g.add(body_coordinate(world, body, 0), g.sub(g.mul(px, c), g.mul(py, s)));
  const NodeId y = g.add(body_coordinate(world, body, 1), g.add(g.mul(px, s), g.mul(py, c)));
  return {x, y};
}

namespace {

// p' = (0, spin) p / 2 of a rotation in space; index: of w, x, y, z.
NodeId quaternion_rate(Graph& g, int body, int index) {
  const auto p = [&](int i) { return g.slot({SlotKind::body_coordinate, body, 3 + i, 0}); };
  const auto spin = [&](int i) { return g.slot({SlotKind::body_spin, body, i - 1, 0}); };
  NodeId sum = index == 0 ? g.constant(0) : g.mul(spin(index), p(0));
  if (index == 0) {
    for (int i = 1; i <= 3; ++i) sum = g.sub(sum, g.mul(spin(i), p(i)));
  } else {
    const int next = index % 3 + 1, after = next % 3 + 1;
    sum = g.add(sum, g.sub(g.mul(spin(next), p(after)), g.mul(spin(after), p(next))));
  }
  return g.mul(g.constant(0.5), sum);
}

NodeId rate_of(Graph& graph, mbs::Slot slot) {
  const bool turns = slot.kind == SlotKind::body_coordinate && slot.index > 2;
  if (turns) return quaternion_rate(graph, slot.entity, slot.index - 3);
  ++slot.order;
  return graph.slot(slot);
}

}  // namespace

NodeId time_derivative(Graph& graph, NodeId node) {
  NodeId sum = graph.constant(0);
  for (const mbs::Slot& slot : graph.slots_used(node)) {
    const NodeId partial = graph.derivative(node, graph.slot(slot));
    switch (slot.kind) {
      case SlotKind::time:
        sum = graph.add(sum, partial);
        break;
      case SlotKind::body_coordinate:
      case SlotKind::body_spin:
      case SlotKind::joint_coordinate:
        sum = graph.add(sum, graph.mul(partial, rate_of(graph, slot)));
        break;
      default:
        break;
    }
  }
  return sum;
}

Planar time_derivative(Graph& graph, const Planar& vector) {
  return {time_derivative(graph, vector[0]), time_derivative(graph, vector[1])};
}

namespace {

NodeId frame_angle(World& world, Object& end) {
  Graph& g = world.graph();
  return g.add(body_coordinate(world, body_of(end), 2), g.constant(local_angle(world, end)));
}

}  // namespace

NodeId turn_between(World& world, Object& first, Object& second) {
  return world.graph().sub(frame_angle(world, second), frame_angle(world, first));
}

NodeId travel_between(World& world, Object& first, Object& second) {
  Graph& g = world.graph();
  const Planar p = point_position(world, first), q = point_position(world, second);
  const NodeId angle = frame_angle(world, first);
  return g.add(g.mul(g.sub(q[0], p[0]), g.unary(Op::cos, angle)),
               g.mul(g.sub(q[1], p[1]), g.unary(Op::sin, angle)));
}

std::optional<NodeId> joint_coordinate(World& world, Object& joint) {
  if (!resolve_ends(world, joint)) return std::nullopt;
  if (world.spatial) {
    const auto coordinates = coordinates_of(joint);
    const auto turning = std::ranges::find_if(coordinates, &CoordinateInfo::turns);
    const auto index = turning == coordinates.end() ? 0 : turning - coordinates.begin();
    return slot_node(world, SlotKind::joint_coordinate, joint.index, static_cast<int>(index));
  }
  Object& first = *joint.ends.first;
  Object& second = *joint.ends.second;
  return slides(joint) ? travel_between(world, first, second) : turn_between(world, first, second);
}

NodeId distance(World& world, Object& first, Object& second) {
  Graph& g = world.graph();
  const Planar p = point_position(world, first), q = point_position(world, second);
  const NodeId dx = g.sub(q[0], p[0]), dy = g.sub(q[1], p[1]);
  return g.unary(Op::sqrt, g.add(g.mul(dx, dx), g.mul(dy, dy)));
}

Scalar signal(World& world, NodeId node, Dimension dimension, const ast::Expr& expr,
              std::optional<Unit> unit) {
  Scalar scalar;
  scalar.dimension = dimension;
  scalar.unit = std::move(unit);
  if (world.graph().is_constant(node)) {
    scalar.value = world.graph().value(node);
    return scalar;
  }
  scalar.node = node;
  scalar.signal = &expr;
  return scalar;
}

const ast::Expr* name_expr(Scopes& scopes, std::string_view name, Span span) {
  auto expr = std::make_shared<ast::Expr>();
  expr->span = span;
  expr->node = ast::Name{std::string(name)};
  scopes.kept.push_back(expr);
  return expr.get();
}

}  // namespace mbs::elaborate
