// The names of a program before any of its values: its files, the file that each `use` names, and
// what each list of statements defines. Of the trees alone, and finished when it is made.
// Elaboration reads it, and all passes of a sweep, instances of a template and rounds of a loop
// read the same; completion, renaming and the language server read it too.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/names/definitions.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/syntax/ast.hpp"
#include "lang/text/source.hpp"

namespace mbs::names {

using Tree = std::shared_ptr<const ast::File>;

struct SourceFile {
  std::string identity;      // the same for all names that lead to it
  std::string directory;     // where the files of its `use` are looked for
  Tree tree;                 // never null
  Diagnostics complaints{};  // of its parser
};

// Where files of `use` come from, by normal paths that begin with the directory of a root.
struct FileAccess {
  struct Read {
    Tree tree;
    Diagnostics complaints{};
  };
  std::function<std::string(const std::string& path)> identity;
  std::function<std::optional<Read>(const std::string& path)> read;  // empty: it cannot be read
};

class Program {
 public:
  Program() = default;
  // The roots, and all files that they use, directly or by others. A root that one before it uses
  // is there once.
  Program(std::vector<SourceFile> roots, const FileAccess& access);

  // In the order in which they are met: a file stands before those it uses.
  const std::deque<SourceFile>& files() const { return files_; }
  const SourceFile& file(int number) const { return files_[static_cast<std::size_t>(number)]; }
  const ast::File& root() const { return *files_.front().tree; }
  // The number of the file that a `use` of the program names; -1 if it cannot be read.
  int file_of(const ast::Use& use) const;
  // What a list of statements that stands in one of the trees defines.
  const std::vector<Definition>& defined_by(const Statements& statements) const;

 private:
  class Reader;
  std::deque<SourceFile> files_;
  std::unordered_map<const ast::Use*, int> used_;
  std::unordered_map<const Statements*, std::vector<Definition>> definitions_;
};

// The tree, which must outlive the result, for those who hold it as a value.
Tree borrowed(const ast::File& tree);

// The program of a script whose tree is at hand, with the files that `options` can read; their
// texts are added to `sources`.
Program program_of(const ast::File& root, SourceMap& sources, const CompileOptions& options);

// The first `world` of the statements; null if there is none.
const ast::Statement* world_statement(const Statements& statements);
// Whether the world of the program's first file is spatial: by its own `world`, or else by the
// first in the files that it uses.
bool is_spatial(const Program& program);

}  // namespace mbs::names
