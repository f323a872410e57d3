// The functions that make shapes.
#include "lang/elaborate/values/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "lang/elaborate/shapes/hull.hpp"
#include "lang/elaborate/shapes/polyhedra.hpp"
#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/values/calls.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/part_files.hpp"
#include "lang/elaborate/world/world.hpp"
#include "lang/expression/curve.hpp"

namespace mbs::elaborate {
namespace {

using std::numbers::pi;

// A length of a shape; E0411 if it is not positive and finite.
std::optional<double> size_argument(Reports& reports, const Builtin& builtin,
                                    const EvaluatedArgument& argument, bool zero_allowed = false) {
  const auto size = constant_number(
      reports, argument.value,
      {fmt::format("a size of `{}`", builtin.name), dim::length, argument.expr->span},
      argument.expr);
  if (!size) return std::nullopt;
  if ((*size > 0 || (zero_allowed && *size == 0)) && std::isfinite(*size)) return size;
  const char* least = zero_allowed ? "not be negative" : "be greater than 0";
  report(reports, Code::E0411, argument.expr->span,
         fmt::format("a size of `{}` must {}", builtin.name,
                     std::isfinite(*size) ? least : "be finite"));
  return std::nullopt;
}

// The last argument, if it is given.
bool width_argument(World& world, const Builtin& builtin, const BuiltinCall& call,
                    ShapeValue& shape) {
  if (static_cast<int>(call.arguments.size()) < builtin.most) return true;
  shape.width = size_argument(world, builtin, call.arguments.back());
  return shape.width.has_value();
}

Diagnostic& not_convex(Reports& reports, Span span, const std::string& why) {
  return report(reports, Code::E0413, span, why);
}

// ---- polygons ------------------------------------------------------------------------

// The points of a list, as they are written.
std::optional<std::vector<ir::Vec3>> point_list(World& world, const Builtin& builtin,
                                                const EvaluatedArgument& argument) {
  const auto* list = argument.value.get<ListValue>();
  if (!list) {
    report(world, Code::E0308, argument.expr->span,
           fmt::format("`{}` needs a list of corners, but this is {}", builtin.name,
                       describe(argument.value)))
        .hint = builtin.name == "polygon"
                    ? "for instance `polygon([(0, 0), (40, 0), (0, 30)] mm)`"
                    : "for instance `polyhedron([(0, 0, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9)] mm)`";
    return std::nullopt;
  }
  std::vector<ir::Vec3> corners;
  const auto* written = std::get_if<ast::List>(&argument.expr->node);
  for (std::size_t i = 0; i < list->items->size(); ++i) {
    const bool apart = written && written->items.size() == list->items->size();
    const ast::Expr* expr = apart ? written->items[i].get() : argument.expr;
    const Purpose purpose{fmt::format("a corner of `{}`", builtin.name), dim::length, expr->span};
    const auto corner = constant_vector(world, (*list->items)[i], purpose, apart ? expr : nullptr);
    if (!corner) return std::nullopt;
    corners.push_back(*corner);
  }
  return corners;
}

// In the plane of the polygon: of a prism in space z does not count, and is not there.
std::optional<std::vector<ir::Vec2>> corner_list(World& world, const Builtin& builtin,
                                                 const EvaluatedArgument& argument) {
  const auto points = point_list(world, builtin, argument);
  if (!points) return std::nullopt;
  std::vector<ir::Vec2> corners;
  for (const ir::Vec3& point : *points) {
    corners.push_back(ir::Vec2{point.x, point.y});
    if (point.z == 0) continue;
    report(world, Code::E0308, argument.expr->span,
           "the corners of a polygon lie in its plane, z = 0")
        .hint = "`polyhedron(points)` is the hull of points in space";
    return std::nullopt;
  }
  if (corners.size() >= 3) return corners;
  report(world, Code::E0411, argument.expr->span,
         fmt::format("a polygon has at least three corners, not {}", corners.size()));
  return std::nullopt;
}

double cross(const ir::Vec2& a, const ir::Vec2& b, const ir::Vec2& c) {
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}
double length(const ir::Vec2& a, const ir::Vec2& b) {
  return std::hypot(b.x - a.x, b.y - a.y);
}

// Turn of the outline at corner i, from -pi to pi.
double turn_at(const std::vector<ir::Vec2>& v, std::size_t i) {
  const std::size_t n = v.size();
  const ir::Vec2 &a = v[(i + n - 1) % n], &b = v[i], &c = v[(i + 1) % n];
  return std::atan2(cross(a, b, c), (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y));
}

std::string corner_text(const ir::Vec2& v) {
  return fmt::format("({:.6g}, {:.6g}) mm", v.x * 1e3, v.y * 1e3);
}

constexpr double least_turn = 1e-6;  // rad; less is no corner

// Counter-clockwise, every corner turning left, once around.
bool convex_polygon(Reports& reports, std::vector<ir::Vec2>& corners, Span span) {
  double whole = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) whole += turn_at(corners, i);
  if (whole < 0) std::reverse(corners.begin(), corners.end());
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (turn_at(corners, i) > least_turn) continue;
    Diagnostic& d = not_convex(reports, span, "the polygon is not convex");
    d.notes.push_back(fmt::format("at its corner {} it goes straight on, back or inwards",
                                  corner_text(corners[i])));
    d.hint = "leave corners in a straight line out; make a body of two polygons with two points";
    return false;
  }
  if (std::abs(std::abs(whole) - 2 * pi) < 1e-6) return true;
  not_convex(reports, span, "the polygon crosses itself").hint =
      "give the corners in order, once around";
  return false;
}

