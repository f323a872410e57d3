#include "cli/lsp/document.hpp"

#include <utility>

#include "cli/environment/script.hpp"
#include "cli/lsp/places.hpp"
#include "lang/compile.hpp"
#include "lang/scenario/compile_options.hpp"
#include "runtime/model/model.hpp"

namespace mbs::lsp {

Document::Document(const std::string& uri, std::string text, TextReader reader)
    : reader_(std::move(reader)),
      script_(std::make_shared<const ScriptText>(uri, path_of(uri), std::move(text))) {}

std::optional<std::string> Document::read(const std::string& path) const {
  return reader_(plain_path(script_->directory() / path));
}

CompileOptions Document::options() const {
  CompileOptions options;
  options.read_file = [this](const std::string& path) { return read(path); };
  options.canonical_path = canonical_in(script_->directory());
  return options;
}

Trial Document::tried(const std::string& text) const {
  SourceMap sources;
  const int source = sources.add(uri(), text);
  return {compile(sources, source, options()).diagnostics, source, 0};
}

Document::Complaints Document::complaints(bool assemble) const {
  Complaints result;
  result.compiled = std::make_unique<Compiled>();
  result.compiled->sources = script_->sources();
  Compilation compilation =
      compile_parsed(result.compiled->sources, script_->tree(), script_->of_parsing(), options());
  result.compiled->diagnostics = std::move(compilation.diagnostics);
  if (compilation.scenario)
    result.compiled->scenario =
        std::make_shared<const ir::Scenario>(std::move(*compilation.scenario));
  result.list = result.compiled->diagnostics.sorted();
  if (!assemble || !result.compiled->scenario) return result;
  Diagnostics of_assembly;
  mbs::assemble(*build(result.compiled->scenario), of_assembly);
  for (const Diagnostic& diagnostic : of_assembly.sorted()) result.list.push_back(diagnostic);
  return result;
}

}  // namespace mbs::lsp
