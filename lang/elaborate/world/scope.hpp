// Names: what they stand for and where they are seen.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "lang/elaborate/world/value.hpp"

namespace mbs::elaborate {

enum class SymbolKind {
  param,
  let,
  function,
  law,
  template_,
  object,
  instance,
  table,
  run,
  value,
  computed
};

struct Memo {
  enum class State { fresh, running, done } state = State::fresh;
  Value value;
};

struct Symbol {
  SymbolKind kind = SymbolKind::value;
  std::string name;
  Span span;                                  // of the name where it is defined
  Scope* scope = nullptr;                     // where it is defined and its expression is evaluated
  const ast::Statement* statement = nullptr;  // null for arguments, loop variables, law items
  const ast::Expr* expression = nullptr;      // of a param, let, argument or state
  const ast::Annotation* annotation = nullptr;
  bool is_default = false;      // the expression is a parameter's default
  Scope* written_in = nullptr;  // where the expression stands, if not in `scope` (arguments)
  Object* object = nullptr;
  Scope* inside = nullptr;  // of an instance
  int table = -1;
  int run = -1;                    // into Scenario::runs, once it is made
  Value value;                     // of kind value
  std::function<Value()> compute;  // of kind computed: parts of laws
  Memo memo[2];                    // plain, and with watched conditions
  Memo base;                       // of a swept param: its value without the sweep
};

enum class ScopeKind { file, library, instance, loop, law, function };

// A `default KIND { … }` in force.
struct KindDefault {
  std::string kind;
  const ast::Block* block = nullptr;
  int line = 0;
};

struct LawContext;

struct Scope;

// What `use … { x = … }` puts in the place of a param's default, and where it is evaluated.
struct UseOverride {
  const ast::Expr* value = nullptr;
  Scope* scope = nullptr;
};

struct Scope {
  ScopeKind kind = ScopeKind::file;
  Scope* parent = nullptr;
  std::vector<Scope*> imports;  // files brought in by `use`
  std::unordered_map<std::string, Symbol*> names;
  std::vector<Symbol*> order;  // as defined, for suggestions and listings
  std::map<std::string, std::map<Indices, Symbol*>> families;
  std::vector<KindDefault> defaults;
  std::string prefix;                            // "p[1]." in an instance
  Graph* graph = nullptr;                        // where expressions evaluated here put their nodes
  LawContext* law = nullptr;                     // inside a law
  std::string directory;                         // of a file, for `use`
  std::map<std::string, UseOverride> overrides;  // params of a file
  bool own_copy = false;    // of a file used under a name or with overrides: not shared with others
  Object* owner = nullptr;  // of the points of a body: that
  Scope* points = nullptr;  // in the block of a body: where its points belong
  // The library brings in the definition of a name when it is asked for; and all names that it has.
  std::function<Symbol*(const std::string& name)> read;
  std::vector<std::string> readable;

  // The scope that declarations made here belong to: loops pass them on.
  Scope& home() {
    if (points) return *points;
    return kind == ScopeKind::loop && parent ? parent->home() : *this;
  }
};

// A symbol defined in this scope itself or in a file it uses; null if there is none.
Symbol* find_here(const Scope& scope, const std::string& name);
bool has_family(const Scope& scope, const std::string& name);

}  // namespace mbs::elaborate
