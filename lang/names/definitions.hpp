// What statements define: the one place that knows which statements give names, in which order, and
// to which scope. Elaboration enters its symbols by it, and so do completion, sessions and the
// language server.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lang/syntax/ast.hpp"

namespace mbs::names {

using Statements = std::vector<ast::StatementPtr>;

enum class Kind {
  param,
  let,
  data,
  function,
  law,
  friction,
  template_,
  file,  // `use "…" as name`
  object,
  event,
  table,
  run,  // `simulate … as name`
  state,
  // inside of another definition
  parameter,
  unknown,  // of `solve`
  column,
  loop_variable,
};

// Points into the tree, which must outlive it.
struct Definition {
  Kind kind = Kind::let;
  const ast::Identifier* name = nullptr;  // null: a table or a used file without a name
  const ast::Statement* statement = nullptr;
  bool indexed = false;  // one of a family: `b[i]`
  // Belongs to the scope around all loops: loops make objects and tables for those outside.
  bool at_home = false;
};

// Whether the statement acts (or, in a `for`, holds something that does).
bool is_action(const ast::Statement& statement);

// What the statement itself defines, without what stands in its block or body.
std::optional<Definition> defined_by(const ast::Statement& statement);

// What all of them define, in order. Tables made in sweeps and in loops of actions are seen by
// those outside.
std::vector<Definition> defined_by(const Statements& statements);

// What stands in the block of a statement, and is found behind a dot or inside alone: parameters,
// parts of laws, points of bodies, columns. The statements in the body of a template are not among
// them.
std::vector<Definition> defined_inside(const ast::Statement& statement);

// "param", "fn", "friction"; of an object the word that declares it: "body".
std::string_view word_of(const Definition& definition);

}  // namespace mbs::names
