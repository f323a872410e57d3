// From the concrete tree to the syntax tree.
#pragma once

#include "lang/syntax/ast.hpp"
#include "lang/syntax/children.hpp"
#include "lang/syntax/parse_state.hpp"

namespace mbs {

// The file whose concrete tree `state` holds. Statements with errors are left out.
ast::File build_file(grammar::State& state);
// Null if it has errors.
ast::ExprPtr build_lone_expression(grammar::State& state);

namespace grammar {

// Levels of the syntax tree below one statement. Long chains like `1 + 1 + …` nest as deeply as
// they are long, and everything after the parser walks the tree by recursion.
inline constexpr int max_depth = 500;

// Builds expressions and what they are made of. Throws Abandon after reporting an error.
class ExpressionBuilder {
 public:
  explicit ExpressionBuilder(State& state) : state_(state) {}

  ast::ExprPtr expression(std::uint32_t node) { return build(node, 0); }
  ast::UnitExpr unit(std::uint32_t node) const;
  ast::Identifier identifier(std::uint32_t node) const;
  std::string plain_text(std::uint32_t node) const;  // of a string without holes

 private:
  using Expr = std::shared_ptr<ast::Expr>;

  const Node& at(std::uint32_t node) const { return state_.nodes[node]; }
  std::string_view text(std::uint32_t node) const;
  Span span(std::uint32_t node) const { return state_.span(at(node).begin, at(node).end); }
  Children children(std::uint32_t node) const;
  std::uint32_t unwrap(std::uint32_t node) const;

  template <typename T>
  static Expr make(Span span, T node) {
    return std::make_shared<ast::Expr>(ast::Expr{span, false, std::move(node)});
  }

  Expr build(std::uint32_t node, int depth);
  Expr number(std::uint32_t node) const;
  Expr string(std::uint32_t node, int depth);
  ast::Hole hole(std::uint32_t node, int depth);
  Expr group(std::uint32_t node, int depth);
  Expr list(std::uint32_t node, int depth);
  Expr each(std::uint32_t node, int depth);
  Expr windowed(std::uint32_t node, int depth);
  std::vector<ast::ExprPtr> all(const Children& nodes, int depth);
  Expr postfix(std::uint32_t node, int depth);
  Expr apply(Expr base, std::uint32_t suffix, int depth);
  ast::Argument argument(std::uint32_t node, int depth);
  Expr chain(std::uint32_t node, int depth);
  Expr comparison(std::uint32_t node, int depth);
  Expr conversion(std::uint32_t node, int depth);
  Expr conditional(std::uint32_t node, int depth);
  Expr negative(std::uint32_t node, int depth);
  std::vector<ast::ExprPtr> parts(std::uint32_t node, std::optional<ast::UnitExpr>& unit,
                                  int depth);
  void check_units_of_parts(const std::vector<ast::ExprPtr>& parts, const ast::UnitExpr& unit);
  void warn_of_denominator(const ast::Expr& left, const ast::Expr& right, std::uint32_t sign);

  State& state_;
};

}  // namespace grammar

}  // namespace mbs
