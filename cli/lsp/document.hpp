// An open text of an editor, with what is known about it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/environment/script.hpp"
#include "service/fitting_unit.hpp"
#include "service/script_text.hpp"

namespace mbs::lsp {

class Document {
 public:
  Document(const std::string& uri, std::string text, TextReader reader);
  const std::string& uri() const { return script_->name(); }
  const std::string& text() const { return script_->text(); }
  const std::shared_ptr<const ScriptText>& script() const { return script_; }
  // Files that a `use` names.
  const TextReader& reader() const { return reader_; }
  // What a `use` of this text would read.
  std::optional<std::string> read(const std::string& path) const;

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
  CompileOptions options() const;

  TextReader reader_;
  std::shared_ptr<const ScriptText> script_;
};

}  // namespace mbs::lsp
