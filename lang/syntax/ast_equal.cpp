#include "lang/syntax/ast_equal.hpp"

#include <algorithm>

namespace mbs::ast {

namespace {

// `same` for every kind of member, so that nodes compare by listing theirs.

template <typename T>
requires std::is_arithmetic_v<T> || std::is_enum_v<T>
bool same(T a, T b) {
  return a == b;
}
bool same(const std::string& a, const std::string& b) {
  return a == b;
}
bool same(const Identifier& a, const Identifier& b) {
  return a.name == b.name;
}
bool same(const UnitFactor& a, const UnitFactor& b) {
  return a.symbol == b.symbol && a.exponent == b.exponent && a.exponent_name == b.exponent_name;
}
bool same(const ExprPtr& a, const ExprPtr& b) {
  return a && b ? equal(*a, *b) : !a && !b;
}
bool same(const StatementPtr& a, const StatementPtr& b) {
  return equal(*a, *b);
}

bool same_node(const Text& a, const Text& b);
bool same(const UnitExpr& a, const UnitExpr& b);
bool same(const Hole& a, const Hole& b);
bool same(const Argument& a, const Argument& b);
bool same(const Parameter& a, const Parameter& b);
bool same(const Attribute& a, const Attribute& b);
bool same(const Block& a, const Block& b);
bool same(const LawItem& a, const LawItem& b);
bool same(const SweepClause& a, const SweepClause& b);
bool same(const Column& a, const Column& b);
bool same(const DataItem& a, const DataItem& b);

template <typename T>
bool same(const std::optional<T>& a, const std::optional<T>& b) {
  return a && b ? same(*a, *b) : !a && !b;
}
template <typename T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const T& x, const T& y) { return same(x, y); });
}

template <typename T, typename... Members>
bool by(const T& a, const T& b, Members... members) {
  return (same(a.*members, b.*members) && ...);
}

bool same_node(const Number& a, const Number& b) {
  return by(a, b, &Number::value, &Number::unit);
}
bool same_node(const Boolean& a, const Boolean& b) {
  return a.value == b.value;
}
bool same_node(const Name& a, const Name& b) {
  return a.name == b.name;
}
bool same_node(const Vector& a, const Vector& b) {
  return by(a, b, &Vector::parts, &Vector::unit);
}
bool same_node(const List& a, const List& b) {
  return by(a, b, &List::items, &List::unit);
}
bool same_node(const Each& a, const Each& b) {
  return by(a, b, &Each::item, &Each::variable, &Each::values, &Each::unit);
}
bool same_node(const Unary& a, const Unary& b) {
  return by(a, b, &Unary::op, &Unary::operand);
}
bool same_node(const Binary& a, const Binary& b) {
  return by(a, b, &Binary::op, &Binary::left, &Binary::right);
}
bool same_node(const Comparison& a, const Comparison& b) {
  return by(a, b, &Comparison::operands, &Comparison::ops);
}
bool same_node(const Within& a, const Within& b) {
  return by(a, b, &Within::value, &Within::target, &Within::tolerance);
}
bool same_node(const Conditional& a, const Conditional& b) {
  return by(a, b, &Conditional::condition, &Conditional::then, &Conditional::otherwise);
}
bool same_node(const Call& a, const Call& b) {
  return by(a, b, &Call::callee, &Call::arguments);
}
bool same_node(const Index& a, const Index& b) {
  return by(a, b, &Index::base, &Index::indices);
}
bool same_node(const Field& a, const Field& b) {
  return by(a, b, &Field::base, &Field::field);
}
bool same_node(const Prime& a, const Prime& b) {
  return by(a, b, &Prime::base);
}
bool same_node(const Convert& a, const Convert& b) {
  return by(a, b, &Convert::value, &Convert::unit);
}
bool same_node(const During& a, const During& b) {
  return by(a, b, &During::value, &During::window);
}

