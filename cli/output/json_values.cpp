#include "cli/output/json_values.hpp"

#include <cmath>

namespace mbs {

nlohmann::ordered_json number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

void add_place(nlohmann::ordered_json& object, Span of, const SourceMap& sources) {
  if (of.source < 0 || of.source >= sources.size()) return;
  object["line"] = sources.place(of.source, of.begin).line;
  if (of.source > 0) object["file"] = sources.name(of.source);
}

nlohmann::ordered_json value_of(const Cell& cell, const Unit& unit) {
  switch (cell.kind) {
    case Cell::Kind::number:
      return number(cell.value / unit.factor);
    case Cell::Kind::boolean:
      return cell.value != 0;
    case Cell::Kind::text:
      return cell.text;
    case Cell::Kind::missing:
      break;
  }
  return nullptr;
}

nlohmann::ordered_json expectation_json(const Expectation& expectation, const SourceMap& sources) {
  const Unit& unit = expectation.value.unit;
  const auto value = [&](const std::optional<double>& si) {
    return si ? number(*si / unit.factor) : nlohmann::ordered_json(nullptr);
  };
  const bool somewhere = expectation.text.source >= 0 && expectation.text.source < sources.size();
  nlohmann::ordered_json object = {
      {"type", "expect"},
      {"text", somewhere ? std::string(sources.text(expectation.text)) : std::string()},
      {"holds", expectation.holds},
      {"value", value(expectation.found)},
      {"wanted", value(expectation.wanted)},
      {"tolerance", value(expectation.tolerance)},
      {"unit", unit.text}};
  if (!expectation.message.empty()) object["message"] = expectation.message;
  return object;
}

}  // namespace mbs
