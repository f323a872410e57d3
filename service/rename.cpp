#include "service/rename.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "lang/text/scan.hpp"

namespace mbs {

namespace {

std::string file_name(const ScriptText& script) {
  return script.path().filename().string();
}

// Empty if it is none of the standard library's.
std::string refusal_of_library(const Project& project, std::size_t offset) {
  const ScriptText& script = project.script(0);
  if (script.in_prose(offset)) return {};
  const std::string_view word = word_around(script.text(), offset);
  if (word.empty() || !find_symbol(Vocabulary(), word)) return {};
  return fmt::format("`{}` is of the standard library, which cannot be changed", word);
}

std::string replaced(const std::string& text, const std::vector<Span>& places,
                     const std::string& name) {
  std::string result;
  std::size_t done = 0;
  for (const Span place : places) {
    result.append(text, done, place.begin - done).append(name);
    done = place.end;
  }
  return result.append(text, done);
}

Places places_of(const Project& project, const NameTable::Definition& definition) {
  Places places;
  for (int file = 0; file < project.count(); ++file) {
    auto spans = project.references(file, definition);
    if (!spans.empty()) places.emplace(file, std::move(spans));
  }
  return places;
}

// Statements with errors hide their names; in the first script itself they can be seen.
std::string unreadable(const Project& project, const Places& places) {
  for (const auto& [file, spans] : places) {
    if (file != 0 && project.script(file).of_parsing().has_errors())
      return fmt::format("{} uses the name and has syntax errors: mend them first",
                         file_name(project.script(file)));
  }
  return {};
}

// Every name of every file must mean after the renaming what it meant before.
std::string changed_meaning(const Project& project, const Places& places, const std::string& name) {
  std::map<int, std::string> texts;
  for (const auto& [file, spans] : places)
    texts.emplace(file, replaced(project.script(file).text(), spans, name));
  const Project after = project.edited(texts);
  for (int file = 0; file < project.count(); ++file) {
    if (project.meanings(file) != after.meanings(file))
      return fmt::format("`{}` already means something else in {}", name,
                         file_name(project.script(file)));
  }
  return {};
}

}  // namespace

Places places_of(const Project& project, std::size_t offset) {
  const NameTable::Definition* found = project.definition_at(offset);
  return found ? places_of(project, *found) : Places();
}

Renamable renamable_at(const Project& project, std::size_t offset) {
  if (const NameTable::Definition* found = project.definition_at(offset)) {
    for (const Span span : project.references(0, *found))
      if (span.begin <= offset && offset <= span.end) return {span, {}};
  }
  return {std::nullopt, refusal_of_library(project, offset)};
}

Renaming rename(const Project& project, std::size_t offset, const std::string& name) {
  if (name.empty() || word_at(name, 0) != name || is_reserved_word(name))
    return {{}, fmt::format("`{}` cannot be a name", name)};
  const NameTable::Definition* renamed = project.definition_at(offset);
  if (!renamed) {
    const std::string refusal = refusal_of_library(project, offset);
    return {{}, refusal.empty() ? "there is no name of this text here" : refusal};
  }
  Places places = places_of(project, *renamed);
  std::string refusal = unreadable(project, places);
  if (refusal.empty()) refusal = changed_meaning(project, places, name);
  if (!refusal.empty()) return {{}, std::move(refusal)};
  return {std::move(places), {}};
}

}  // namespace mbs