bool same_node(const Version& a, const Version& b) {
  return a.number == b.number;
}
bool same_node(const Param& a, const Param& b) {
  return by(a, b, &Param::name, &Param::annotation, &Param::value);
}
bool same_node(const Let& a, const Let& b) {
  return by(a, b, &Let::name, &Let::annotation, &Let::value);
}
bool same_node(const Function& a, const Function& b) {
  return by(a, b, &Function::name, &Function::parameters, &Function::body);
}
bool same_node(const State& a, const State& b) {
  return by(a, b, &State::name, &State::annotation, &State::initial, &State::indices);
}
bool same_node(const Solve& a, const Solve& b) {
  return by(a, b, &Solve::unknown, &Solve::low, &Solve::high, &Solve::left, &Solve::right);
}
bool same_node(const Assign& a, const Assign& b) {
  return by(a, b, &Assign::target, &Assign::rate, &Assign::value, &Assign::indices);
}
bool same_node(const Law& a, const Law& b) {
  return by(a, b, &Law::friction, &Law::expression_body, &Law::name, &Law::parameters, &Law::items);
}
bool same_node(const Template& a, const Template& b) {
  return by(a, b, &Template::name, &Template::parameters, &Template::body);
}
bool same_node(const For& a, const For& b) {
  return by(a, b, &For::variable, &For::values, &For::body);
}
bool same_node(const Sweep& a, const Sweep& b) {
  return by(a, b, &Sweep::clauses, &Sweep::body);
}
bool same_node(const Use& a, const Use& b) {
  return by(a, b, &Use::path, &Use::name, &Use::overrides);
}
bool same_node(const Data& a, const Data& b) {
  return by(a, b, &Data::name, &Data::file, &Data::items, &Data::block);
}
bool same_node(const Default& a, const Default& b) {
  return by(a, b, &Default::kind, &Default::block);
}
bool same_node(const Require& a, const Require& b) {
  return by(a, b, &Require::condition, &Require::message);
}
bool same_node(const WarnIf& a, const WarnIf& b) {
  return by(a, b, &WarnIf::condition, &WarnIf::message);
}
bool same_node(const When& a, const When& b) {
  return by(a, b, &When::name, &When::indices, &When::condition, &When::body);
}
bool same_node(const Simulate& a, const Simulate& b) {
  return by(a, b, &Simulate::continues, &Simulate::duration, &Simulate::until, &Simulate::name,
            &Simulate::options);
}
bool same_node(const Print& a, const Print& b) {
  return same(a.parts, b.parts);
}
bool same_node(const Table& a, const Table& b) {
  return by(a, b, &Table::name, &Table::every, &Table::during, &Table::file, &Table::hidden,
            &Table::columns);
}
bool same_node(const Plot& a, const Plot& b) {
  return by(a, b, &Plot::histogram, &Plot::name, &Plot::curves, &Plot::versus, &Plot::file,
            &Plot::options);
}
bool same_node(const Animate& a, const Animate& b) {
  return by(a, b, &Animate::file, &Animate::options);
}
bool same_node(const Expect& a, const Expect& b) {
  return by(a, b, &Expect::condition, &Expect::message);
}
bool same_node(const Stop& a, const Stop& b) {
  return same(a.message, b.message);
}
bool same_node(const Switch& a, const Switch& b) {
  return by(a, b, &Switch::word, &Switch::parts);
}
bool same_node(const Declaration& a, const Declaration& b) {
  return by(a, b, &Declaration::kind, &Declaration::name, &Declaration::indices,
            &Declaration::first, &Declaration::second, &Declaration::link, &Declaration::value,
            &Declaration::block);
}
bool same_node(const std::string& a, const std::string& b) {
  return a == b;
}
bool same_node(const Hole& a, const Hole& b) {
  return same(a, b);
}
bool same_node(const Attribute& a, const Attribute& b) {
  return same(a, b);
}
bool same_node(const StatementPtr& a, const StatementPtr& b) {
  return same(a, b);
}

template <typename... T>
bool same(const std::variant<T...>& a, const std::variant<T...>& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      [&](const auto& x) { return same_node(x, std::get<std::decay_t<decltype(x)>>(b)); }, a);
}

bool same_node(const Text& a, const Text& b) {
  return std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                    [](const auto& x, const auto& y) { return same(x, y); });
}

bool same(const UnitExpr& a, const UnitExpr& b) {
  return by(a, b, &UnitExpr::text, &UnitExpr::factors);
}
bool same(const Hole& a, const Hole& b) {
  return by(a, b, &Hole::value, &Hole::width, &Hole::digits, &Hole::format);
}
bool same(const Argument& a, const Argument& b) {
  return by(a, b, &Argument::name, &Argument::value);
}
bool same(const Parameter& a, const Parameter& b) {
  return by(a, b, &Parameter::name, &Parameter::annotation, &Parameter::default_value);
}
bool same(const Attribute& a, const Attribute& b) {
  return by(a, b, &Attribute::name, &Attribute::guess, &Attribute::value);
}
bool same(const Block& a, const Block& b) {
  return std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
                    [](const auto& x, const auto& y) { return same(x, y); });
}
bool same(const LawItem& a, const LawItem& b) {
  return same(a.node, b.node);
}
bool same(const SweepClause& a, const SweepClause& b) {
  return by(a, b, &SweepClause::param, &SweepClause::values);
}
bool same(const DataItem& a, const DataItem& b) {
  return by(a, b, &DataItem::name, &DataItem::unit, &DataItem::value);
}
bool same(const Column& a, const Column& b) {
  return by(a, b, &Column::name, &Column::value);
}

}  // namespace

bool equal(const Expr& a, const Expr& b) {
  return a.parenthesized == b.parenthesized && same(a.node, b.node);
}

bool equal(const Statement& a, const Statement& b) {
  return a.doc == b.doc && same(a.node, b.node);
}

bool equal(const File& a, const File& b) {
  return a.doc == b.doc && same(a.statements, b.statements);
}

}  // namespace mbs::ast
