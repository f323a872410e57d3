// `x during a .. b`: a part of a run.
#include "lang/elaborate/values/evaluate.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace mbs::elaborate {
namespace {

// One end: an instant, or a result that is one.
std::optional<NodeId> end_of(World& world, const ast::Expr& expr, Scope& scope) {
  const auto time = number(world, evaluate(world, expr, scope),
                           {"an end of `during`", dim::time, expr.span}, &expr);
  if (!time) return std::nullopt;
  if (time->is_signal()) {
    report(world, Code::E0307, expr.span, "an end of `during` is one instant, but this changes")
        .hint = "`at`, `first` and their like give one value";
    return std::nullopt;
  }
  if (time->constant() && std::isnan(time->value)) {
    require_finite(world, *time, "an end of `during`", expr.span);
    return std::nullopt;
  }
  return node_in(world.graph(), *time);
}

std::optional<int> window_id(World& world, const ast::Expr& expr, Scope& scope) {
  const auto* range = std::get_if<ast::Binary>(&expr.node);
  if (!range || range->op != ast::BinaryOp::range) {
    report(world, Code::E0308, expr.span, "`during` needs an interval").hint =
        "`during 1 ms .. 2 ms`";
    return std::nullopt;
  }
  const auto from = end_of(world, *range->left, scope), to = end_of(world, *range->right, scope);
  if (!from || !to) return std::nullopt;
  const Graph& graph = world.graph();
  if (graph.is_constant(*from) && graph.is_constant(*to) &&
      !(graph.value(*from) < graph.value(*to))) {
    report(world, Code::E0411, expr.span,
           graph.value(*from) == graph.value(*to)
               ? "the interval of `during` is empty"
               : "the interval of `during` ends before it begins")
        .hint = "`during 1 ms .. 2 ms`";
    return std::nullopt;
  }
  auto& windows = world.windows;
  for (std::size_t i = 0; i < windows.size(); ++i)
    if (windows[i].from == *from && windows[i].to == *to) return static_cast<int>(i);
  windows.push_back({*from, *to});
  return static_cast<int>(windows.size()) - 1;
}

// `max(x) during a .. b`: the reduction has looked at the whole run already.
Value not_a_history(World& world, const ast::During& node, const Value& value) {
  Diagnostic& d =
      report(world, Code::E0308, node.value->span,
             fmt::format("`during` takes a part of a history or of impacts, but this is {}",
                         describe(value)));
  const auto* call = std::get_if<ast::Call>(&node.value->node);
  if (call && call->arguments.size() == 1)
    d.hint = fmt::format(
        "the window stands inside: `{}({} during {})`", source_text(world, call->callee->span),
        source_text(world, call->arguments[0].value->span), source_text(world, node.window->span));
  return Poison{};
}

bool of_impacts_or_events(const World& world, const Scalar& scalar) {
  const auto kind = world.scenario->lists[scalar.list].kind;
  return kind == ir::ListSource::Kind::impact_column || kind == ir::ListSource::Kind::event_times;
}

// Columns of impacts and instants of events, each of its own list between the ends.
Value narrowed_rows(World& world, const Scalar& rows, int window, const ast::During& node) {
  Graph& graph = world.graph();
  Scalar result = rows;
  for (const mbs::Slot& slot : graph.slots_used(rows.node)) {
    if (slot.kind != SlotKind::list_element) continue;
    const ir::ListSource source = world.scenario->lists[slot.index];
    const bool has_instants = source.kind == ir::ListSource::Kind::impact_column ||
                              source.kind == ir::ListSource::Kind::event_times;
    if (!has_instants || source.from.valid()) {
      report(world, Code::E0308, node.value->span,
             has_instants ? "this has a `during` already"
                          : "`during` cannot tell at which instants these values are");
      return Poison{};
    }
    const int list = list_id(world, source.kind, source.entity, source.column, *node.value, window);
    mbs::Slot narrow = slot;
    narrow.index = list;
    result.node = graph.substitute(result.node, graph.slot(slot), graph.slot(narrow));
    if (slot.index == rows.list) result.list = list;
  }
  return result;
}

Value windowed(World& world, Scalar scalar, int window, const ast::During& node) {
  if (scalar.list >= 0 && of_impacts_or_events(world, scalar))
    return narrowed_rows(world, scalar, window, node);
  if (!scalar.is_signal() || scalar.list >= 0) return not_a_history(world, node, Value(scalar));
  if (scalar.window != no_window) {
    report(world, Code::E0308, node.value->span, "this has a `during` already");
    return Poison{};
  }
  scalar.window = window;
  return scalar;
}

}  // namespace

Value evaluate_during(World& world, const ast::During& node, const ast::Expr& expr, Scope& scope) {
  if (scope.law || scope.graph != &world.graph() || !world.evaluation.histories) {
    report(world, Code::E0306, expr.span, "`during` looks at a finished run").hint =
        "it is for results: `print max(ball.y during 1 s .. 2 s)`";
    return Poison{};
  }
  const Value value = evaluate(world, *node.value, scope);
  const auto window = window_id(world, *node.window, scope);
  if (value.poisoned() || !window) return Poison{};
  if (const auto* impacts = value.get<ImpactsValue>()) {
    if (impacts->window == no_window) return ImpactsValue{impacts->contact, *window};
    report(world, Code::E0308, node.value->span, "this has a `during` already");
    return Poison{};
  }
  if (const auto* scalar = value.get<Scalar>()) return windowed(world, *scalar, *window, node);
  if (const auto* vector = value.get<VectorValue>()) {
    VectorValue result;
    for (const Scalar& part : vector->parts) {
      const Value one = windowed(world, part, *window, node);
      if (one.poisoned()) return Poison{};
      result.parts.push_back(*one.get<Scalar>());
    }
    return result;
  }
  return not_a_history(world, node, value);
}

std::optional<World::Window> window_of(World& world, int window, Span span) {
  if (window >= 0) return world.windows[window];
  if (window == no_window) return World::Window{};
  report(world, Code::E0308, span, "this mixes histories of different windows").hint =
      "one `during` for all: `max(a - b during 1 s .. 2 s)`";
  return std::nullopt;
}

NodeId inside_window(World& world, const Scalar& scalar) {
  Graph& graph = world.graph();
  const NodeId node = node_in(graph, scalar);
  if (scalar.window < 0) return node;
  const World::Window& window = world.windows[scalar.window];
  const NodeId t = graph.slot(mbs::Slot{});
  const NodeId inside = graph.binary(Op::logical_and, graph.binary(Op::less_equal, window.from, t),
                                     graph.binary(Op::less_equal, t, window.to));
  return graph.select(inside, node, graph.constant(std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace mbs::elaborate
