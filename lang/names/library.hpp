// The standard library as far as a program names it: three quarters of a start would go into
// reading all of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lang/syntax/ast.hpp"
#include "lang/text/source.hpp"

namespace mbs::names {

class Library {
 public:
  // Adds the texts of the library to the sources, unless they are among them.
  explicit Library(SourceMap& sources);
  // The names of all definitions, in their order.
  std::vector<std::string> names() const;
  // A tree of the definition of this name alone; null if there is none. Parsed once per process and
  // source numbering, and never given up.
  std::shared_ptr<const ast::File> definition(const std::string& name) const;

 private:
  SourceMap& sources_;
  int first_;
};

// All of it, file by file.
std::vector<std::shared_ptr<const ast::File>> library_files(SourceMap& sources);

}  // namespace mbs::names
