#include "service/hover.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "service/doc.hpp"

namespace mbs {

namespace {

// Is it named inside of a statement of the script, which says what it is?
bool stands_inside(const NameTable::Definition& found) {
  return !found.global && found.statement.source == 0 &&
         (found.kind == "for" || found.kind == "parameter" || found.kind == "column" ||
          found.kind == "solve");
}

// What is named inside of something else, where it says so: "for k in 1..3".
std::string place_of(const ScriptText& script, const NameTable::Definition& inner) {
  const std::string text(script.sources().text(inner.statement));
  const std::size_t end = std::min(text.find_first_of("{\n"), text.size());
  const std::size_t last = text.find_last_not_of(' ', end == 0 ? 0 : end - 1);
  return fmt::format("{}: of `{}{}`\n", inner.name, inner.kind == "for" ? "for " : "",
                     text.substr(0, last + 1));
}

}  // namespace

std::optional<Hover> hover(const Project& project, std::size_t offset) {
  const ScriptText& script = project.script(0);
  if (script.in_prose(offset)) return {};
  const NameTable::Definition* found = script.names().at(offset);
  Hover told;
  told.text = found && stands_inside(*found)
                  ? place_of(script, *found)
                  : inspect(script.text(), offset, project.vocabulary()).value_or("");
  if (found && found->global && (found->kind == "param" || found->kind == "let"))
    told.constant = found->name;
  return told;
}

}  // namespace mbs
