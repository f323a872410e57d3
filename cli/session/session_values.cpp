// What a session knows of a declared thing by its name alone.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/session/repl_commands.hpp"
#include "cli/session/repl_commands_names.hpp"
#include "cli/session/session.hpp"
#include "runtime/results/quantity_text.hpp"
#include "service/complete.hpp"

namespace mbs {

namespace {

using Report = Session::Report;

std::vector<std::string> fields_of(const Session& session, const std::string& name) {
  const std::string begun = name + ".";
  std::vector<std::string> fields;
  for (const Candidate& field : complete(begun, begun.size(), vocabulary_of(session)).candidates)
    fields.push_back(field.text);
  // Those of the library's materials, which completion does not follow.
  if (fields.empty()) fields = {"E", "nu", "rho"};
  return fields;
}

std::string text_of(const std::vector<PrintPart>& parts, int digits) {
  std::string text;
  for (const PrintPart& part : parts) {
    if (part.is_list) return {};
    for (const Cell& cell : part.cells)
      text += (text.empty() ? "" : ", ") + cell_text(cell, part.heading.unit, digits);
  }
  return parts.size() > 1 ? "(" + text + ")" : text;
}

// A constant, or what it has come to.
std::string value_of(Session& session, const std::string& field) {
  const int digits = session.host().digits;
  std::vector<PrintPart> parts = session.values({field}, Report::nothing);
  if (parts.empty() && session.current_run())
    parts = session.values({"final(" + field + ")"}, Report::nothing);
  return text_of(parts, digits);
}

}  // namespace

std::string Session::field_values(const std::string& name) {
  std::vector<std::pair<std::string, std::string>> known;
  std::size_t width = 0;
  for (const std::string& field : fields_of(*this, name)) {
    const std::string value = value_of(*this, name + "." + field);
    if (value.empty()) continue;
    width = std::max(width, field.size());
    known.emplace_back(field, value);
  }
  std::string lines;
  for (const auto& [field, value] : known)
    lines += fmt::format("  {:<{}}  {}\n", field, width, value);
  return lines;
}

}  // namespace mbs
