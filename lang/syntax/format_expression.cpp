#include "lang/syntax/format_expression.hpp"

#include <fmt/format.h>

#include <charconv>

#include "lang/text/utf8.hpp"

namespace mbs {

namespace {

// Ranks of operators, loosest first; an operand of a lower rank than its place needs brackets.
enum Rank {
  rank_conditional,
  rank_window,
  rank_or,
  rank_and,
  rank_not,
  rank_comparison,
  rank_conversion,
  rank_range,
  rank_sum,
  rank_product,
  rank_minus,
  rank_power,
  rank_postfix
};

// Operands up to this many characters may stand without blanks around `*` and `/`.
constexpr std::size_t short_name = 8;
constexpr std::size_t short_power = 10;

int rank_of(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::logical_or:
      return rank_or;
    case ast::BinaryOp::logical_and:
      return rank_and;
    case ast::BinaryOp::range:
    case ast::BinaryOp::step:
      return rank_range;
    case ast::BinaryOp::add:
    case ast::BinaryOp::subtract:
      return rank_sum;
    case ast::BinaryOp::power:
      return rank_power;
    default:
      return rank_product;
  }
}

int rank_of(const ast::Expr& e) {
  if (const auto* binary = std::get_if<ast::Binary>(&e.node)) return rank_of(binary->op);
  if (const auto* unary = std::get_if<ast::Unary>(&e.node)) {
    return unary->op == ast::UnaryOp::negate ? rank_minus : rank_not;
  }
  if (std::holds_alternative<ast::Conditional>(e.node)) return rank_conditional;
  if (std::holds_alternative<ast::Comparison>(e.node)) return rank_comparison;
  if (std::holds_alternative<ast::Within>(e.node)) return rank_comparison;
  if (std::holds_alternative<ast::Convert>(e.node)) return rank_conversion;
  if (std::holds_alternative<ast::During>(e.node)) return rank_window;
  return rank_postfix;
}

std::string_view sign(ast::BinaryOp op) {
  static constexpr std::string_view signs[] = {"+", "-", "*", "/", "^", "..", "by", "and", "or"};
  return signs[static_cast<int>(op)];
}

// `%` and `°` stand at their number, other units behind a blank.
std::string unit_text(const std::optional<ast::UnitExpr>& unit) {
  if (!unit) return {};
  const bool mark = unit->text == "%" || unit->text == "\u00B0";
  return (mark ? "" : " ") + unit->text;
}

bool has_unit(const ast::Expr& e) {
  if (const auto* number = std::get_if<ast::Number>(&e.node)) return number->unit.has_value();
  if (const auto* vector = std::get_if<ast::Vector>(&e.node)) return vector->unit.has_value();
  if (const auto* each = std::get_if<ast::Each>(&e.node)) return each->unit.has_value();
  const auto* list = std::get_if<ast::List>(&e.node);
  return list && list->unit;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n' || c == '\t') {
      result += c == '\n' ? "\\n" : "\\t";
      continue;
    }
    if (c == '"' || c == '\\' || c == '{' || c == '}') result += '\\';
    result += c;
  }
  return result;
}

// The digits at the start of `text` with point and exponent.
std::string_view leading_number(std::string_view text) {
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return text.substr(0, static_cast<std::size_t>(result.ptr - text.data()));
}

}  // namespace

std::string ExpressionFormatter::quoted(const std::string& text) {
  return "\"" + escaped(text) + "\"";
}

std::string ExpressionFormatter::annotation(const std::optional<ast::Annotation>& annotation) {
  return annotation ? ": " + annotation->text : std::string();
}

std::string ExpressionFormatter::parameters(const std::vector<ast::Parameter>& parameters) const {
  std::string result;
  for (const ast::Parameter& p : parameters) {
    if (!result.empty()) result += ", ";
    result += p.name.name + annotation(p.annotation);
    if (p.default_value) result += " = " + text(p.default_value);
  }
  return "(" + result + ")";
}

std::string ExpressionFormatter::list(const std::vector<ast::ExprPtr>& items) const {
  std::string result;
  for (const ast::ExprPtr& item : items) result += (result.empty() ? "" : ", ") + text(item);
  return result;
}

std::string ExpressionFormatter::operand_of_within(const ast::Expr& e) const {
  return text(e, rank_conversion);
}

