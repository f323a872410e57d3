#include "cli/output/text_table.hpp"

#include <algorithm>

#include "lang/text/utf8.hpp"

namespace mbs {
namespace {

std::size_t width_of(const TextColumn& column) {
  std::size_t width = utf8::count(column_head(column.name, column.unit));
  for (const std::string& cell : column.cells) width = std::max(width, utf8::count(cell));
  return width;
}

void append_cell(std::string& line, const std::string& cell, std::size_t width, bool right) {
  const std::string padding(width - utf8::count(cell), ' ');
  line += "  " + (right ? padding + cell : cell + padding);
}

void end_line(std::string& text, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  text += line + '\n';
}

}  // namespace

std::string column_head(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : name + " [" + unit + "]";
}

std::string render(const TextTable& table) {
  if (table.columns.empty()) return {};
  std::vector<std::size_t> widths;
  std::size_t rows = 0;
  std::string text, line;
  for (const TextColumn& column : table.columns) {
    widths.push_back(width_of(column));
    rows = std::max(rows, column.cells.size());
    append_cell(line, column_head(column.name, column.unit), widths.back(), column.numbers);
  }
  end_line(text, line);
  for (std::size_t row = 0; row < rows; ++row) {
    line.clear();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const TextColumn& column = table.columns[i];
      const std::string cell = row < column.cells.size() ? column.cells[row] : std::string();
      append_cell(line, cell, widths[i], column.numbers);
    }
    end_line(text, line);
  }
  return text;
}

}  // namespace mbs
