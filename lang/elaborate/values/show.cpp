#include "lang/elaborate/values/show.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "lang/elaborate/values/arithmetic.hpp"
#include "lang/elaborate/values/as_rows.hpp"
#include "lang/elaborate/values/can_show.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/impacts.hpp"
#include "lang/elaborate/values/no_run.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/rows.hpp"
#include "lang/elaborate/values/vectors.hpp"
#include "lang/elaborate/values/windows.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

ir::Shown text_shown(std::string text) {
  ir::Shown shown;
  shown.kind = ir::Shown::Kind::text;
  shown.text.push_back(std::move(text));
  return shown;
}

// `[1, 2] s` is headed "[1, 2]": the unit stands beside it.
std::string without_own_unit(const Reports& reports, const ast::Expr& expr) {
  const auto unit_of = [&]() -> const std::optional<ast::UnitExpr>* {
    if (const auto* list = std::get_if<ast::List>(&expr.node)) return &list->unit;
    if (const auto* each = std::get_if<ast::Each>(&expr.node)) return &each->unit;
    if (const auto* vector = std::get_if<ast::Vector>(&expr.node)) return &vector->unit;
    return nullptr;
  };
  Span span = expr.span;
  const auto* unit = unit_of();
  if (unit && *unit && (*unit)->span.begin > span.begin) span.end = (*unit)->span.begin;
  std::string text = source_text(reports, span);
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

// `max(B.FN) in kN` is headed "max(B.FN)".
std::string label_text(const Reports& reports, const ast::Expr& expr) {
  if (const auto* convert = std::get_if<ast::Convert>(&expr.node))
    return without_own_unit(reports, *convert->value);
  return without_own_unit(reports, expr);
}

bool is_bare_name(const ast::Expr& expr) {
  if (const auto* convert = std::get_if<ast::Convert>(&expr.node))
    return is_bare_name(*convert->value);
  return std::holds_alternative<ast::Name>(expr.node);
}

void label(const Reports& reports, std::vector<ir::Shown>& list, const ast::Expr& expr,
           const std::optional<ast::Identifier>& name) {
  static constexpr const char* axes[] = {".x", ".y", ".z"};
  static constexpr const char* quaternion[] = {".w", ".x", ".y", ".z"};
  const std::string text = name ? name->name : label_text(reports, expr);
  const auto part = [&](std::size_t i) {
    return list.size() == 4 ? quaternion[i] : i < 3 ? axes[i] : "";
  };
  for (std::size_t i = 0; i < list.size(); ++i) {
    list[i].label = list.size() == 1 ? text : text + part(i);
    list[i].named = name || is_bare_name(expr);
  }
}

// A body or a joint has no value of its own; a material is shown by its name.
const Object* thing_with_fields(const Value& value) {
  const auto* object = value.get<ObjectValue>();
  if (!object || object->object->type() == ObjectKind::material) return nullptr;
  return object->object->kind->fields.empty() ? nullptr : object->object;
}

void report_thing(World& world, const Object& object, const ast::Expr& expr) {
  std::string list;
  for (const FieldInfo& field : object.kind->fields)
    if (!field.spatial || world.spatial)
      list += fmt::format("{}{}", list.empty() ? "" : ", ", field.name);
  report(world, Code::E0308, expr.span,
         fmt::format("`{}` is a {}, not a value", source_text(world, expr.span), object.kind->name))
      .hint =
      fmt::format("say what of it: it has {}{}", list,
                  object.type() == ObjectKind::point
                      ? fmt::format("; its place is `{} in mm`", source_text(world, expr.span))
                      : std::string());
}

// Numbers that a run or a table has yet to give.
bool is_list_of_results(const Value& value) {
  const auto* list = value.get<ListValue>();
  return list && std::any_of(list->items->begin(), list->items->end(), [](const Value& item) {
           const auto* scalar = item.get<Scalar>();
           return scalar && !scalar->constant();
         });
}

// Not in the order of time, in which a table of them stands: each for itself.
bool holds_impacts(const ListValue& list) {
  return !list.items->empty() && std::ranges::all_of(*list.items, [](const Value& item) {
    return item.get<ImpactValue>() != nullptr;
  });
}

std::optional<std::vector<ListValue>> columns_shown(const Value& value) {
  const auto* list = value.get<ListValue>();
  return list ? columns_of(*list) : std::nullopt;
}

// `sqrt(-1)`, `1/0`: a slip rather than a wish, unless `inf` is what was written.
void warn_not_finite(Reports& reports, const Scalar& scalar, const ast::Expr& expr) {
  if (!scalar.constant() || scalar.placeholder || std::isfinite(scalar.value)) return;
  const std::string text = source_text(reports, expr.span);
  const bool number = !std::isnan(scalar.value);
  if (number && (is_bare_name(expr) || text.find("inf") != std::string::npos)) return;
  Diagnostic& d = report(reports, Code::W0205, expr.span,
                         fmt::format("`{}` is {}", text, number ? "infinite" : "not a number"));
  if (!number) d.hint = "it is shown as `-`";
}

}  // namespace