std::string ExpressionFormatter::text(const ast::Expr& e, int least_rank) const {
  const bool brackets = e.parenthesized || rank_of(e) < least_rank;
  return brackets ? "(" + bare(e) + ")" : bare(e);
}

std::string ExpressionFormatter::bare(const ast::Expr& e) const {
  struct Visitor {
    const ExpressionFormatter& f;
    const ast::Expr& e;
    std::string operator()(const ast::Number& n) const { return f.number(n, e.span); }
    std::string operator()(const ast::Text& t) const { return f.string(t); }
    std::string operator()(const ast::Boolean& b) const { return b.value ? "true" : "false"; }
    std::string operator()(const ast::Name& n) const { return n.name; }
    std::string operator()(const ast::Vector& v) const {
      return "(" + f.list(v.parts) + ")" + unit_text(v.unit);
    }
    std::string operator()(const ast::List& l) const {
      return "[" + f.list(l.items) + "]" + unit_text(l.unit);
    }
    std::string operator()(const ast::Each& l) const {
      return "[" + f.text(l.item) + " for " + l.variable.name + " in " + f.text(l.values) + "]" +
             unit_text(l.unit);
    }
    std::string operator()(const ast::Unary& u) const {
      const bool negate = u.op == ast::UnaryOp::negate;
      return (negate ? "-" : "not ") + f.text(*u.operand, negate ? rank_minus : rank_not);
    }
    std::string operator()(const ast::Binary& b) const { return f.binary(b); }
    std::string operator()(const ast::Comparison& c) const { return f.comparison(c); }
    std::string operator()(const ast::Within& w) const {
      return f.operand_of_within(*w.value) + " ~ " + f.operand_of_within(*w.target) + " within " +
             f.operand_of_within(*w.tolerance);
    }
    std::string operator()(const ast::Conditional& c) const {
      return "if " + f.text(c.condition) + " then " + f.text(c.then) + " else " +
             f.text(c.otherwise);
    }
    std::string operator()(const ast::Call& c) const { return f.call(c); }
    std::string operator()(const ast::Index& i) const {
      return f.base(*i.base) + f.indices(i.indices);
    }
    std::string operator()(const ast::Field& d) const { return f.field(d); }
    std::string operator()(const ast::Prime& d) const { return f.base(*d.base) + "'"; }
    std::string operator()(const ast::Convert& c) const {
      return f.text(*c.value, rank_range) + " in " + c.unit.text;
    }
    std::string operator()(const ast::During& d) const {
      return f.text(*d.value, rank_or) + " during " + f.text(*d.window, rank_range);
    }
  };
  return std::visit(Visitor{*this, e}, e.node);
}

// As it was written where the place is known: `1e-10`, `0.30`.
std::string ExpressionFormatter::number(const ast::Number& number, Span span) const {
  std::string digits = fmt::format("{}", number.value);
  std::string_view source = sources_.text(span);
  source.remove_prefix(std::min(source.size(), source.find_first_of("0123456789")));
  const std::string_view written = leading_number(source);
  double value = -1;
  std::from_chars(written.data(), written.data() + written.size(), value);
  if (value == number.value) digits = std::string(written);
  return digits + unit_text(number.unit);
}

std::string ExpressionFormatter::string(const ast::Text& text) const {
  std::string result;
  for (const auto& part : text.parts) {
    const auto* plain = std::get_if<std::string>(&part);
    result += plain ? escaped(*plain) : hole(std::get<ast::Hole>(part));
  }
  return "\"" + result + "\"";
}

std::string ExpressionFormatter::hole(const ast::Hole& hole) const {
  std::string spec;
  if (hole.width > 0) spec += std::to_string(hole.width);
  if (hole.digits >= 0) spec += "." + std::to_string(hole.digits);
  if (hole.format != 0) spec += hole.format;
  return "{" + text(hole.value) + (spec.empty() ? "" : ":" + spec) + "}";
}

