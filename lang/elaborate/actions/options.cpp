#include "lang/elaborate/actions/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/elaborate/objects/space_signals.hpp"
#include "lang/elaborate/values/can_show.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/late_lists.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/world/world.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {

namespace {

void report_unknown_option(Reports& reports, const ast::Identifier& name, const char* action,
                           const std::vector<std::string>& known) {
  const auto near = suggest(name.name, known);
  Diagnostic& d = report(reports, Code::E0402, name.span,
                         fmt::format("`{}` has no attribute `{}`", action, name.name),
                         near ? fmt::format("did you mean `{}`?", *near) : "");
  std::string list;
  for (const std::string& other : known) list += (list.empty() ? "" : ", ") + other;
  if (!near) d.hint = "it has: " + list;
}

void refuse(Reports& reports, const ast::Expr& expr, const OptionInfo& what, const char* wanted,
            const Value& value, std::string hint) {
  if (value.poisoned()) return;
  report(reports, Code::E0308, expr.span,
         fmt::format("`{}` must be {}, but this is {}", what.name, wanted, describe(value)))
      .hint = std::move(hint);
}

// The first that is given counts, so a second one would do nothing.
bool report_again(Reports& reports, const OptionBlock& block, const ast::Attribute& option) {
  const ast::Attribute* first = find_option(block, option.name.name);
  if (first == &option) return false;
  report(reports, Code::E0302, option.name.span,
         fmt::format("`{}` is already given", option.name.name))
      .labels.push_back({first->name.span, "first here"});
  return true;
}

}  // namespace

const ast::Attribute* find_option(const OptionBlock& block, std::string_view name) {
  if (!block) return nullptr;
  for (const auto& item : block->items) {
    const auto* attribute = std::get_if<ast::Attribute>(&item);
    if (attribute && attribute->name.name == name) return attribute;
  }
  return nullptr;
}

void check_options(Reports& reports, const OptionBlock& block, const char* action) {
  if (!block) return;
  std::vector<std::string> known;
  for (const OptionInfo& option : options_of(action)) known.emplace_back(option.name);
  for (const auto& item : block->items) {
    const auto* attribute = std::get_if<ast::Attribute>(&item);
    if (!attribute) {
      report(reports, Code::E0402, std::get<ast::StatementPtr>(item)->head,
             fmt::format("`{}` holds no declarations", action));
      continue;
    }
    if (report_again(reports, block, *attribute)) continue;
    if (std::find(known.begin(), known.end(), attribute->name.name) == known.end())
      report_unknown_option(reports, attribute->name, action, known);
  }
}

namespace {

// What a run that is finished by then gives; empty, with a report, if it does not fit.
ir::Later later_number(World& world, const Scalar& number, const Purpose& purpose,
                       const ast::Expr& expr) {
  if (!fits(world, number, purpose, &expr) ||
      !can_show(world, number, expr.span, Histories::refuse))
    return {};
  return {node_in(world.graph(), number), expr.span};
}

}  // namespace

Given positive_number(World& world, Scope& scope, const ast::Expr& expr, const std::string& name,
                      Dimension dimension) {
  const Purpose purpose{name, dimension, expr.span};
  const Value value = evaluate(world, expr, scope);
  if (is_known_by_a_run(value))
    return {std::nullopt, later_number(world, *value.get<Scalar>(), purpose, expr)};
  const auto number = constant_number(world, value, purpose, &expr);
  if (!number || (std::isfinite(*number) && *number > 0)) return {number, {}};
  report(world, Code::E0411, expr.span, fmt::format("{} must be greater than 0 and finite", name));
  return {};
}

std::optional<double> number_option(World& world, Scope& scope, const OptionBlock& block,
                                    const OptionInfo& what) {
  const ast::Attribute* attribute = find_option(block, what.name);
  if (!attribute) return std::nullopt;
  const ast::Expr& expr = *attribute->value;
  const std::string name = fmt::format("`{}`", what.name);
  const auto value = constant_number(world, evaluate(world, expr, scope),
                                     {name, what.dimension, expr.span}, &expr);
  if (!value || (std::isfinite(*value) && *value > 0)) return value;
  report(world, Code::E0411, expr.span, fmt::format("{} must be greater than 0 and finite", name));
  return std::nullopt;
}

void check_bounds(Reports& reports, const OptionBlock& block, const OptionInfo& what,
                  std::optional<double> value) {
  if (!value || what.allows(*value)) return;
  Diagnostic& d = report(reports, Code::E0411, find_option(block, what.name)->value->span,
                         fmt::format("`{}` must lie between {:g} and {:g}, but this is {:g}",
                                     what.name, what.least, what.largest, *value));
  if (what.usual) d.hint = fmt::format("{:g} holds if none is given", *what.usual);
}

