#include "cli/lsp/names.hpp"

#include <stdexcept>

#include "cli/lsp/places.hpp"
#include "service/rename.hpp"

namespace mbs::lsp {

namespace {

Json location(const ScriptText& script, Span span) {
  return {{"uri", uri_of(script)}, {"range", range_of(script, span)}};
}

void refuse(const std::string& why) {
  if (!why.empty()) throw std::invalid_argument(why);
}

}  // namespace

Json definition(const Project& project, std::size_t offset) {
  const NameTable::Definition* found = project.definition_at(offset);
  return found ? location(project.script(found->file), found->span) : Json();
}

Json references(const Project& project, std::size_t offset) {
  Json list = Json::array();
  for (const auto& [file, spans] : places_of(project, offset)) {
    for (const Span span : spans) list.push_back(location(project.script(file), span));
  }
  return list;
}

Json prepare_rename(const Project& project, std::size_t offset) {
  const Renamable found = renamable_at(project, offset);
  refuse(found.refusal);
  return found.name ? range_of(project.script(0), *found.name) : Json();
}

Json rename(const Project& project, std::size_t offset, const std::string& name) {
  const Renaming renaming = mbs::rename(project, offset, name);
  refuse(renaming.refusal);
  Json changes = Json::object();
  for (const auto& [file, spans] : renaming.places) {
    const ScriptText& script = project.script(file);
    Json edits = Json::array();
    for (const Span span : spans)
      edits.push_back({{"range", range_of(script, span)}, {"newText", name}});
    changes[uri_of(script)] = std::move(edits);
  }
  return {{"changes", changes}};
}

}  // namespace mbs::lsp
