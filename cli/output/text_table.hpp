// Tables for people: columns of text with heads.
#pragma once

#include <string>
#include <vector>

namespace mbs {

struct TextColumn {
  std::string name;
  std::string unit;  // shown as `name [unit]`; empty for none
  // Cells as text; numbers stand at the right edge of a column, words at its left.
  bool numbers = true;
  std::vector<std::string> cells;
};

struct TextTable {
  std::vector<TextColumn> columns;
};

// "name [unit]", or "name" alone.
std::string column_head(const std::string& name, const std::string& unit);

// A line of heads and one line for each row, each begun and columns parted by two blanks. Short
// columns are filled up with empty cells. No blanks at line ends. Empty for no columns.
std::string render(const TextTable& table);

}  // namespace mbs
