// The names of a program: its files, and what each list of their statements defines. Of the trees
// alone, and made once for each list: all passes of a sweep, instances of a template and rounds of
// a loop read the same.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "lang/names/definitions.hpp"
#include "lang/syntax/ast.hpp"

namespace mbs::names {

struct Program {
  using Tree = std::shared_ptr<const ast::File>;

  const ast::File* root = nullptr;
  std::map<std::string, Tree> used;  // files of `use`, by path

  // Of a list of statements that stands in one of the trees. The reference stays valid.
  const std::vector<Definition>& defined_by(const Statements& statements);

 private:
  std::unordered_map<const Statements*, std::vector<Definition>> definitions_;
};

}  // namespace mbs::names
