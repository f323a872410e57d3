// What names a text defines, with what is worth telling about each: for completion, `:doc`,
// `:list` and hovering.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/kinds/kinds.hpp"
#include "lang/syntax/ast.hpp"
#include "lang/text/source.hpp"

namespace mbs {

enum class SymbolKind {
  param,
  let,
  function,
  law,
  friction,
  template_,
  object,
  event,
  state,
  table,
  run
};

struct Symbol {
  SymbolKind kind = SymbolKind::let;
  std::string name;
  std::string kind_name;  // "param", "law", "clearance", the template's name of an instance
  std::string signature;  // "flores(ce, n = 1.5, K: N/m^n = hertz_K(pair))", "param c = 0.5 mm"
  std::string doc;        // lines of its documentation
  std::string text;       // the statement
  std::vector<std::string> arguments;  // of a law, function or template
  std::vector<std::string> signals;    // law: what a contact with it can be asked for
  std::vector<Symbol> parts;           // points of a body, parts of a template, columns of a table
  std::string law, friction;           // contact: the names of its laws, if they are plain
  bool indexed = false;                // b[i]
  Span span;                           // of the name
};

class Vocabulary {
 public:
  void add(Symbol symbol);
  void add(const ast::Statement& statement, const SourceMap& sources);
  void add(const std::vector<ast::StatementPtr>& statements, const SourceMap& sources);
  const std::vector<Symbol>& symbols() const { return symbols_; }
  const Symbol* find(std::string_view name) const;  // the one added last
  bool spatial() const { return spatial_; }         // the last `world` is

 private:
  std::vector<Symbol> symbols_;
  bool spatial_ = false;
};

// The standard library's laws, friction laws and materials; read once.
const Vocabulary& library_vocabulary();
// In `own`, else in the library.
const Symbol* find_symbol(const Vocabulary& own, std::string_view name);

// "penetration, never negative [m]"
std::string described(const FieldInfo& field);

// What can be asked of a symbol behind a dot, with a line about each.
struct Member {
  std::string name;
  std::string doc;
};
std::vector<Member> members_of(const Symbol& symbol, const Vocabulary& own);
const Symbol* part_of(const Symbol& symbol, const std::string& name, const Vocabulary& own);

}  // namespace mbs
