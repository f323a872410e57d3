// Which names of a text mean the same: definitions and all places that refer to them, by the scopes
// of the language. For going to definitions and for renaming.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/ast.hpp"

namespace mbs {

class NameTable {
 public:
  struct Definition {
    std::string name;
    Span span;                           // of the name
    Span statement;                      // that defines it
    std::string kind;                    // "param", "law", "body", …
    bool global = false;                 // of the file, not of a law, template, loop or object
    int type = -1;                       // the template of an instance
    std::map<std::string, int> members;  // parameters, points, parts
  };
  struct Reference {
    Span span;
    int definition;
  };

  NameTable() = default;
  NameTable(const ast::File& file, std::string_view text);
  const std::vector<Definition>& definitions() const { return definitions_; }
  // The definition that the name at a byte of the text belongs to. Also just behind the name.
  const Definition* at(std::size_t offset) const;
  // Every place that means the same as the name at `offset`, its definition among them, in order.
  std::vector<Span> same_as(std::size_t offset) const;

 private:
  friend class NameCollector;
  const Reference* reference_at(std::size_t offset) const;
  std::vector<Definition> definitions_;
  std::vector<Reference> references_;
};

}  // namespace mbs