// Rounding takes a piece off both ends of every edge: rounding * tan(turn/2).
bool room_for_rounding(Reports& reports, const std::vector<ir::Vec2>& corners, double rounding,
                       Span span) {
  double most = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const std::size_t next = (i + 1) % corners.size();
    const double cut = std::tan(turn_at(corners, i) / 2) + std::tan(turn_at(corners, next) / 2);
    most = std::min(most, length(corners[i], corners[next]) / cut);
  }
  if (rounding < most) return true;
  report(reports, Code::E0411, span,
         fmt::format("the rounding must be smaller than {:.6g} mm", most * 1e3))
      .hint = "a larger one would leave nothing of the shortest edge";
  return false;
}

// ---- curves ---------------------------------------------------------------------------

Diagnostic& report_curve(Reports& reports, const CurveProblem& problem, const std::string& name,
                         Span span) {
  const double from = problem.from * 180 / pi, to = problem.to * 180 / pi;
  switch (problem.kind) {
    case CurveProblem::Kind::no_radius:
      return report(
          reports, Code::E0411, span,
          fmt::format("`{}` must be greater than 0; at phi = {:.4g} deg it is not", name, from));
    case CurveProblem::Kind::open: {
      Diagnostic& d = not_convex(reports, span, fmt::format("the curve `{}` does not close", name));
      d.notes.push_back("value and slope at phi = 2 pi must be those at phi = 0");
      return d;
    }
    case CurveProblem::Kind::corner: {
      Diagnostic& d =
          not_convex(reports, span,
                     fmt::format("the curve `{}` has a corner at phi = {:.4g} deg", name, from));
      d.hint = "`polygon(corners, rounding)` has corners";
      return d;
    }
    default: {
      Diagnostic& d = not_convex(reports, span, fmt::format("the curve `{}` is not convex", name));
      d.notes.push_back(fmt::format(
          "it bends inwards, or is straight, from phi = {:.4g} deg to {:.4g} deg", from, to));
      d.notes.push_back("convex: r^2 + 2 r'^2 - r r'' > 0");
      return d;
    }
  }
}