void require_value(World& world, const ast::Expr& expr) {
  const bool told = world.diagnostics->has_errors() || !world.elaboration.broken_names.empty();
  if (told || world.quiet) return;
  report(world, Code::E0308, expr.span,
         fmt::format("`{}` has no value", source_text(world, expr.span)));
}

RotationValue as_shown(World& world, const RotationValue& rotation) {
  const Scalar& w = rotation.parts[0];
  const bool known = std::ranges::all_of(rotation.parts, &Scalar::constant);
  if (known && !(w.value < 0)) return rotation;
  Scope& scope = *world.root;
  Graph& graph = world.graph();
  const NodeId below =
      known ? NodeId{} : graph.binary(Op::less, node_in(graph, w), graph.constant(0));
  RotationValue result;
  for (std::size_t i = 0; i < 4; ++i) {
    const Scalar& part = rotation.parts[i];
    result.parts[i] = apply_unary(world, scope, Op::negate, part);
    if (known) continue;
    Scalar like = part;
    inherit(like, w);
    const NodeId node = node_in(graph, part);
    result.parts[i] = scalar_from(graph, graph.select(below, graph.neg(node), node), like);
  }
  return result;
}

ir::Shown show_scalar(World& world, const Scalar& scalar) {
  ir::Shown shown;
  shown.kind = scalar.boolean ? ir::Shown::Kind::boolean : ir::Shown::Kind::number;
  shown.domain = domain_of(world, scalar);
  shown.node = inside_window(world, scalar);
  if (shown.domain == ir::Domain::trace) shown.run = scalar.run;
  shown.unit = shown_unit(scalar);
  return shown;
}

namespace {

using ShownList = std::vector<ir::Shown>;

struct ShowParts {
  Histories histories;
  bool of_vector = false;
};

// One number for each part; false, with its message, if one cannot be shown.
bool show_parts(World& world, std::span<const Scalar> parts, const ast::Expr& expr,
                const ShowParts& how, ShownList& list) {
  for (const Scalar& part : parts) {
    if (!can_show(world, part, expr.span, how.histories, how.of_vector)) return false;
    list.push_back(show_scalar(world, part));
  }
  return true;
}

// Its parts have names of their own.
ShownList show_record(World& world, const RecordValue& record, const ast::Expr& expr,
                      const std::optional<ast::Identifier>& name, Histories histories) {
  ShownList list;
  for (const auto& [part, number] : record.parts) {
    if (!can_show(world, number, expr.span, histories)) return {};
    list.push_back(show_scalar(world, number));
    list.back().label = (name ? name->name : label_text(world, expr)) + "." + part;
    list.back().named = true;
  }
  return list;
}

// Empty, with its message, before any run.
std::optional<ir::Shown> show_impacts(World& world, const ImpactsValue& impacts,
                                      const ast::Expr& expr) {
  if (!world.has_run) {
    report_no_run(world, expr.span,
                  fmt::format("`{}` needs a finished run", source_text(world, expr.span)));
    return std::nullopt;
  }
  ir::Shown shown;
  shown.kind = ir::Shown::Kind::impacts;
  shown.contact = ir::ContactId{impacts.contact->index};
  shown.shared = shared_of(*impacts.contact);
  if (impacts.chosen) shown.node = node_in(world.graph(), *impacts.chosen);
  if (const auto window = window_of(world, impacts.window, expr.span)) {
    shown.from = window->from;
    shown.to = window->to;
    shown.run = impacts.run;
  }
  return shown;
}

void report_run(Reports& reports, const RunValue& run, const ast::Expr& expr) {
  report(reports, Code::E0308, expr.span,
         fmt::format("`{}` is a run, not a value", run.symbol->name))
      .hint = fmt::format("`max(x during {})` asks it for something", run.symbol->name);
}

}  // namespace

