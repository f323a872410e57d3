// Expressions and their parts as text; what format.cpp builds statements from.
#pragma once

#include <string>
#include <vector>

#include "lang/syntax/ast.hpp"
#include "lang/text/source.hpp"

namespace mbs {

class ExpressionFormatter {
 public:
  explicit ExpressionFormatter(const SourceMap& sources) : sources_(sources) {}

  std::string text(const ast::ExprPtr& expression) const { return text(*expression, 0); }
  std::string text(const ast::Expr& expression, int least_rank) const;
  std::string operand_of_within(const ast::Expr& expression) const;  // of `a ~ b within c`
  std::string parameters(const std::vector<ast::Parameter>& parameters) const;
  std::string list(const std::vector<ast::ExprPtr>& items) const;       // separated by commas
  std::string indices(const std::vector<ast::ExprPtr>& indices) const;  // "[i, j]", "" without any
  // A text between quotes, with escapes where needed.
  static std::string quoted(const std::string& text);
  static std::string annotation(const std::optional<ast::Annotation>& annotation);  // ": N/m"

 private:
  std::string bare(const ast::Expr& expression) const;
  std::string number(const ast::Number& number, Span span) const;
  std::string string(const ast::Text& text) const;
  std::string hole(const ast::Hole& hole) const;
  std::string binary(const ast::Binary& binary) const;
  std::string comparison(const ast::Comparison& comparison) const;
  std::string call(const ast::Call& call) const;
  std::string field(const ast::Field& field) const;
  std::string base(const ast::Expr& base) const;
  std::string range(const ast::Binary& range) const;
  std::string compact(const ast::Expr& expression, int least_rank) const;
  bool is_compact_sum(const ast::Expr& expression) const;
  bool is_tight(const ast::Expr& expression) const;

  const SourceMap& sources_;
};

}  // namespace mbs
