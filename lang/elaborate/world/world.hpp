// Everything known while one scenario is made: scopes with symbols, declared objects, the scenario
// itself, and how expressions are read just now (`Evaluation`). A sweep makes a world per pass;
// what they have in common, the names of the program (lang/names/program.hpp) among it, is the
// session.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lang/elaborate/world/describe.hpp"
#include "lang/elaborate/world/evaluation.hpp"
#include "lang/elaborate/world/object.hpp"
#include "lang/elaborate/world/scope.hpp"
#include "lang/kinds/kinds.hpp"
#include "lang/names/program.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/scenario/scenario.hpp"
#include "lang/syntax/ast.hpp"

namespace mbs::elaborate {

// A table statement's place in Scenario::tables; the same in all passes.
struct TableEntry {
  const ast::Table* table = nullptr;
  ir::TableInfo info;
  std::vector<Scalar> columns;  // dimension and unit of each, once compiled
  bool filled = false;          // an action before has given it rows
};

// One clause of a sweep around the world: `param` takes item `item` of `values`.
struct SweepBinding {
  std::string param;
  const ast::Expr* values = nullptr;
  int item = 0;
  std::vector<std::pair<std::string, Value>> locals;  // loop variables around the sweep
  Span origin;
  std::string text;
  std::optional<double> given = {};  // SI, by a run: no item of `values`
};

struct SetOption {
  std::string name;
  ast::ExprPtr value;  // null if it has errors
  Span span;
};

class Library;  // see lang/elaborate/build/library.hpp

struct Session {
  SourceMap& sources;
  const CompileOptions& options;
  names::Program program = {};
  std::set<int> told = {};  // files of it whose parser's complaints are among the diagnostics
  const Library* library = nullptr;
  std::vector<SetOption> sets = {};
  std::set<std::string> broken_names = {};  // in statements that have syntax errors
  std::set<const void*> exercised = {};     // laws and functions that some use has checked
  std::vector<TableEntry> tables = {};
  std::size_t passes = 0;                                                        // of all sweeps
  int sweeps = 0;                                                                // compiled so far
  std::map<const ast::Data*, std::shared_ptr<const DataTable>> data_files = {};  // those read
};

struct World {
  Session& session;
  Diagnostics* diagnostics;
  Diagnostics* aloud;  // the same, but while something is evaluated quietly
  std::shared_ptr<ir::Scenario> scenario;

  std::deque<Scope> scopes;
  std::deque<Symbol> symbols;
  std::deque<Object> objects;
  std::vector<Object*> declared;  // by the script, in order; the library is read as it is asked
  struct Unsettled {              // made, with ends that may turn out to name families
    Object* object;
    Symbol* symbol;
  };
  std::vector<Unsettled> unsettled;
  std::set<std::string> family_names;             // of all scopes
  std::vector<std::shared_ptr<const void>> kept;  // trees of `--set` values and the like

  Scope* library = nullptr;
  Scope* root = nullptr;
  Object* ground = nullptr;
  Object* world_object = nullptr;
  bool spatial = false;
  std::vector<SweepBinding> bindings;
  std::map<int, Scope*> file_scopes;  // of files used without `as`, by their numbers
  std::vector<int> opening;           // files being collected, for cycles
  int instance_depth = 0;             // templates within templates
  struct Requirement {
    const ast::Statement* statement;
    Scope* scope;
  };
  std::vector<Requirement> rates;         // `i' = …` outside laws, until all names are known
  std::vector<Requirement> requirements;  // `require` and `warn if` outside laws

  Evaluation evaluation;
  long steps_left = 5'000'000;  // expressions, objects and actions; bounds what a script unfolds to
  struct Window {               // of a run, in s
    NodeId from, to;
  };
  std::vector<Window> windows;
  std::map<std::array<int, 5>, int> lists;       // impact columns, event times, table columns
  std::map<std::array<int, 8>, int> reductions;  // those that are the same are one

  World(Session& shared, Diagnostics& sink);
  Graph& graph() { return scenario->graph; }
};

// Adds a diagnostic with notes that name the uses that led here.
Diagnostic& report(World& world, Code code, Span span, std::string message, std::string label = {});

// Takes `steps` of what is left; false, with one E0310, once nothing is.
bool spend(World& world, Span span, long steps = 1);

Scope& new_scope(World& world, ScopeKind kind, Scope* parent);
Symbol& new_symbol(World& world, SymbolKind kind, std::string name, Span span, Scope& scope);
// Enters the symbol; a second definition of a name is E0302 and is ignored.
bool define(World& world, Scope& scope, Symbol& symbol);

// "crank.mbs:19"
std::string place_text(const World& world, Span span);
int line_of(const World& world, Span span);

// Sets a value for as long as it lives.
template <class T>
class Setting {
 public:
  Setting(T& place, T value) : place_(place), old_(std::move(place)) { place_ = std::move(value); }
  ~Setting() { place_ = std::move(old_); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  T& place_;
  T old_;
};

// Drops reports for as long as it lives, as for the branch that an `if` does not take. A name, an
// attribute or an end that fails meanwhile is made again, and reported, by whoever asks next.
class Quiet {
 public:
  explicit Quiet(World& world)
      : sink_(world.diagnostics, &dropped_), quiet_(world.evaluation.quiet, true) {}

 private:
  Diagnostics dropped_;
  Setting<Diagnostics*> sink_;
  Setting<bool> quiet_;
};

// Notes, for messages, what is being evaluated and for whom.
class UseNote {
 public:
  UseNote(World& world, std::string text) : world_(world) {
    world_.evaluation.uses.push_back(std::move(text));
  }
  ~UseNote() { world_.evaluation.uses.pop_back(); }
  UseNote(const UseNote&) = delete;
  UseNote& operator=(const UseNote&) = delete;

 private:
  World& world_;
};

}  // namespace mbs::elaborate
