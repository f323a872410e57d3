// The syntax tree: plain values with a span on every node. Nothing here knows the grammar.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lang/text/source.hpp"

namespace mbs::ast {

// What stands in columns is to be read in columns.
// clang-format off

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;
struct Statement;
using StatementPtr = std::shared_ptr<const Statement>;

struct Identifier {
  std::string name;
  Span span;
};

// ---- units ------------------------------------------------------------------

struct UnitFactor {
  std::string symbol;
  Span span;
  double exponent = 1;        // negative below the slash
  std::string exponent_name;  // "n" in N/m^n: the constant that `exponent` multiplies (±1 then)
};

struct UnitExpr {
  std::string text;  // as written
  std::vector<UnitFactor> factors;
  Span span;
};

// The "N/m^n" of `K: N/m^n`; no factors means `1`, a pure number.
using Annotation = UnitExpr;

// ---- expressions ------------------------------------------------------------

enum class UnaryOp { negate, logical_not };
// `step` has a range on its left: `a .. b by h`.
enum class BinaryOp { add, subtract, multiply, divide, power, range, step, logical_and, logical_or };
enum class CompareOp { less, less_equal, greater, greater_equal, equal, not_equal };

struct Number {
  double value = 0;
  std::optional<UnitExpr> unit;
};
struct Hole {
  ExprPtr value;
  int width = 0;
  int digits = -1;    // -1: not given
  char format = 0;    // 'f', 'e', 'g', 0: not given
};
struct Text {  // parts in order: plain text or holes
  std::vector<std::variant<std::string, Hole>> parts;
};
struct Boolean {
  bool value = false;
};
struct Name {
  std::string name;
};
struct Vector {
  std::vector<ExprPtr> parts;
  std::optional<UnitExpr> unit;  // applies to each part
};
struct List {
  std::vector<ExprPtr> items;
  std::optional<UnitExpr> unit;
};
struct Each {  // [item for variable in values]
  ExprPtr item;
  Identifier variable;
  ExprPtr values;
  std::optional<UnitExpr> unit;  // applies to each item
};
struct Unary {
  UnaryOp op;
  ExprPtr operand;
};
struct Binary {
  BinaryOp op;
  ExprPtr left, right;
  Span op_span;
};
struct Comparison {  // a < b <= c: one more operand than operators
  std::vector<ExprPtr> operands;
  std::vector<CompareOp> ops;
  std::vector<Span> op_spans;
};
struct Within {  // value ~ target within tolerance
  ExprPtr value, target, tolerance;
};
struct Conditional {
  ExprPtr condition, then, otherwise;
};
struct Argument {
  std::optional<Identifier> name;
  ExprPtr value;
};
struct Call {
  ExprPtr callee;
  std::vector<Argument> arguments;
};
struct Index {  // a[i], a[i, j]: an item of an item
  ExprPtr base;
  std::vector<ExprPtr> indices;
};
struct Field {
  ExprPtr base;
  Identifier field;
};
struct Prime {
  ExprPtr base;
};
struct Convert {  // x in mm
  ExprPtr value;
  UnitExpr unit;
};
struct During {  // x during a .. b
  ExprPtr value, window;
};

struct Expr {
  Span span;
  bool parenthesized = false;
  std::variant<Number, Text, Boolean, Name, Vector, List, Each, Unary, Binary, Comparison, Within,
               Conditional, Call, Index, Field, Prime, Convert, During>
      node;
};

// ---- statements -------------------------------------------------------------

struct Parameter {
  Identifier name;
  std::optional<Annotation> annotation;
  ExprPtr default_value;  // may be null
};

struct Attribute {  // name = value, name ~ value
  Identifier name;
  bool guess = false;
  ExprPtr value;
};
struct Block {
  Span span;
  std::vector<std::variant<Attribute, StatementPtr>> items;  // nested Declarations and loops of them
};

struct Version { int number = 1; };
struct Param { Identifier name; std::optional<Annotation> annotation; ExprPtr value; };
struct Let { Identifier name; std::optional<Annotation> annotation; ExprPtr value; };
struct Function { Identifier name; std::vector<Parameter> parameters; ExprPtr body; };

struct Require { ExprPtr condition; std::string message; };
struct WarnIf { ExprPtr condition; std::string message; };
struct State { Identifier name; std::optional<Annotation> annotation; ExprPtr initial; std::vector<ExprPtr> indices; };
struct Solve { Identifier unknown; ExprPtr low, high, left, right; };  // low .. high: left = right
struct Assign { Identifier target; bool rate = false; ExprPtr value; std::vector<ExprPtr> indices; };  // FN = …, z' = …
struct LawItem {
  Span span;
  std::variant<Let, State, Solve, Require, WarnIf, Assign> node;
};
struct Law {  // `law name(...) = e` has the one item `FN = e` (friction: `FT = e`)
  bool friction = false;
  bool expression_body = false;
  Identifier name;
  std::vector<Parameter> parameters;
  std::vector<LawItem> items;
};

struct Template { Identifier name; std::vector<Parameter> parameters; std::vector<StatementPtr> body; };
struct For { Identifier variable; ExprPtr values; std::vector<StatementPtr> body; };
struct SweepClause { Identifier param; ExprPtr values; };
struct Sweep { std::vector<SweepClause> clauses; std::vector<StatementPtr> body; };
struct Use { std::string path; Span path_span; std::optional<Identifier> name; std::optional<Block> overrides; };
struct DataItem { Identifier name; std::optional<UnitExpr> unit; ExprPtr value; };  // t in ms = [..]
struct Data {  // data name from "file" { items }
  Identifier name;
  std::optional<std::string> file;
  Span file_span;
  std::vector<DataItem> items;
  bool block = false;  // has braces
};
struct Default { Identifier kind; Block block; };
struct When { std::optional<Identifier> name; std::vector<ExprPtr> indices; ExprPtr condition; std::vector<StatementPtr> body; };
struct Simulate { bool continues = false; ExprPtr duration; ExprPtr until; std::optional<Identifier> name; std::optional<Block> options; };
struct Print { std::vector<ExprPtr> parts; };
struct Column { std::optional<Identifier> name; ExprPtr value; };  // name may come from a string
struct Table {
  std::optional<Identifier> name;
  ExprPtr every, during;               // may be null
  std::optional<std::string> file;
  Span file_span;
  bool hidden = false;  // `to none`
  std::vector<Column> columns;
};
struct Plot {
  bool histogram = false;  // of lists; has no `versus`
  std::optional<Identifier> name;
  std::vector<Column> curves;
  ExprPtr versus;
  std::optional<std::string> file;
  Span file_span;
  std::optional<Block> options;
};
struct Animate { std::string file; Span file_span; std::optional<Block> options; };
struct Expect { ExprPtr condition; std::optional<std::string> message; };
struct Stop { std::optional<std::string> message; };
// `free` switches off; `hold` and `engage` switch on. Paths as in declarations.
struct Switch { std::string word; std::vector<ExprPtr> parts; };

enum class LinkWord { none, to, in };
struct Declaration {  // kind name[indices]: first to|in second = value { … }
  Identifier kind;
  Identifier name;
  std::vector<ExprPtr> indices;
  ExprPtr first, second;  // paths as Name, Field and Index expressions; may be null
  LinkWord link = LinkWord::none;
  ExprPtr value;
  std::optional<Block> block;
};

// States of laws have no indices; assignments outside of laws are rates.
struct Statement {
  Span span;
  Span head;        // what a diagnostic about the whole statement underlines: `clearance B`
  std::string doc;  // the `##` lines above it, without the marks
  std::variant<Version, Param, Let, Function, Law, Template, For, Sweep, Use, Data, Default, Require,
               WarnIf, State, Assign, When, Simulate, Print, Table, Plot, Animate, Expect, Stop, Switch,
               Declaration>
      node;
};

struct Comment {
  Span span;
  std::string text;  // with its marks, without the newline
};

struct File {
  int source = -1;
  std::string doc;  // the `##` lines after the header
  std::vector<StatementPtr> statements;
  std::vector<Comment> comments;   // in order, for the formatter
  std::vector<Identifier> broken;  // names that statements with errors would have defined
};
// clang-format on

}  // namespace mbs::ast
