#include "lang/elaborate/values/windows.hpp"

#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/rows.hpp"

#include <fmt/format.h>

#include <algorithm>

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

// Which part of which run: a `during` says one of the two.
struct Part {
  int window = no_window, run = present_run;
};

std::optional<Part> run_named(World& world, const ast::Expr& expr, Scope& scope) {
  const Value value = evaluate(world, expr, scope);
  if (value.poisoned()) return std::nullopt;
  const auto* run = value.get<RunValue>();
  if (!run) {
    report(world, Code::E0308, expr.span,
           fmt::format("`during` needs an interval or a run, but this is {}", describe(value)))
        .hint = "`during 1 ms .. 2 ms`, or `during rough` below `simulate 1 s as rough`";
    return std::nullopt;
  }
  if (run->symbol->run >= 0) return Part{no_window, run->symbol->run};
  report(world, Code::E0306, expr.span, fmt::format("there is no run `{}` yet", run->symbol->name))
      .hint = "a run is known below its `simulate`, and within a sweep those of the same pass";
  return std::nullopt;
}

std::optional<Part> part_of(World& world, const ast::Expr& expr, Scope& scope) {
  const auto* range = std::get_if<ast::Binary>(&expr.node);
  if (!range || range->op != ast::BinaryOp::range) return run_named(world, expr, scope);
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
    if (windows[i].from == *from && windows[i].to == *to) return Part{static_cast<int>(i)};
  windows.push_back({*from, *to});
  return Part{static_cast<int>(windows.size()) - 1};
}

// `(x during 1 s .. 2 s) during rough`: one says when, the other in which run.
bool add(Reports& reports, int& window, int& run, const Part& part, const ast::During& node) {
  if ((part.window == no_window || window == no_window) &&
      (part.run == present_run || run == present_run)) {
    if (part.window != no_window) window = part.window;
    if (part.run != present_run) run = part.run;
    return true;
  }
  report(reports, Code::E0308, node.value->span, "this has a `during` already");
  return false;
}

// `max(x) during a .. b`: the reduction has looked at the whole run already.
Value not_a_history(Reports& reports, const ast::During& node, const Value& value) {
  Diagnostic& d =
      report(reports, Code::E0308, node.value->span,
             fmt::format("`during` takes a part of a history or of impacts, but this is {}",
                         describe(value)));
  const auto* call = std::get_if<ast::Call>(&node.value->node);
  if (call && call->arguments.size() == 1)
    d.hint = fmt::format("the window stands inside: `{}({} during {})`",
                         source_text(reports, call->callee->span),
                         source_text(reports, call->arguments[0].value->span),
                         source_text(reports, node.window->span));
  return Poison{};
}

Value chosen_already(Reports& reports, const ast::During& node) {
  report(reports, Code::E0308, node.value->span, "some of these are chosen already").hint =
      "the window comes first, in the condition too: `fn w(x) = x during 1 s .. 2 s`, "
      "`w(hit.impacts)[w(hit.impacts.v_in) > 1 m/s]`";
  return Poison{};
}

bool is_of_run(ir::ListSource::Kind kind) {
  return kind == ir::ListSource::Kind::impact_column || kind == ir::ListSource::Kind::event_times;
}

// The part that a list is of already; its window is one of the world's.
Part part_of(const World& world, const ir::ListSource& source) {
  Part part{no_window, source.run};
  for (std::size_t i = 0; source.from.valid() && i < world.windows.size(); ++i)
    if (world.windows[i].from == source.from && world.windows[i].to == source.to)
      part.window = static_cast<int>(i);
  return part;
}

