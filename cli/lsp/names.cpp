#include "cli/lsp/names.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "cli/lsp/features.hpp"
#include "lang/text/scan.hpp"

namespace mbs::lsp {

namespace {

Json location(const Document& document, Span span) {
  return {{"uri", document.uri()}, {"range", document.range(span.begin, span.end)}};
}

std::string file_name(const Document& document) {
  return path_of(document.uri()).filename().string();
}

void refuse_library(const Project& project, std::size_t offset) {
  const Document& document = project.document(0);
  if (in_prose(document, offset)) return;
  const std::string word(word_around(document.text(), offset));
  if (!word.empty() && find_symbol(Vocabulary(), word))
    throw std::invalid_argument(
        fmt::format("`{}` is of the standard library, which cannot be changed", word));
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

using Places = std::map<int, std::vector<Span>>;  // by file

Places places_of(const Project& project, const NameTable::Definition& definition) {
  Places places;
  for (int file = 0; file < project.count(); ++file) {
    auto spans = project.references(file, definition);
    if (!spans.empty()) places.emplace(file, std::move(spans));
  }
  return places;
}

// Statements with errors hide their names; in the document itself they can be seen.
void check_readable(const Project& project, const Places& places) {
  for (const auto& [file, spans] : places) {
    if (file != 0 && project.document(file).has_syntax_errors())
      throw std::invalid_argument(
          fmt::format("{} uses the name and has syntax errors: mend them first",
                      file_name(project.document(file))));
  }
}

// Every name of every file must mean after the renaming what it meant before.
void check_meanings(const Project& project, const Places& places, const std::string& name) {
  std::map<int, std::string> texts;
  for (const auto& [file, spans] : places)
    texts.emplace(file, replaced(project.document(file).text(), spans, name));
  const Project after = project.edited(texts);
  for (int file = 0; file < project.count(); ++file) {
    if (project.meanings(file) != after.meanings(file))
      throw std::invalid_argument(fmt::format("`{}` already means something else in {}", name,
                                              file_name(project.document(file))));
  }
}

}  // namespace

Json definition(const Project& project, std::size_t offset) {
  const NameTable::Definition* found = project.definition_at(offset);
  return found ? location(project.document(found->file), found->span) : Json();
}

Json references(const Project& project, std::size_t offset) {
  Json list = Json::array();
  const NameTable::Definition* found = project.definition_at(offset);
  if (!found) return list;
  for (const auto& [file, spans] : places_of(project, *found)) {
    for (const Span span : spans) list.push_back(location(project.document(file), span));
  }
  return list;
}

Json prepare_rename(const Project& project, std::size_t offset) {
  if (const NameTable::Definition* found = project.definition_at(offset)) {
    for (const Span span : project.references(0, *found)) {
      if (span.begin <= offset && offset <= span.end)
        return project.document(0).range(span.begin, span.end);
    }
  }
  refuse_library(project, offset);
  return nullptr;
}

Json rename(const Project& project, std::size_t offset, const std::string& name) {
  if (name.empty() || word_at(name, 0) != name || is_reserved_word(name))
    throw std::invalid_argument(fmt::format("`{}` cannot be a name", name));
  const NameTable::Definition* renamed = project.definition_at(offset);
  if (!renamed) {
    refuse_library(project, offset);
    throw std::invalid_argument("there is no name of this text here");
  }
  const Places places = places_of(project, *renamed);
  check_readable(project, places);
  check_meanings(project, places, name);
  Json changes = Json::object();
  for (const auto& [file, spans] : places) {
    const Document& document = project.document(file);
    Json edits = Json::array();
    for (const Span span : spans)
      edits.push_back({{"range", document.range(span.begin, span.end)}, {"newText", name}});
    changes[document.uri()] = std::move(edits);
  }
  return {{"changes", changes}};
}

}  // namespace mbs::lsp
