#include "cli/output/csv.hpp"

namespace mbs {
namespace {

std::string quoted(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string text = "\"";
  for (char c : field) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

}  // namespace

std::string csv_row(std::span<const std::string> fields) {
  // A single empty field is quoted: a reader would take it for an empty line.
  if (fields.size() == 1 && fields[0].empty()) return "\"\"\r\n";
  std::string row;
  for (std::size_t i = 0; i < fields.size(); ++i) row += (i > 0 ? "," : "") + quoted(fields[i]);
  return row + "\r\n";
}

}  // namespace mbs
