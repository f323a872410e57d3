// An open text of an editor, with what is known about it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli/environment/script.hpp"
#include "cli/lsp/transport.hpp"
#include "lang/names/name_table.hpp"
#include "lang/syntax/ast.hpp"
#include "service/fitting_unit.hpp"
#include "service/vocabulary.hpp"

namespace mbs::lsp {

// Editors count lines from 0 and columns in UTF-16 units; texts are UTF-8. Positions outside the
// text are moved to the nearest one inside.
std::size_t offset_of(const std::string& text, const Json& position);

// "file:///a%20b.mbs" to a path, and back. Other kinds of address give an empty path.
std::filesystem::path path_of(const std::string& uri);
std::string uri_of(const std::filesystem::path& path);

// A path as it is compared: "a/../b.mbs" is "b.mbs".
std::filesystem::path plain_path(const std::filesystem::path& path);

class Document {
 public:
  // The text of another file, for `use`; empty if it cannot be read.
  using Reader = std::function<std::optional<std::string>(const std::filesystem::path&)>;

  Document(std::string uri, std::string text, Reader reader);
  const std::string& uri() const { return uri_; }
  const std::string& text() const { return sources_.text(0); }
  const SourceMap& sources() const { return sources_; }
  const ast::File& tree() const { return tree_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  const NameTable& names() const { return names_; }
  bool has_syntax_errors() const { return of_parsing_.has_errors(); }
  // Of the bytes [begin, end) of the text.
  Json range(std::size_t begin, std::size_t end) const;
  // Where files of `use` are looked for.
  std::filesystem::path directory() const { return path_of(uri_).parent_path(); }
  // What a `use` of this text would read.
  std::optional<std::string> read(const std::string& path) const;
  const Reader& reader() const { return reader_; }

  // Everything that can be said against the text: by its compilation, and with `assemble` by
  // putting the mechanism together. Places in the text have source 0.
  struct Complaints {
    std::unique_ptr<Compiled> compiled;
    std::vector<Diagnostic> list;
  };
  Complaints complaints(bool assemble) const;
  // What would be wrong with this text in its place.
  Trial tried(const std::string& text) const;

 private:
  Json position(std::size_t offset) const;
  CompileOptions options() const;

  std::string uri_;
  Reader reader_;
  SourceMap sources_;
  ast::File tree_;
  Diagnostics of_parsing_;
  Vocabulary vocabulary_;
  NameTable names_;
};

}  // namespace mbs::lsp