// r(phi) as a node of `graph`.
std::optional<NodeId> radius_node(World& world, const EvaluatedArgument& argument, Graph& graph,
                                  NodeId angle, Scope& scope) {
  Scalar phi;
  phi.node = angle;
  phi.signal = argument.expr;
  std::vector<EvaluatedArgument> arguments{{std::nullopt, Value(phi), argument.expr}};
  Scope& inside = new_scope(world, ScopeKind::function, &scope);
  inside.graph = &graph;
  Setting<bool> plain(world.watched, false);
  Setting<bool> instant(world.histories, false);
  const Value value = call_function(world, *argument.value.get<FunctionValue>()->function,
                                    *argument.expr, arguments, inside);
  const auto radius = number(world, value,
                             {fmt::format("`{}(phi)`", source_text(world, argument.expr->span)),
                              dim::length, argument.expr->span},
                             nullptr);
  if (!radius) return std::nullopt;
  const NodeId node = node_in(graph, *radius);
  for (const mbs::Slot& slot : graph.slots_used(node)) {
    if (slot.kind == SlotKind::curve_angle) continue;
    report(world, Code::E0311, argument.expr->span,
           "the function of a curve must depend on its angle alone");
    return std::nullopt;
  }
  return node;
}

}  // namespace

namespace {

bool in_its_world(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto kind = static_cast<ShapeKind>(builtin.tag);
  const auto count = static_cast<int>(call.arguments.size());
  const ShapeInfo& shape = info(kind);
  const bool rounded = shape.rounding >= 0 && count > shape.rounding;
  if (world.spatial || (!shape.in_space_only && !rounded)) return true;
  report(world, Code::E0408, call.expr.span,
         shape.in_space_only
             ? fmt::format("`{}` is a shape in space; this world is planar", builtin.name)
             : fmt::format("in a planar world `{}` has no rounding", builtin.name))
      .hint = kind == ShapeKind::socket ? "`ring(R)`" : "`polygon(corners, rounding)` has one";
  return false;
}

// Takes a piece off all edges; the faces stay where they are.
bool rounded(Reports& reports, ShapeValue& shape, double rounding, Span span) {
  const auto& s = shape.sizes;
  const double most =
      shape.kind == ShapeKind::box ? std::min({s[0], s[1], s[2]}) / 2 : std::min(s[0], s[1] / 2);
  shape.rounding = rounding;
  if (rounding <= most) return true;
  report(reports, Code::E0411, span,
         fmt::format("the rounding must be at most {:.6g} mm", most * 1e3))
      .hint = "a larger one would leave nothing of the smallest side";
  return false;
}

}  // namespace

Value sized_shape(World& world, const Builtin& builtin, const BuiltinCall& call) {
  ShapeValue shape;
  shape.kind = static_cast<ShapeKind>(builtin.tag);
  if (!in_its_world(world, builtin, call)) return Poison{};
  const bool point_allowed = shape.kind == ShapeKind::cone;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const bool rounds = i > 0 && static_cast<int>(i) == info(shape.kind).rounding;
    const auto size =
        size_argument(world, builtin, call.arguments[i], rounds || (point_allowed && i == 2));
    if (!size) return Poison{};
    if (!rounds)
      shape.sizes.push_back(*size);
    else if (!rounded(world, shape, *size, call.arguments[i].expr->span))
      return Poison{};
  }
  const bool wide = shape.kind == ShapeKind::disc || shape.kind == ShapeKind::ring;
  if (wide && shape.sizes.size() > 1) {
    shape.width = shape.sizes[1];
    if (shape.kind == ShapeKind::ring) shape.sizes.pop_back();
  }
  return shape;
}

namespace {

// Angles of an arc, rad.
std::optional<double> angle_argument(Reports& reports, const EvaluatedArgument& argument) {
  return constant_number(reports, argument.value,
                         {"an angle of `arc`", dim::pure, argument.expr->span}, argument.expr);
}

}  // namespace

