// The declarations a session has accepted. A value: older worlds are kept for `:undo` and for runs
// that were made with them.
#pragma once

#include <string>
#include <vector>

#include "lang/compile.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/syntax/ast.hpp"

namespace mbs {

// The names a statement defines: "crank", "b[1]", "for b" for each name inside a loop,
// "default body", "world". Two statements with a name in common cannot both stand.
std::vector<std::string> defined_names(const ast::Statement& statement, const SourceMap& sources);

// "contact `hit`", "param `ce`", "default body"
std::string title_of(const ast::Statement& statement, const SourceMap& sources);

// One accepted declaration.
struct Accepted {
  ast::StatementPtr statement;
  std::vector<std::string> names;
  int entry = 0;  // which accepted entry of the session brought it
};

struct SessionWorld {
  std::vector<Accepted> statements;
  std::vector<Override> overrides;  // of `:set`
};

// The world with `added` in it; what defined the same names is replaced where it stood, and told
// in `replaced`.
SessionWorld with(const SessionWorld& world, const std::vector<ast::StatementPtr>& added, int entry,
                  const SourceMap& sources, std::vector<Accepted>* replaced = nullptr);

// The overrides with `name` set to `text`, or without it if `text` is null.
std::vector<Override> with_override(std::vector<Override> overrides, const std::string& name,
                                    const std::string* text);

// Is there a param of this name?
bool has_param(const SessionWorld& world, const std::string& name);
// Does some statement define this name?
bool defines(const SessionWorld& world, const std::string& name);

// What has another definition or value in one of two worlds than in the other, or is in one alone:
// "param `ce`", "contact `hit`".
std::vector<std::string> differences(const SessionWorld& then, const SessionWorld& now,
                                     const SourceMap& sources);

// The text of a statement with its documentation lines, as it was entered.
std::string statement_text(const ast::Statement& statement, const SourceMap& sources);

}  // namespace mbs