std::vector<ir::Shown> show_value(World& world, const Value& value, const ast::Expr& expr,
                                  const std::optional<ast::Identifier>& name, Histories histories) {
  ShownList list;
  const auto add_all = [&](const auto& values) {
    for (const auto& item : values)
      for (ir::Shown& part : show_value(world, item, expr, name, histories))
        list.push_back(std::move(part));
  };
  if (value.poisoned()) {
    require_value(world, expr);
    return list;
  }
  if (const auto* scalar = value.get<Scalar>()) {
    if (!can_show(world, *scalar, expr.span, histories)) return list;
    warn_not_finite(world, *scalar, expr);
    list.push_back(show_scalar(world, *scalar));
  } else if (const auto* vector = value.get<VectorValue>()) {
    if (!show_parts(world, vector->parts, expr, {histories, true}, list)) return {};
  } else if (const auto* rotation = value.get<RotationValue>()) {
    if (!show_parts(world, as_shown(world, *rotation).parts, expr, {histories}, list)) return {};
  } else if (const auto* record = value.get<RecordValue>()) {
    return show_record(world, *record, expr, name, histories);
  } else if (const auto* text = value.get<TextValue>()) {
    ir::Shown shown;
    shown.kind = ir::Shown::Kind::text;
    shown.text = text->parts;
    list.push_back(std::move(shown));
  } else if (const auto impacts = as_impacts(world, value, expr)) {
    auto shown = show_impacts(world, *impacts, expr);
    if (!shown) return list;
    list.push_back(std::move(*shown));
  } else if (const auto* items = value.get<ListValue>(); items && holds_impacts(*items)) {
    add_all(*items->items);
  } else if (const auto columns = columns_shown(value)) {
    add_all(*columns);
  } else if (is_list_of_results(value)) {
    const auto rows = as_rows(world, value, expr);
    if (!rows) return list;
    list.push_back(show_scalar(world, *rows));
  } else if (const auto* run = value.get<RunValue>()) {
    report_run(world, *run, expr);
    return list;
  } else if (const Object* object = thing_with_fields(value)) {
    report_thing(world, *object, expr);
    return list;
  } else {
    list.push_back(text_shown(to_text(value)));
  }
  label(world, list, expr, name);
  if (std::holds_alternative<ast::Text>(expr.node) && !name) list.front().named = false;
  return list;
}

std::vector<ir::Shown> show(World& world, const ast::Expr& expr, Scope& scope,
                            const std::optional<ast::Identifier>& name, Histories histories) {
  return show_value(world, evaluate(world, expr, scope), expr, name, histories);
}

namespace {

// Parts of a text, those of texts within it included: what showing it takes.
long weight(const std::vector<ir::TextPart>& parts) {
  long sum = 0;
  for (const ir::TextPart& part : parts) {
    const auto* hole = std::get_if<ir::TextHole>(&part);
    sum += 1 + (hole && hole->value ? weight(hole->value->text) : 0);
  }
  return sum;
}

}  // namespace

Value evaluate_text(World& world, const ast::Text& node, const ast::Expr& expr, Scope& scope) {
  TextValue result;
  for (const auto& part : node.parts) {
    if (const auto* plain = std::get_if<std::string>(&part)) {
      result.parts.emplace_back(*plain);
      continue;
    }
    const auto& hole = std::get<ast::Hole>(part);
    const std::vector<ir::Shown> shown =
        show(world, *hole.value, scope, std::nullopt, Histories::refuse);
    if (shown.empty()) return Poison{};
    for (std::size_t i = 0; i < shown.size(); ++i) {
      if (shown.size() > 1) result.parts.emplace_back(std::string(i == 0 ? "(" : ", "));
      ir::TextHole filled;
      filled.value = std::make_shared<const ir::Shown>(shown[i]);
      filled.width = hole.width;
      filled.digits = hole.digits;
      filled.format = hole.format;
      result.parts.emplace_back(std::move(filled));
    }
    if (shown.size() > 1) result.parts.emplace_back(std::string(")"));
  }
  if (!spend(world, expr.span, weight(result.parts))) return Poison{};
  return result;
}

}  // namespace mbs::elaborate
