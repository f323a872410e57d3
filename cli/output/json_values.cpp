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

nlohmann::ordered_json table_json(const TableOutput& table) {
  nlohmann::ordered_json columns = nlohmann::ordered_json::array(), rows = columns;
  for (const Heading& heading : table.columns)
    columns.push_back({{"name", heading.label}, {"unit", heading.unit.text}});
  for (const auto& row : table.rows) {
    nlohmann::ordered_json values = nlohmann::ordered_json::array();
    for (std::size_t k = 0; k < row.size(); ++k)
      values.push_back(value_of(row[k], table.columns[k].unit));
    rows.push_back(std::move(values));
  }
  return {{"name", table.name}, {"columns", columns}, {"rows", rows}};
}

namespace {

using Json = nlohmann::ordered_json;

std::string text_of(Span span, const SourceMap& sources) {
  const bool somewhere = span.source >= 0 && span.source < sources.size();
  return somewhere ? std::string(sources.text(span)) : std::string();
}

// What was found and what is said beside it.
void add_part(Json& object, const Expectation::Part& part) {
  const auto value = [&](const std::optional<double>& si) {
    if (!si) return Json(nullptr);
    return part.boolean ? Json(*si != 0) : number(*si / part.unit.factor);
  };
  object["value"] = value(part.found);
  object["wanted"] = value(part.wanted);
  object["tolerance"] = value(part.tolerance);
  object["unit"] = part.unit.text;
  if (part.margin) object["margin"] = value(part.margin);
  if (part.items > 0) {
    object["item"] = part.item;
    object["items"] = part.items;
    object["good"] = part.good;
  }
  if (part.t) object["t"] = number(*part.t);
}

}  // namespace

// An expectation of several parts has a value for each, and none for the whole.
nlohmann::ordered_json expectation_json(const Expectation& expectation, const SourceMap& sources) {
  Json object = {{"type", "expect"},
                 {"text", text_of(expectation.text, sources)},
                 {"holds", expectation.holds}};
  const bool one = expectation.parts.size() == 1;
  add_part(object, one ? expectation.parts.front() : Expectation::Part{});
  if (!one) object["parts"] = Json::array();
  for (std::size_t i = 0; !one && i < expectation.parts.size(); ++i) {
    const Expectation::Part& part = expectation.parts[i];
    Json told = {{"text", text_of(part.text, sources)}, {"holds", part.holds}};
    add_part(told, part);
    object["parts"].push_back(std::move(told));
  }
  if (!expectation.message.empty()) object["message"] = expectation.message;
  return object;
}

}  // namespace mbs
