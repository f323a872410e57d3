// A text that is open somewhere, or stands in a file, with all that can be known of it without
// values.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/names/table.hpp"
#include "lang/syntax/ast.hpp"
#include "lang/text/source.hpp"
#include "service/vocabulary.hpp"

namespace mbs {

// The text of a file; empty if it cannot be read.
using TextReader = std::function<std::optional<std::string>(const std::filesystem::path&)>;

// As paths are compared: "a/../b.mbs" is "b.mbs".
std::filesystem::path plain_path(const std::filesystem::path& path);

class ScriptText {
 public:
  // `name` is what whoever has it open calls it; `path` is empty if it stands in no file.
  ScriptText(std::string name, std::filesystem::path path, std::string text);
  // What stands in a file is called by its path.
  ScriptText(const std::filesystem::path& path, std::string text);

  const std::string& name() const { return sources_.name(0); }
  const std::filesystem::path& path() const { return path_; }
  // The same for all that mean this text: its plain path, or its name.
  std::string identity() const;
  // Where files of its `use` are looked for.
  std::filesystem::path directory() const { return path_.parent_path(); }
  const std::string& text() const { return sources_.text(0); }
  const SourceMap& sources() const { return sources_; }  // it alone, as source 0
  const ast::File& tree() const { return tree_; }
  const Diagnostics& of_parsing() const { return of_parsing_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  // The table of its own names; those of used files are known to a Project.
  const NameTable& names() const { return names_; }
  // Whether a byte stands inside a comment, or in the plain part of a string.
  bool in_prose(std::size_t offset) const;

 private:
  std::filesystem::path path_;
  SourceMap sources_;
  ast::File tree_;
  Diagnostics of_parsing_;
  Vocabulary vocabulary_;
  NameTable names_;
};

// The definitions that belong to the file and not to a law, template, loop or object of it, in the
// order of the text.
std::vector<NameTable::Definition> outline(const ScriptText& script);

}  // namespace mbs
