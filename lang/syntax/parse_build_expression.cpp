#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "lang/syntax/parse_build.hpp"
#include "lang/syntax/parse_failure.hpp"
#include "lang/syntax/unit_text.hpp"

namespace mbs::grammar {

namespace {

ast::BinaryOp binary_op(std::string_view sign) {
  if (sign == "+") return ast::BinaryOp::add;
  if (sign == "-") return ast::BinaryOp::subtract;
  if (sign == "*") return ast::BinaryOp::multiply;
  if (sign == "/") return ast::BinaryOp::divide;
  if (sign == "^") return ast::BinaryOp::power;
  if (sign == "..") return ast::BinaryOp::range;
  if (sign == "by") return ast::BinaryOp::step;
  return sign == "and" ? ast::BinaryOp::logical_and : ast::BinaryOp::logical_or;
}

ast::CompareOp compare_op(std::string_view sign) {
  if (sign == "<") return ast::CompareOp::less;
  if (sign == "<=") return ast::CompareOp::less_equal;
  if (sign == ">") return ast::CompareOp::greater;
  if (sign == ">=") return ast::CompareOp::greater_equal;
  return sign == "==" ? ast::CompareOp::equal : ast::CompareOp::not_equal;
}

char escaped_character(char c) {
  if (c == 'n') return '\n';
  return c == 't' ? '\t' : c;
}

int to_int(std::string_view digits) {
  int value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

}  // namespace

std::string_view ExpressionBuilder::text(std::uint32_t node) const {
  return state_.text.substr(at(node).begin, at(node).end - at(node).begin);
}

Children ExpressionBuilder::children(std::uint32_t node) const {
  Children result;
  for (std::uint32_t i = node + 1; i < at(node).next; i = at(i).next) result.push_back(i);
  return result;
}

// A rank of operators without an operator is its only operand.
std::uint32_t ExpressionBuilder::unwrap(std::uint32_t node) const {
  const auto is_rank = [](Kind kind) {
    switch (kind) {
      case Kind::windowed:
      case Kind::disjunction:
      case Kind::conjunction:
      case Kind::comparison:
      case Kind::conversion:
      case Kind::range:
      case Kind::sum:
      case Kind::product:
      case Kind::power:
      case Kind::postfix:
      case Kind::versus:
        return true;
      default:
        return false;
    }
  };
  while (is_rank(at(node).kind) && at(node + 1).next == at(node).next) ++node;
  return node;
}

ast::UnitExpr ExpressionBuilder::unit(std::uint32_t node) const {
  UnitReading reading = read_unit(text(node));
  for (ast::UnitFactor& factor : reading.factors) {
    factor.span = state_.span(at(node).begin + factor.span.begin, at(node).begin + factor.span.end);
  }
  return {std::string(text(node)), std::move(reading.factors), span(node)};
}

ast::Identifier ExpressionBuilder::identifier(std::uint32_t node) const {
  return {std::string(text(node)), span(node)};
}

std::string ExpressionBuilder::plain_text(std::uint32_t node) const {
  std::string result;
  for (const std::uint32_t part : children(node)) {
    if (at(part).kind == Kind::escape) {
      result += escaped_character(text(part)[1]);
    } else {
      result += text(part);
    }
  }
  return result;
}

ExpressionBuilder::Expr ExpressionBuilder::build(std::uint32_t node, int depth) {
  node = unwrap(node);
  if (depth > max_depth) {
    fail(state_, Diagnostic{Code::E0114,
                            fmt::format("more than {} operators within each other", max_depth),
                            {{span(node), ""}},
                            {},
                            "name parts of it with `let`",
                            {},
                            {}});
  }
  switch (at(node).kind) {
    case Kind::number:
      return number(node);
    case Kind::string:
      return string(node, depth);
    case Kind::boolean:
      return make(span(node), ast::Boolean{text(node) == "true"});
    case Kind::name:
      return make(span(node), ast::Name{std::string(text(node))});
    case Kind::group:
      return group(node, depth);
    case Kind::list:
      return list(node, depth);
    case Kind::postfix:
      return postfix(node, depth);
    case Kind::negation:
    case Kind::minus:
      return negative(node, depth);
    case Kind::comparison:
      return comparison(node, depth);
    case Kind::conversion:
      return conversion(node, depth);
    case Kind::conditional:
      return conditional(node, depth);
    case Kind::windowed:
      return windowed(node, depth);
    default:
      return chain(node, depth);
  }
}

ExpressionBuilder::Expr ExpressionBuilder::number(std::uint32_t node) const {
  const Children nodes = children(node);
  const std::string_view digits = text(nodes[0]);
  ast::Number number;
  std::from_chars(digits.data(), digits.data() + digits.size(), number.value);
  if (nodes.size() > 1) number.unit = unit(nodes[1]);
  return make(state_.span(at(node).begin, at(nodes.back()).end), std::move(number));
}

ExpressionBuilder::Expr ExpressionBuilder::string(std::uint32_t node, int depth) {
  ast::Text result;
  std::string run;
  for (const std::uint32_t part : children(node)) {
    switch (at(part).kind) {
      case Kind::text_run:
        run += text(part);
        break;
      case Kind::escape:
        run += escaped_character(text(part)[1]);
        break;
      default:
        if (!run.empty()) result.parts.emplace_back(std::exchange(run, {}));
        result.parts.emplace_back(hole(part, depth));
    }
  }
  if (!run.empty()) result.parts.emplace_back(std::move(run));
  return make(span(node), std::move(result));
}

ast::Hole ExpressionBuilder::hole(std::uint32_t node, int depth) {
  const Children nodes = children(node);
  ast::Hole hole;
  hole.value = build(nodes[0], depth + 1);
  if (nodes.size() < 2) return hole;
  std::string_view spec = text(nodes[1]);
  if (!spec.empty() && spec.back() >= 'a') {
    hole.format = spec.back();
    spec.remove_suffix(1);
  }
  const std::size_t point = spec.find('.');
  if (point != std::string_view::npos) hole.digits = to_int(spec.substr(point + 1));
  hole.width = to_int(spec.substr(0, point));
  return hole;
}

// The expressions in brackets, and the unit behind them.
std::vector<ast::ExprPtr> ExpressionBuilder::parts(std::uint32_t node,
                                                   std::optional<ast::UnitExpr>& unit_after,
                                                   int depth) {
  std::vector<ast::ExprPtr> result;
  for (const std::uint32_t child : children(node)) {
    if (at(child).kind == Kind::unit) {
      unit_after = unit(child);
    } else {
      result.push_back(build(child, depth + 1));
    }
  }
  if (unit_after) check_units_of_parts(result, *unit_after);
  return result;
}

void ExpressionBuilder::check_units_of_parts(const std::vector<ast::ExprPtr>& parts,
                                             const ast::UnitExpr& unit_after) {
  for (const ast::ExprPtr& part : parts) {
    const ast::Expr* inner = part.get();
    while (const auto* sign = std::get_if<ast::Unary>(&inner->node)) inner = sign->operand.get();
    const auto* number = std::get_if<ast::Number>(&inner->node);
    if (!number || !number->unit) continue;
    Diagnostic d{Code::E0207, "the unit is given twice", {}, {}, {}, {}, {}};
    d.labels = {{unit_after.span, "applies to every part"},
                {number->unit->span, "this part has one"}};
    fail(state_, std::move(d));
  }
}

ExpressionBuilder::Expr ExpressionBuilder::group(std::uint32_t node, int depth) {
  std::optional<ast::UnitExpr> unit_after;
  const Children nodes = children(node);
  if (nodes.size() == 1) {
    const Expr inner = build(nodes[0], depth + 1);
    inner->span = span(node);
    inner->parenthesized = true;
    return inner;
  }
  ast::Vector vector;
  vector.parts = parts(node, unit_after, depth);
  const std::uint32_t end = unit_after ? unit_after->span.end : at(node).end;
  vector.unit = std::move(unit_after);
  return make(state_.span(at(node).begin, end), std::move(vector));
}

ExpressionBuilder::Expr ExpressionBuilder::list(std::uint32_t node, int depth) {
  const Children nodes = children(node);
  if (nodes.size() > 1 && at(nodes[1]).kind == Kind::each) return each(node, depth);
  ast::List list;
  list.items = parts(node, list.unit, depth);
  return make(span(node), std::move(list));
}

ExpressionBuilder::Expr ExpressionBuilder::each(std::uint32_t node, int depth) {
  const Children nodes = children(node), rest = children(nodes[1]);
  ast::Each each{build(nodes[0], depth + 1), identifier(rest[0]), build(rest[1], depth + 1), {}};
  if (nodes.size() > 2) each.unit = unit(nodes[2]);
  if (each.unit) check_units_of_parts({each.item}, *each.unit);
  return make(span(node), std::move(each));
}

ExpressionBuilder::Expr ExpressionBuilder::windowed(std::uint32_t node, int depth) {
  const Children nodes = children(node);
  Expr value = build(nodes[0], depth + 1), window = build(nodes[1], depth + 1);
  const Span whole = cover(value->span, window->span);
  return make(whole, ast::During{std::move(value), std::move(window)});
}

std::vector<ast::ExprPtr> ExpressionBuilder::all(const Children& nodes, int depth) {
  std::vector<ast::ExprPtr> result;
  for (const std::uint32_t node : nodes) result.push_back(build(node, depth));
  return result;
}

ExpressionBuilder::Expr ExpressionBuilder::postfix(std::uint32_t node, int depth) {
  const Children nodes = children(node);
  const int suffixes = static_cast<int>(nodes.size()) - 1;
  Expr result = build(nodes[0], depth + suffixes);
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    result = apply(std::move(result), nodes[i], depth + suffixes - static_cast<int>(i) + 1);
  }
  return result;
}

ExpressionBuilder::Expr ExpressionBuilder::apply(Expr base, std::uint32_t suffix, int depth) {
  const Span whole = cover(base->span, span(suffix));
  const Children nodes = children(suffix);
  switch (at(suffix).kind) {
    case Kind::field:
      return make(whole, ast::Field{std::move(base), identifier(nodes[0])});
    case Kind::prime:
      return make(whole, ast::Prime{std::move(base)});
    case Kind::index:
      return make(whole, ast::Index{std::move(base), all(nodes, depth)});
    default:
      break;
  }
  ast::Call call{std::move(base), {}};
  for (const std::uint32_t node : nodes) call.arguments.push_back(argument(node, depth));
  return make(whole, std::move(call));
}

ast::Argument ExpressionBuilder::argument(std::uint32_t node, int depth) {
  const Children nodes = children(node);
  if (at(node).kind == Kind::argument) return {std::nullopt, build(nodes[0], depth)};
  return {identifier(nodes[0]), build(nodes[1], depth)};
}

// Operands and signs in turn; every rank but powers and ranges may have many, from the left.
ExpressionBuilder::Expr ExpressionBuilder::chain(std::uint32_t node, int depth) {
  const Children nodes = children(node);
  const int signs = static_cast<int>(nodes.size() / 2);
  Expr left = build(nodes[0], depth + signs);
  for (std::size_t i = 1; i + 1 < nodes.size(); i += 2) {
    const int level = signs - static_cast<int>(i / 2);
    Expr right = build(nodes[i + 1], depth + level);
    const ast::BinaryOp op = binary_op(text(nodes[i]));
    if (op == ast::BinaryOp::divide) warn_of_denominator(*left, *right, nodes[i]);
    const Span whole = cover(left->span, right->span);
    left = make(whole, ast::Binary{op, std::move(left), std::move(right), span(nodes[i])});
  }
  return left;
}

// `1/2 kg`: the unit belongs to the 2 alone.
void ExpressionBuilder::warn_of_denominator(const ast::Expr& left, const ast::Expr& right,
                                            std::uint32_t sign) {
  const ast::Expr* above = &left;
  while (const auto* product = std::get_if<ast::Binary>(&above->node)) {
    const bool is_factor =
        product->op == ast::BinaryOp::multiply || product->op == ast::BinaryOp::divide;
    if (above->parenthesized || !is_factor) return;
    above = product->right.get();
  }
  const auto* numerator = std::get_if<ast::Number>(&above->node);
  const auto* denominator = std::get_if<ast::Number>(&right.node);
  if (!numerator || numerator->unit || above->parenthesized) return;
  if (!denominator || !denominator->unit || right.parenthesized) return;
  const std::string& unit = denominator->unit->text;
  const std::string below = fmt::format("{:g} {}", denominator->value, unit);
  const Span whole = cover(above->span, right.span);
  Diagnostic d{
      Code::W0202,
      fmt::format("{:g}/{} is {:g}/({})", numerator->value, below, numerator->value, below),
      {{cover(whole, span(sign)), ""}},
      {},
      {},
      {},
      {}};
  d.hint = above == &left
               ? fmt::format("`{:g} {}`, or `{:g}/({})` if that is meant",
                             numerator->value / denominator->value, unit, numerator->value, below)
               : fmt::format("`/({})` if that is meant", below);
  state_.diagnostics.add(std::move(d));
}

ExpressionBuilder::Expr ExpressionBuilder::negative(std::uint32_t node, int depth) {
  const bool minus = at(node).kind == Kind::minus;
  Expr operand = build(children(node)[0], depth + 1);
  const Span whole = state_.span(at(node).begin, operand->span.end);
  const ast::UnaryOp op = minus ? ast::UnaryOp::negate : ast::UnaryOp::logical_not;
  return make(whole, ast::Unary{op, std::move(operand)});
}

ExpressionBuilder::Expr ExpressionBuilder::comparison(std::uint32_t node, int depth) {
  const Children nodes = children(node);
  Expr first = build(nodes[0], depth + 1);
  if (at(nodes[1]).kind == Kind::within) {
    const Children rest = children(nodes[1]);
    Expr target = build(rest[0], depth + 1), tolerance = build(rest[1], depth + 1);
    const Span whole = cover(first->span, tolerance->span);
    return make(whole, ast::Within{std::move(first), std::move(target), std::move(tolerance)});
  }
  ast::Comparison result;
  result.operands.push_back(first);
  for (std::size_t i = 1; i + 1 < nodes.size(); i += 2) {
    result.ops.push_back(compare_op(text(nodes[i])));
    result.op_spans.push_back(span(nodes[i]));
    result.operands.push_back(build(nodes[i + 1], depth + 1));
  }
  const Span whole = cover(first->span, result.operands.back()->span);
  return make(whole, std::move(result));
}

ExpressionBuilder::Expr ExpressionBuilder::conversion(std::uint32_t node, int depth) {
  const Children nodes = children(node);
  Expr value = build(nodes[0], depth + 1);
  ast::UnitExpr shown = unit(nodes[1]);
  const Span whole = cover(value->span, shown.span);
  return make(whole, ast::Convert{std::move(value), std::move(shown)});
}

ExpressionBuilder::Expr ExpressionBuilder::conditional(std::uint32_t node, int depth) {
  const Children nodes = children(node);
  Expr condition = build(nodes[0], depth + 1), then = build(nodes[1], depth + 1);
  Expr otherwise = build(nodes[2], depth + 1);
  const Span whole = state_.span(at(node).begin, otherwise->span.end);
  return make(whole, ast::Conditional{std::move(condition), std::move(then), std::move(otherwise)});
}

}  // namespace mbs::grammar

namespace mbs {

ast::ExprPtr build_lone_expression(grammar::State& state) {
  try {
    return grammar::ExpressionBuilder(state).expression(0);
  } catch (const grammar::Abandon&) {
    return nullptr;
  }
}

}  // namespace mbs
