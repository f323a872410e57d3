// Which names of a file mean the same: definitions and all places that refer to them, by the scopes
// of the language. For going to definitions and for renaming.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/syntax/ast.hpp"

namespace mbs {

class NameTable {
 public:
  struct Definition {
    std::string name;
    Span span;                                // of the name
    Span statement;                           // that defines it
    std::string kind;                         // "param", "law", "body", …
    bool global = false;                      // of the file, not of a law, template, loop or object
    int file = 0;                             // where it stands: the `number` its table was given
    int type = -1;                            // the template of an instance
    std::map<std::string, int> members = {};  // parameters, points, parts
  };
  struct Reference {
    Span span;
    int definition;
  };

  // The table of a file that a `use` names; null if it is not known.
  using Used = std::function<const NameTable*(const ast::Use&)>;

  NameTable() = default;
  NameTable(const ast::File& file, std::string_view text);
  // Names that `use` brings in refer to their definitions, which keep the number of their own file.
  NameTable(const ast::File& file, std::string_view text, int number, const Used& used);
  // The file's own come first, in the order of the text, then those of used files.
  const std::vector<Definition>& definitions() const { return definitions_; }
  // In no order; places are in the file itself.
  const std::vector<Reference>& references() const { return references_; }
  // The definition that the name at a byte of the text belongs to. Also just behind the name.
  const Definition* at(std::size_t offset) const;

 private:
  friend class NameCollector;
  const Reference* reference_at(std::size_t offset) const;
  std::vector<Definition> definitions_;
  std::vector<Reference> references_;
  std::map<std::string, int> visible_;  // what a `use` of the file brings in
};

}  // namespace mbs