// Columns of impacts and instants of events, each of its own list in that part.
Value narrowed_rows(World& world, const Scalar& rows, const Part& part, const ast::During& node) {
  Graph& graph = world.graph();
  Scalar result = rows;
  for (const mbs::Slot& slot : graph.slots_used(rows.node)) {
    if (slot.kind != SlotKind::list_element) continue;
    const ir::ListSource source = world.scenario->lists[slot.index];
    if (!is_of_run(source.kind)) {
      report(world, Code::E0308, node.value->span,
             "`during` cannot tell at which instants these values are")
          .hint = "the window comes first, then the choice: `(x during a .. b)[c]`";
      return Poison{};
    }
    Part both = part_of(world, source);
    if (!add(world, both.window, both.run, part, node)) return Poison{};
    const int list = list_id(world, source.kind, source.entity, source.column, *node.value,
                             both.window, both.run);
    mbs::Slot narrow = slot;
    narrow.index = list;
    result.node = graph.substitute(result.node, graph.slot(slot), graph.slot(narrow));
    if (slot.index == rows.list) result.list = list;
  }
  return result;
}

Value windowed(World& world, Scalar scalar, const Part& part, const ast::During& node) {
  if (scalar.list >= 0 && is_of_run(world.scenario->lists[scalar.list].kind))
    return narrowed_rows(world, scalar, part, node);
  if (scalar.list >= 0 && world.scenario->lists[scalar.list].kind == ir::ListSource::Kind::chosen)
    return chosen_already(world, node);
  if (!scalar.is_signal() || scalar.list >= 0) return not_a_history(world, node, Value(scalar));
  if (!add(world, scalar.window, scalar.run, part, node)) return Poison{};
  return scalar;
}

}  // namespace

void check_value(Evaluation& evaluation, const std::function<Value()>& find) {
  {
    Quiet quiet(evaluation);
    if (!find().poisoned()) return;
  }
  Setting<bool> results(evaluation.histories, true);
  find();
}

Value evaluate_during(World& world, const ast::During& node, const ast::Expr& expr, Scope& scope) {
  if (scope.law || scope.graph != &world.graph() || !world.histories) {
    report(world, Code::E0306, expr.span, "`during` looks at a finished run").hint =
        "it is for results: `print max(ball.y during 1 s .. 2 s)`";
    return Poison{};
  }
  const Value value = evaluate(world, *node.value, scope);
  const auto part = part_of(world, *node.window, scope);
  if (value.poisoned() || !part) return Poison{};
  if (const auto* impacts = value.get<ImpactsValue>()) {
    if (impacts->chosen) return chosen_already(world, node);
    ImpactsValue result = *impacts;
    if (!add(world, result.window, result.run, *part, node)) return Poison{};
    return result;
  }
  if (const auto* scalar = value.get<Scalar>()) return windowed(world, *scalar, *part, node);
  if (const auto* vector = value.get<VectorValue>()) {
    VectorValue result;
    const bool varies = !std::ranges::all_of(vector->parts, &Scalar::constant);
    for (const Scalar& component : vector->parts) {
      const bool fixed = varies && component.constant();
      const Value one = fixed ? Value(component) : windowed(world, component, *part, node);
      if (one.poisoned()) return Poison{};
      result.parts.push_back(*one.get<Scalar>());
    }
    return result;
  }
  if (const auto* rotation = value.get<RotationValue>()) {
    RotationValue result = *rotation;
    for (Scalar& component : result.parts) {
      if (component.constant()) continue;
      const Value one = windowed(world, component, *part, node);
      if (one.poisoned()) return Poison{};
      component = *one.get<Scalar>();
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

bool of_one_run(Reports& reports, const Scalar& scalar, Span span) {
  if (scalar.run != mixed_runs) return true;
  report(reports, Code::E0308, span, "this mixes histories of different runs").hint =
      "of each run its values at the same instants: `let ts = linspace(0 s, 1 s, 101)`, "
      "`at(a during rough, ts) - at(a, ts)`; or draw them in one plot";
  return false;
}

NodeId inside_window(Draft& draft, const Scalar& scalar) {
  Graph& graph = draft.graph();
  const NodeId node = node_in(graph, scalar);
  if (scalar.window < 0) return node;
  const World::Window& window = draft.windows[scalar.window];
  const NodeId t = graph.slot(mbs::Slot{});
  const NodeId inside = graph.binary(Op::logical_and, graph.binary(Op::less_equal, window.from, t),
                                     graph.binary(Op::less_equal, t, window.to));
  return graph.select(inside, node, graph.constant(std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace mbs::elaborate
