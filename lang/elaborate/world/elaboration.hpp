// What all passes of one elaboration share: the names of the program, what was asked for, and what
// must be the same in all of them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lang/data/table.hpp"
#include "lang/elaborate/world/value.hpp"
#include "lang/names/library.hpp"
#include "lang/names/program.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/scenario/scenario.hpp"
#include "lang/syntax/ast.hpp"

namespace mbs::elaborate {

struct MeshHull;  // lang/elaborate/shapes/mesh_hull.hpp

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

struct Elaboration {
  SourceMap& sources;
  const CompileOptions& options;
  const names::Program& program;
  std::set<int> told = {};  // files of it whose parser's complaints are among the diagnostics
  const names::Library& library;
  std::vector<SetOption> sets = {};
  std::set<std::string> broken_names = {};  // in statements that have syntax errors
  std::set<const void*> exercised = {};     // laws and functions that some use has checked
  std::vector<TableEntry> tables = {};
  std::size_t passes = 0;                                                        // of all sweeps
  int sweeps = 0;                                                                // compiled so far
  std::map<const ast::Data*, std::shared_ptr<const DataTable>> data_files = {};  // those read
  // The hulls of those read, by their paths.
  std::map<std::string, std::shared_ptr<const MeshHull>> part_files = {};
};

}  // namespace mbs::elaborate