Value arc_shape(World& world, const Builtin& builtin, const BuiltinCall& call) {
  constexpr double turn = 2 * std::numbers::pi;
  ShapeValue shape;
  shape.kind = ShapeKind::arc;
  const auto size = size_argument(world, builtin, call.arguments[0]);
  const auto from = angle_argument(world, call.arguments[1]);
  const auto to = angle_argument(world, call.arguments[2]);
  if (!size || !from || !to) return Poison{};
  if (!(*from < *to) || !(*to - *from < turn)) {
    report(world, Code::E0411, call.arguments[2].expr->span,
           "an arc goes to the left from its first angle to its second, by less than a turn")
        .hint =
        "a whole circle is `ring(R)`; from 350 deg on to 10 deg is `arc(R, -10 deg, 10 deg)`";
    return Poison{};
  }
  shape.sizes = {*size};
  shape.from = *from;
  shape.to = *to;
  if (call.arguments.size() > 3) {
    const auto thickness = size_argument(world, builtin, call.arguments[3]);
    if (!thickness) return Poison{};
    shape.sizes.push_back(*thickness);
  }
  return width_argument(world, builtin, call, shape) ? Value(shape) : Value(Poison{});
}

Value ellipse_shape(World& world, const Builtin& builtin, const BuiltinCall& call) {
  ShapeValue shape;
  shape.kind = ShapeKind::ellipse;
  for (int i = 0; i < 2; ++i) {
    const auto size = size_argument(world, builtin, call.arguments[i]);
    if (!size) return Poison{};
    shape.sizes.push_back(*size);
  }
  return width_argument(world, builtin, call, shape) ? Value(shape) : Value(Poison{});
}

Value superellipse_shape(World& world, const Builtin& builtin, const BuiltinCall& call) {
  Value made = ellipse_shape(world, builtin, call);
  if (made.poisoned()) return made;
  const EvaluatedArgument& argument = call.arguments[2];
  const auto exponent = constant_number(
      world, argument.value, {"the exponent of `superellipse`", dim::pure, argument.expr->span},
      argument.expr);
  if (!exponent) return Poison{};
  if (!(*exponent > 1) || *exponent > 100) {
    not_convex(world, argument.expr->span, "the exponent of a superellipse lies between 1 and 100")
        .hint = "with 1 it is a rhombus, see `polygon`; below 1 it bends inwards";
    return Poison{};
  }
  ShapeValue shape = *made.get<ShapeValue>();
  shape.kind = ShapeKind::superellipse;
  shape.exponent = *exponent;
  return shape;
}

Value polygon_shape(World& world, const Builtin& builtin, const BuiltinCall& call) {
  ShapeValue shape;
  shape.kind = ShapeKind::polygon;
  auto corners = corner_list(world, builtin, call.arguments[0]);
  if (!corners || !convex_polygon(world, *corners, call.arguments[0].expr->span)) return Poison{};
  shape.corners = std::move(*corners);
  shape.sizes.push_back(0);
  if (call.arguments.size() > 1) {
    const auto rounding = size_argument(world, builtin, call.arguments[1], true);
    if (!rounding ||
        !room_for_rounding(world, shape.corners, *rounding, call.arguments[1].expr->span))
      return Poison{};
    shape.sizes[0] = *rounding;
  }
  return width_argument(world, builtin, call, shape) ? Value(shape) : Value(Poison{});
}

Value curve_shape(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const EvaluatedArgument& argument = call.arguments[0];
  if (!argument.value.get<FunctionValue>()) {
    report(world, Code::E0308, argument.expr->span,
           fmt::format("`curve` needs a function, but this is {}", describe(argument.value)))
        .hint = "`fn cam(phi) = 20 mm + 2 mm * cos(phi)`, then `curve(cam)`";
    return Poison{};
  }
  Graph graph;
  const NodeId angle = graph.slot({SlotKind::curve_angle});
  const auto radius = radius_node(world, argument, graph, angle, call.scope);
  if (!radius) return Poison{};
  const std::string name = source_text(world, argument.expr->span);
  auto table = tabulate_curve(graph, *radius, angle);
  if (const auto* problem = std::get_if<CurveProblem>(&table)) {
    report_curve(world, *problem, name, argument.expr->span);
    return Poison{};
  }
  ShapeValue shape;
  shape.kind = ShapeKind::curve;
  shape.curve = std::make_shared<const ir::SupportedCurve>(ir::SupportedCurve{
      name, std::make_shared<const SupportTable>(std::move(std::get<SupportTable>(table)))});
  return width_argument(world, builtin, call, shape) ? Value(shape) : Value(Poison{});
}

