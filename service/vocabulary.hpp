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

enum class NameKind {
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
  run,
  file  // of a `use` with a name
};

struct DefinedName {
  NameKind kind = NameKind::let;
  std::string name;
  std::string kind_name;  // "param", "law", "clearance", the template's name of an instance
  std::string signature;  // "flores(ce, n = 1.5, K: N/m^n = hertz_K(pair))", "param c = 0.5 mm"
  std::string doc;        // lines of its documentation
  std::string text;       // the statement
  std::vector<std::string> arguments;  // of a law, function or template
  std::vector<std::string> signals;    // law: what a contact with it can be asked for
  std::vector<DefinedName> parts;      // points of a body, parts of a template, columns of a table,
                                       // what a file defines
  std::string law, friction;           // contact: the names of its laws, if they are plain
  bool indexed = false;                // b[i]
  Span span;                           // of the name
};

class Vocabulary {
 public:
  void add(DefinedName symbol);
  void add(const ast::Statement& statement, const SourceMap& sources);
  void add(const std::vector<ast::StatementPtr>& statements, const SourceMap& sources);
  const std::vector<DefinedName>& symbols() const { return symbols_; }
  const DefinedName* find(std::string_view name) const;  // the one added last
  bool spatial() const { return spatial_; }              // the last `world` is
  void set_spatial(bool spatial) { spatial_ = spatial; }

 private:
  std::vector<DefinedName> symbols_;
  bool spatial_ = false;
};

// The standard library's laws, friction laws and materials; read once.
const Vocabulary& library_vocabulary();
// In `own`, else in the library.
const DefinedName* find_symbol(const Vocabulary& own, std::string_view name);

// "penetration, never negative [m]"
std::string described(const FieldInfo& field);

// What can be asked of a symbol behind a dot, with a line about each.
struct Member {
  std::string name;
  std::string doc;
};
std::vector<Member> members_of(const DefinedName& symbol, const Vocabulary& own);
const DefinedName* part_of(const DefinedName& symbol, const std::string& name,
                           const Vocabulary& own);

}  // namespace mbs
