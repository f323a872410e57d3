// A law as its definition says it: signature, documentation, arguments.
#pragma once

#include <string>
#include <vector>

#include "lang/syntax/ast.hpp"
#include "lang/text/source.hpp"

namespace mbs {

// A law's definition, found among some statements or in the standard library.
struct LawDefinition {
  ast::StatementPtr statement;  // null if there is no such law
  const ast::Law& law() const { return std::get<ast::Law>(statement->node); }
};
// `own` is looked through first; the library's texts are added to `sources`.
LawDefinition find_law(const std::string& name, const std::vector<ast::StatementPtr>& own,
                       SourceMap& sources);
// Names of all laws and friction laws, those of `own` first.
std::vector<std::string> law_names(const std::vector<ast::StatementPtr>& own);

// The names under "normal laws" and "friction laws", in order, each with the first line of its
// documentation.
std::string law_list(const std::vector<ast::StatementPtr>& own);

// "law flores(ce, n = 1.5, …)", its documentation, a table of its arguments.
std::string law_text(const LawDefinition& definition, const SourceMap& sources);

// What of `own` a text needs: the statements that define its words, those that they need in turn,
// and all `use`, in their order.
std::vector<ast::StatementPtr> needed_definitions(const std::string& text,
                                                  const std::vector<ast::StatementPtr>& own,
                                                  const SourceMap& sources);

}  // namespace mbs
