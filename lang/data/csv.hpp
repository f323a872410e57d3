// Comma-separated values: cells with their places, and numbers in them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/text/source.hpp"

namespace mbs {

constexpr std::size_t most_rows = 1'000'000;

// What is wrong, at which bytes of the text.
struct CsvFault {
  std::size_t begin = 0, end = 0;
  std::string message, hint;
  std::optional<std::size_t> text_column = {};  // which holds what is no number
};

struct CsvCell {
  std::size_t begin = 0, end = 0;  // bytes of the text, without blanks and quotes around
};

// `name [unit]`; the unit is empty if there are no brackets.
struct CsvHeading {
  CsvCell cell;
  std::string text, name;
  CsvCell unit;
};

// A text as rows of cells. A mark of the encoding at the beginning, carriage returns, lines that
// begin with `#` above the headings, and empty lines at the end mean nothing.
class Csv {
 public:
  explicit Csv(std::string_view text);

  // What is wrong with the whole: no UTF-8, other separators, no rows.
  const std::optional<CsvFault>& fault() const { return fault_; }
  // Empty if the first line holds numbers only.
  const std::vector<CsvHeading>& headings() const { return headings_; }
  std::size_t columns() const { return columns_; }
  // The numbers of these columns (from 0), as written, one list each; or the first fault.
  std::optional<CsvFault> read(const std::vector<std::size_t>& columns,
                               std::vector<std::vector<double>>& values) const;
  // The cell of a row (from 0) of what was read: for complaints about numbers that do not fit.
  CsvCell cell(std::size_t row, std::size_t column) const;

 private:
  struct Line {
    std::size_t begin, end;
  };
  bool next_line(std::size_t& at, Line& line) const;
  void cells_of(Line line, std::vector<CsvCell>& cells) const;
  void read_headings(const std::vector<CsvCell>& cells);
  std::optional<CsvFault> wrong_count(Line line, const std::vector<CsvCell>& cells) const;
  std::string_view text(CsvCell cell) const {
    return text_.substr(cell.begin, cell.end - cell.begin);
  }

  std::string_view text_;
  std::size_t first_row_ = 0;  // where rows begin
  std::size_t columns_ = 0;
  std::vector<CsvHeading> headings_;
  std::optional<CsvFault> fault_;
};

}  // namespace mbs