namespace {

// The faces of a corner where more than three meet go inwards together only if they lie alike.
bool round_off(Reports& reports, ShapeValue& shape, double rounding, Span span) {
  if (rounding == 0) return true;
  PolyhedronCore core = polyhedron_core(shape.vertices, rounding);
  if (core.split >= 0) {
    const ir::Vec3& at = shape.vertices[static_cast<std::size_t>(core.split)];
    report(reports, Code::E0411, span,
           fmt::format("a rounding takes the faces apart that meet in the corner ({:.6g}, {:.6g}, "
                       "{:.6g}) mm",
                       at.x * 1e3, at.y * 1e3, at.z * 1e3))
        .hint = "cut that corner off by three others or more, of which each has three faces";
    return false;
  }
  constexpr double left = 1e-7;  // of it: a core as flat as rounding has no faces
  if (!(rounding < (1 - left) * core.most)) {
    report(reports, Code::E0411, span,
           fmt::format("the rounding must be smaller than {:.6g} mm", core.most * 1e3))
        .hint = "a larger one would leave nothing of the shortest edge";
    return false;
  }
  shape.vertices = std::move(core.corners);
  shape.rounding = rounding;
  return true;
}

Value with_rounding(World& world, const Builtin& builtin, const BuiltinCall& call,
                    ShapeValue shape) {
  const auto place = static_cast<std::size_t>(info(shape.kind).rounding);
  if (call.arguments.size() <= place) return shape;
  const EvaluatedArgument& argument = call.arguments[place];
  const auto rounding = size_argument(world, builtin, argument, true);
  if (!rounding || !round_off(world, shape, *rounding, argument.expr->span)) return Poison{};
  return shape;
}

}  // namespace

Value polyhedron_shape(World& world, const Builtin& builtin, const BuiltinCall& call) {
  if (!in_its_world(world, builtin, call)) return Poison{};
  const EvaluatedArgument& argument = call.arguments[0];
  const auto points = point_list(world, builtin, argument);
  if (!points) return Poison{};
  ShapeValue shape;
  shape.kind = ShapeKind::polyhedron;
  shape.vertices = hull_corners(*points);
  if (shape.vertices.empty()) {
    not_convex(world, argument.expr->span, "the points of `polyhedron` lie in one plane").hint =
        "it needs four points at least, and one of them beside the plane of the others";
    return Poison{};
  }
  return with_rounding(world, builtin, call, std::move(shape));
}

Value hull_shape(World& world, const Builtin& builtin, const BuiltinCall& call) {
  if (!in_its_world(world, builtin, call)) return Poison{};
  if (call.arguments.size() == 1) {
    report(world, Code::E0309, call.expr.span, "an STL file has no unit; say how long 1 of it is")
        .hint = fmt::format("`hull({}, 1 mm)`", source_text(world, call.arguments[0].expr->span));
    return Poison{};
  }
  const auto unit = size_argument(world, builtin, call.arguments[1]);
  const auto hull = unit ? hull_of_file(world, call) : nullptr;
  if (!hull) return Poison{};
  ShapeValue shape;
  shape.kind = ShapeKind::hull;
  shape.fills = hull->fills;
  for (const ir::Vec3& corner : hull->corners) shape.vertices.push_back(*unit * corner);
  shape.vertices = hull_corners(std::move(shape.vertices));
  return with_rounding(world, builtin, call, std::move(shape));
}

}  // namespace mbs::elaborate
