#include "cli/output/values_text.hpp"

#include <vector>

#include "cli/output/csv.hpp"
#include "cli/output/text_table.hpp"
#include "lang/text/number.hpp"
#include "runtime/results/quantity_text.hpp"

namespace mbs {

namespace {

bool holds_text(const TableOutput& table, std::size_t column) {
  for (const auto& row : table.rows) {
    if (row[column].kind == Cell::Kind::text) return true;
  }
  return false;
}

std::string list_text(const PrintPart& part, int digits) {
  std::string text = "[";
  for (std::size_t i = 0; i < part.cells.size(); ++i) {
    if (i > 0) text += ", ";
    text += value_text(part.cells[i], part.heading.unit, digits);
  }
  return text + "]";
}

}  // namespace

std::string value_text(const Cell& cell, const Unit& unit, int digits) {
  switch (cell.kind) {
    case Cell::Kind::number:
      return format_number(cell.value / unit.factor, digits);
    case Cell::Kind::boolean:
      return cell.value != 0 ? "true" : "false";
    case Cell::Kind::text:
      return cell.text;
    case Cell::Kind::missing:
      break;
  }
  return "-";
}

std::string part_text(const PrintPart& part, int digits) {
  const std::string prefix = part.named ? part.heading.label + " = " : "";
  if (part.is_list) return prefix + with_unit(list_text(part, digits), part.heading.unit);
  if (part.cells.empty()) return prefix + "-";
  const Cell& cell = part.cells.front();
  const std::string value = value_text(cell, part.heading.unit, digits);
  return prefix + (cell.kind == Cell::Kind::number ? with_unit(value, part.heading.unit) : value);
}

std::string table_text(const TableOutput& table, int digits) {
  TextTable text;
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    const Heading& heading = table.columns[k];
    TextColumn column{heading.label, heading.unit.text, !holds_text(table, k), {}};
    for (const auto& row : table.rows)
      column.cells.push_back(value_text(row[k], heading.unit, digits));
    text.columns.push_back(std::move(column));
  }
  return (table.has_title ? table.name + "\n" : "") + render(text);
}

std::string table_csv(const TableOutput& table) {
  std::vector<std::string> fields;
  for (const Heading& heading : table.columns) {
    fields.push_back(column_head(heading.label, heading.unit.text));
  }
  std::string text = csv_row(fields);
  for (const auto& row : table.rows) {
    fields.clear();
    for (std::size_t k = 0; k < row.size(); ++k) {
      const bool missing = row[k].kind == Cell::Kind::missing;
      fields.push_back(missing ? "" : value_text(row[k], table.columns[k].unit, csv_digits));
    }
    text += csv_row(fields);
  }
  return text;
}

}  // namespace mbs
