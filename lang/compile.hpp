// Text to scenario: the whole of `lang` in one call.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lang/ast.hpp"
#include "lang/ir.hpp"

namespace mbs {

struct Override {  // --set name=text
  std::string name;
  std::string text;
};

struct CompileOptions {
  std::vector<Override> overrides;
  // Text of a file named by `use`, relative to the using file; empty if it cannot be read.
  std::function<std::optional<std::string>(const std::string& path)> read_file;
  // One name for each file, however many lead to it (links); without it names are compared.
  std::function<std::string(const std::string& path)> canonical_path;
  bool lint = false;  // W0801
  // A finished run is at hand (REPL): results may be asked for without a `simulate` before.
  bool has_run = false;
};

struct Compilation {
  std::optional<ir::Scenario> scenario;  // empty if there are errors
  Diagnostics diagnostics;
};

// Parses and resolves one source. All errors of the text are reported at once.
Compilation compile(SourceMap& sources, int source, const CompileOptions& options = {});

// The same for a syntax tree that is already there (REPL, tools). The tree's source must be in
// `sources`.
Compilation compile(SourceMap& sources, const ast::File& file, const CompileOptions& options = {});

}  // namespace mbs