// An operand short enough to stand without blanks in a product.
bool ExpressionFormatter::is_tight(const ast::Expr& e) const {
  if (e.parenthesized || has_unit(e)) return false;
  if (std::holds_alternative<ast::Number>(e.node)) return true;
  if (rank_of(e) == rank_postfix) return utf8::count(bare(e)) <= short_name;
  const auto* binary = std::get_if<ast::Binary>(&e.node);
  if (!binary || rank_of(e) < rank_product) return false;
  if (!is_tight(*binary->left) || !is_tight(*binary->right)) return false;
  return binary->op != ast::BinaryOp::power || utf8::count(bare(e)) <= short_power;
}

// In an index and beside `..` a sum of two short operands needs no blanks either: `p[i+1]`.
std::string ExpressionFormatter::compact(const ast::Expr& e, int least_rank) const {
  const auto* sum = std::get_if<ast::Binary>(&e.node);
  if (!is_compact_sum(e)) return text(e, least_rank);
  return text(*sum->left, rank_sum) + std::string(sign(sum->op)) + text(*sum->right, rank_product);
}

std::string ExpressionFormatter::indices(const std::vector<ast::ExprPtr>& indices) const {
  std::string result;
  for (const ast::ExprPtr& index : indices)
    result += (result.empty() ? "[" : ", ") + compact(*index, rank_conditional);
  return result.empty() ? result : result + "]";
}

bool ExpressionFormatter::is_compact_sum(const ast::Expr& e) const {
  const auto* sum = std::get_if<ast::Binary>(&e.node);
  return sum && !e.parenthesized && rank_of(e) == rank_sum && is_tight(*sum->left) &&
         is_tight(*sum->right);
}

std::string ExpressionFormatter::binary(const ast::Binary& b) const {
  const int rank = rank_of(b.op);
  if (b.op == ast::BinaryOp::power) {
    // Beside a unit a caret without blanks would be the unit's.
    const bool after_unit = has_unit(*b.left) && !b.left->parenthesized;
    return text(*b.left, rank_postfix) + (after_unit ? " ^ " : "^") + text(*b.right, rank_minus);
  }
  if (b.op == ast::BinaryOp::range) return range(b);
  if (b.op == ast::BinaryOp::step)
    return text(*b.left, rank_range) + " by " + text(*b.right, rank_sum);
  const std::string left = text(*b.left, rank), right = text(*b.right, rank + 1);
  const bool tight = rank == rank_product && is_tight(*b.left) && is_tight(*b.right);
  return fmt::format("{}{}{}", left,
                     tight ? std::string(sign(b.op)) : fmt::format(" {} ", sign(b.op)), right);
}

std::string ExpressionFormatter::range(const ast::Binary& b) const {
  const auto short_end = [&](const ast::Expr& e) { return is_tight(e) || is_compact_sum(e); };
  if (!short_end(*b.left) || !short_end(*b.right)) {
    return text(*b.left, rank_sum) + " .. " + text(*b.right, rank_sum);
  }
  return compact(*b.left, rank_sum) + ".." + compact(*b.right, rank_sum);
}

std::string ExpressionFormatter::comparison(const ast::Comparison& c) const {
  static constexpr std::string_view signs[] = {"<", "<=", ">", ">=", "==", "!="};
  std::string result = text(*c.operands[0], rank_conversion);
  for (std::size_t i = 0; i < c.ops.size(); ++i) {
    result += fmt::format(" {} {}", signs[static_cast<int>(c.ops[i])],
                          text(*c.operands[i + 1], rank_conversion));
  }
  return result;
}

std::string ExpressionFormatter::call(const ast::Call& c) const {
  std::string arguments;
  for (const ast::Argument& argument : c.arguments) {
    if (!arguments.empty()) arguments += ", ";
    if (argument.name) arguments += argument.name->name + " = ";
    arguments += text(argument.value);
  }
  return base(*c.callee) + "(" + arguments + ")";
}

// What a field, an index or arguments are taken of.
std::string ExpressionFormatter::base(const ast::Expr& e) const {
  return text(e, rank_postfix);
}

// A bare number would take the point of a field for its own.
std::string ExpressionFormatter::field(const ast::Field& f) const {
  const bool bare_number = std::holds_alternative<ast::Number>(f.base->node) &&
                           !has_unit(*f.base) && !f.base->parenthesized;
  const std::string owner = bare_number ? "(" + bare(*f.base) + ")" : base(*f.base);
  return owner + "." + f.field.name;
}

}  // namespace mbs
