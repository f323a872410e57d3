#include "lang/names/definitions.hpp"

#include <algorithm>

#include "lang/kinds/options.hpp"
#include "lang/text/overloaded.hpp"

namespace mbs::names {

namespace {

using Found = std::optional<Definition>;

// Tables of actions within actions; their lets stay inside.
void add_tables(const ast::Statement& action, std::vector<Definition>& found) {
  const Statements* body = nullptr;
  if (const auto* sweep = std::get_if<ast::Sweep>(&action.node)) body = &sweep->body;
  const auto* loop = std::get_if<ast::For>(&action.node);
  if (loop && is_action(action)) body = &loop->body;
  if (!body) return;
  for (const ast::StatementPtr& inner : *body) {
    if (std::holds_alternative<ast::Table>(inner->node)) found.push_back(*defined_by(*inner));
    add_tables(*inner, found);
  }
}

void add_parameters(const std::vector<ast::Parameter>& parameters, const ast::Statement& statement,
                    std::vector<Definition>& found) {
  for (const ast::Parameter& parameter : parameters)
    found.push_back({.kind = Kind::parameter, .name = &parameter.name, .statement = &statement});
}

void add_items(const ast::Law& law, const ast::Statement& statement,
               std::vector<Definition>& found) {
  const auto add = [&](Kind kind, const ast::Identifier& name) {
    found.push_back({.kind = kind, .name = &name, .statement = &statement});
  };
  for (const ast::LawItem& item : law.items) {
    std::visit(Overloaded{[&](const ast::Let& let) { add(Kind::let, let.name); },
                          [&](const ast::State& state) { add(Kind::state, state.name); },
                          [&](const ast::Solve& solve) { add(Kind::unknown, solve.unknown); },
                          [](const auto&) {}},
               item.node);
  }
}

// What is no column says how they are read.
void add_columns(const ast::Data& data, const ast::Statement& statement,
                 std::vector<Definition>& found) {
  for (const ast::DataItem& item : data.items)
    if (!option_of("data", item.name.name))
      found.push_back({.kind = Kind::column, .name = &item.name, .statement = &statement});
}

void add_points(const ast::Statement& statement, std::vector<Definition>& found) {
  const auto definition = defined_by(statement);
  if (definition && definition->kind == Kind::object) found.push_back(*definition);
  if (const auto* loop = std::get_if<ast::For>(&statement.node))
    for (const ast::StatementPtr& inner : loop->body) add_points(*inner, found);
}

void add_points(const ast::Block& block, std::vector<Definition>& found) {
  for (const auto& item : block.items)
    if (const auto* inner = std::get_if<ast::StatementPtr>(&item)) add_points(**inner, found);
}

}  // namespace

bool is_action(const ast::Statement& statement) {
  return std::visit(
      Overloaded{[](const ast::Simulate&) { return true; }, [](const ast::Print&) { return true; },
                 [](const ast::Table&) { return true; }, [](const ast::Plot&) { return true; },
                 [](const ast::Animate&) { return true; }, [](const ast::Expect&) { return true; },
                 [](const ast::Stop&) { return true; }, [](const ast::Switch&) { return true; },
                 [](const ast::Sweep&) { return true; },
                 [](const ast::For& loop) {
                   return std::any_of(loop.body.begin(), loop.body.end(),
                                      [](const auto& inner) { return is_action(*inner); });
                 },
                 [](const auto&) { return false; }},
      statement.node);
}

std::optional<Definition> defined_by(const ast::Statement& statement) {
  const auto here = [&](Kind kind, const ast::Identifier& name) {
    return Found({.kind = kind, .name = &name, .statement = &statement});
  };
  return std::visit(
      Overloaded{
          [&](const ast::Param& s) { return here(Kind::param, s.name); },
          [&](const ast::Let& s) { return here(Kind::let, s.name); },
          [&](const ast::Data& s) { return here(Kind::data, s.name); },
          [&](const ast::Function& s) { return here(Kind::function, s.name); },
          [&](const ast::Law& s) { return here(s.friction ? Kind::friction : Kind::law, s.name); },
          [&](const ast::Template& s) { return here(Kind::template_, s.name); },
          [&](const ast::Use& s) {
            return Found(
                {.kind = Kind::file, .name = s.name ? &*s.name : nullptr, .statement = &statement});
          },
          [&](const ast::When& s) {
            if (!s.name) return Found();
            return Found({.kind = Kind::event,
                          .name = &*s.name,
                          .statement = &statement,
                          .indexed = !s.indices.empty(),
                          .at_home = true});
          },
          [&](const ast::State& s) {
            return Found({.kind = Kind::state,
                          .name = &s.name,
                          .statement = &statement,
                          .indexed = !s.indices.empty(),
                          .at_home = true});
          },
          [&](const ast::Table& s) {
            return Found({.kind = Kind::table,
                          .name = s.name ? &*s.name : nullptr,
                          .statement = &statement,
                          .at_home = true});
          },
          [&](const ast::Simulate& s) { return s.name ? here(Kind::run, *s.name) : Found(); },
          [&](const ast::Declaration& s) {
            if (s.kind.name == "world") return Found();
            return Found({.kind = Kind::object,
                          .name = &s.name,
                          .statement = &statement,
                          .indexed = !s.indices.empty(),
                          .at_home = true});
          },
          [](const auto&) { return Found(); }},
      statement.node);
}

std::vector<Definition> defined_by(const Statements& statements) {
  std::vector<Definition> found;
  found.reserve(statements.size());
  for (const ast::StatementPtr& statement : statements) {
    if (const auto definition = defined_by(*statement)) found.push_back(*definition);
    add_tables(*statement, found);
  }
  return found;
}

std::vector<Definition> defined_inside(const ast::Statement& statement) {
  std::vector<Definition> found;
  std::visit(
      Overloaded{[&](const ast::Function& s) { add_parameters(s.parameters, statement, found); },
                 [&](const ast::Template& s) { add_parameters(s.parameters, statement, found); },
                 [&](const ast::Law& s) {
                   add_parameters(s.parameters, statement, found);
                   add_items(s, statement, found);
                 },
                 [&](const ast::Table& s) {
                   for (const ast::Column& column : s.columns) {
                     if (column.name)
                       found.push_back(
                           {.kind = Kind::column, .name = &*column.name, .statement = &statement});
                   }
                 },
                 [&](const ast::Data& s) { add_columns(s, statement, found); },
                 [&](const ast::Declaration& s) {
                   if (s.block) add_points(*s.block, found);
                 },
                 [](const auto&) {}},
      statement.node);
  return found;
}

std::string_view word_of(const Definition& definition) {
  switch (definition.kind) {
    case Kind::param:
      return "param";
    case Kind::let:
      return "let";
    case Kind::data:
      return "data";
    case Kind::function:
      return "fn";
    case Kind::law:
      return "law";
    case Kind::friction:
      return "friction";
    case Kind::template_:
      return "template";
    case Kind::file:
      return "use";
    case Kind::object:
      return std::get<ast::Declaration>(definition.statement->node).kind.name;
    case Kind::event:
      return "when";
    case Kind::table:
      return "table";
    case Kind::run:
      return "run";
    case Kind::parameter:
      return "parameter";
    case Kind::state:
      return "state";
    case Kind::unknown:
      return "solve";
    case Kind::column:
      return "column";
    case Kind::loop_variable:
      return "for";
  }
  return "";
}

}  // namespace mbs::names