bool flag_option(World& world, Scope& scope, const OptionBlock& block, const OptionInfo& what,
                 bool usual) {
  const ast::Attribute* option = find_option(block, what.name);
  if (!option) return usual;
  const Value value = evaluate(world, *option->value, scope);
  const auto* flag = value.get<Scalar>();
  if (!(flag && flag->boolean)) {
    refuse(world, *option->value, what, "true or false", value,
           fmt::format("`{} = true`", what.name));
    return false;
  }
  return require_constant(world, *flag, option->value->span) && flag->value != 0;
}

std::string word_option(Reports& reports, const OptionBlock& block, const OptionInfo& what) {
  const ast::Attribute* option = find_option(block, what.name);
  if (!option) return {};
  const auto* name = std::get_if<ast::Name>(&option->value->node);
  const std::vector<std::string> words = words_of(what);
  if (name && std::ranges::find(words, name->name) != words.end()) return name->name;
  report(reports, Code::E0308, option->value->span,
         fmt::format("`{}` must be `{}`", what.name, fmt::join(words, "` or `")));
  return {};
}

std::optional<std::string> text_option(World& world, Scope& scope, const OptionBlock& block,
                                       const OptionInfo& what) {
  const ast::Attribute* option = find_option(block, what.name);
  if (!option) return std::nullopt;
  const Value value = evaluate(world, *option->value, scope);
  const auto* text = value.get<TextValue>();
  std::string whole;
  bool plain = text != nullptr;
  for (std::size_t i = 0; plain && i < text->parts.size(); ++i) {
    const auto* part = std::get_if<std::string>(&text->parts[i]);
    plain = part != nullptr;
    if (part) whole += *part;
  }
  if (plain) return whole;
  refuse(world, *option->value, what, "a text without holes", value,
         fmt::format("`{} = \"...\"`", what.name));
  return std::nullopt;
}

std::optional<std::array<double, 2>> size_option(World& world, Scope& scope,
                                                 const OptionBlock& block, const OptionInfo& what) {
  const ast::Attribute* option = find_option(block, what.name);
  if (!option) return std::nullopt;
  const ast::Expr& expr = *option->value;
  const Value value = evaluate(world, expr, scope);
  const auto* vector = value.get<VectorValue>();
  const auto* written = std::get_if<ast::Vector>(&expr.node);
  const bool two = vector && (vector->parts.size() == 2 || (written && written->parts.size() == 2));
  if (!two) {
    refuse(world, expr, what, "a width and a height", value,
           what.dimension == dim::length ? "`size = (84, 60) mm`" : "`size = (1280, 720)`");
    return std::nullopt;
  }
  std::array<double, 2> size{};
  for (std::size_t k = 0; k < 2; ++k) {
    const auto part =
        constant_number(world, Value(vector->parts[k]),
                        {fmt::format("`{}`", what.name), what.dimension, expr.span}, &expr);
    if (!part) return std::nullopt;
    size[k] = *part;
    if (what.allows(*part)) continue;
    report(world, Code::E0411, expr.span,
           fmt::format("both sides of `{0}` must lie between {1:g}{3} and {2:g}{3}", what.name,
                       what.least, what.largest, what.dimension == dim::length ? " m" : ""));
    return std::nullopt;
  }
  return size;
}

GivenInterval asked_interval(World& world, Scope& scope, const ast::Expr& expr,
                             const Purpose& purpose, const std::string& example, bool open) {
  const auto* range = std::get_if<ast::Binary>(&expr.node);
  if (!range || range->op != ast::BinaryOp::range) {
    report(world, Code::E0308, expr.span, purpose.name + " needs an interval").hint = example;
    return {};
  }
  GivenInterval given;
  const auto end = [&](const ast::Expr& part, ir::Later& later) -> std::optional<double> {
    const Purpose of_part{purpose.name, purpose.dimension, part.span};
    const Value value = evaluate(world, part, scope);
    if (!is_known_by_a_run(value)) return constant_number(world, value, of_part, &part);
    later = later_number(world, *value.get<Scalar>(), of_part, part);
    return later.given() ? std::optional(0.0) : std::nullopt;
  };
  const auto low = end(*range->left, given.from), high = end(*range->right, given.to);
  if (!low || !high) return {};
  const bool later = given.from.given() || given.to.given();
  given.value = {*low, *high};
  if (later || (*low <= *high && std::isfinite(*low) && (open || std::isfinite(*high))))
    return given;
  const char* what = *low > *high ? "ends before it begins" : "must be finite";
  report(world, Code::E0411, expr.span, fmt::format("the interval of {} {}", purpose.name, what))
      .hint = example;
  return {};
}

std::optional<std::array<double, 2>> constant_interval(World& world, Scope& scope,
                                                       const ast::Expr& expr,
                                                       const Purpose& purpose,
                                                       const std::string& example) {
  const GivenInterval given = asked_interval(world, scope, expr, purpose, example, false);
  if (!given.from.given() && !given.to.given()) return given.value;
  report(world, Code::E0306, expr.span, purpose.name + " must be known before the run");
  return std::nullopt;
}

}  // namespace mbs::elaborate
