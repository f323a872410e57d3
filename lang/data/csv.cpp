#include "lang/data/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "lang/text/scan.hpp"
#include "lang/text/utf8.hpp"

namespace mbs {
namespace {

constexpr std::string_view mark = "\xEF\xBB\xBF";  // of UTF-8
constexpr std::size_t longest_shown = 30;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

// The number that is all of `text`; infinite and not a number are no faults here.
std::optional<double> number_in(std::string_view text) {
  if (text.starts_with("+")) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return std::nullopt;
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

std::string shown(std::string_view text) {
  const bool whole = text.size() <= longest_shown;
  return whole ? std::string(text) : std::string(text.substr(0, longest_shown)) + "…";
}

bool has_decimal_comma(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return false;
  std::string pointed(text);
  pointed[comma] = '.';
  return number_in(pointed).has_value();
}

}  // namespace

Csv::Csv(std::string_view text) : text_(text) {
  const std::size_t odd = utf8::find_invalid(text);
  if (odd != std::string_view::npos || text.find('\0') != std::string_view::npos) {
    fault_ = CsvFault{0, 0, "this file is not text in UTF-8", "save the table as CSV in UTF-8"};
    return;
  }
  std::size_t at = text.starts_with(mark) ? mark.size() : 0;
  Line line{};
  do {
    first_row_ = at;
    if (!next_line(at, line)) {
      fault_ =
          CsvFault{0, 0, "this file has no rows", "the first line holds headings: `t [s],x [mm]`"};
      return;
    }
  } while (text_[line.begin] == '#');
  const std::string_view first = text_.substr(line.begin, line.end - line.begin);
  for (const char separator : {';', '\t'}) {
    // Between decimal commas, too; a heading in quotes may hold anything.
    const char other = separator == ';' ? '"' : ',';
    if (first.find(separator) == std::string_view::npos ||
        first.find(other) != std::string_view::npos)
      continue;
    fault_ = CsvFault{
        line.begin, line.end,
        fmt::format("columns are separated by `,`, not by {}", separator == ';' ? "`;`" : "tabs"),
        "save the table with commas between columns and points in numbers"};
    return;
  }
  std::vector<CsvCell> cells;
  cells_of(line, cells);
  columns_ = cells.size();
  read_headings(cells);
  if (!headings_.empty()) first_row_ = at;
  if (next_line(at = first_row_, line)) return;
  fault_ = CsvFault{0, 0, "this file has no rows below its headings", ""};
  if (first.find('\r') != std::string_view::npos)
    fault_->hint = "its lines end in CR alone; they end in LF or CRLF";
}

// The next line that is not empty, without what ends it. Empty lines are skipped at the end only:
// one between rows is found as a row without cells.
bool Csv::next_line(std::size_t& at, Line& line) const {
  if (text_.find_first_not_of(" \t\r\n", at) == std::string_view::npos) return false;
  std::size_t end = std::min(text_.find('\n', at), text_.size());
  line = {at, end};
  at = std::min(end + 1, text_.size());
  while (line.end > line.begin && is_blank(text_[line.end - 1])) --line.end;
  while (line.begin < line.end && is_blank(text_[line.begin])) ++line.begin;
  return true;
}

// A cell in quotes may hold commas.
void Csv::cells_of(Line line, std::vector<CsvCell>& cells) const {
  cells.clear();
  std::size_t begin = line.begin;
  bool quoted = false;
  for (std::size_t i = line.begin; i <= line.end; ++i) {
    if (i < line.end && text_[i] == '"') quoted = !quoted;
    if (i < line.end && (quoted || text_[i] != ',')) continue;
    CsvCell cell{begin, i};
    while (cell.begin < cell.end && is_blank(text_[cell.begin])) ++cell.begin;
    while (cell.end > cell.begin && is_blank(text_[cell.end - 1])) --cell.end;
    if (cell.end - cell.begin >= 2 && text_[cell.begin] == '"' && text_[cell.end - 1] == '"')
      ++cell.begin, --cell.end;
    cells.push_back(cell);
    begin = i + 1;
  }
}

void Csv::read_headings(const std::vector<CsvCell>& cells) {
  if (std::ranges::all_of(cells, [&](CsvCell c) { return number_in(text(c)).has_value(); })) return;
  for (const CsvCell& cell : cells) {
    CsvHeading heading{cell, std::string(text(cell)), std::string(text(cell)), {}};
    const std::size_t open = heading.text.find('[');
    if (open != std::string::npos && heading.text.ends_with("]")) {
      heading.unit = {cell.begin + open + 1, cell.end - 1};
      heading.name = heading.text.substr(0, open);
      while (!heading.name.empty() && is_blank(heading.name.back())) heading.name.pop_back();
    }
    headings_.push_back(std::move(heading));
  }
}

std::optional<CsvFault> Csv::wrong_count(Line line, const std::vector<CsvCell>& cells) const {
  CsvFault fault{line.begin, line.end, "", ""};
  if (line.begin == line.end) {
    fault.message = "an empty line between rows";
    fault.hint = "leave the row out";
    return fault;
  }
  fault.message = fmt::format("this row has {} column{}, but the first line has {}", cells.size(),
                              cells.size() == 1 ? "" : "s", columns_);
  const bool whole = std::ranges::none_of(
      cells, [&](CsvCell c) { return text(c).find('.') != std::string_view::npos; });
  if (cells.size() == 2 * columns_ || (cells.size() > columns_ && whole))
    fault.hint = "decimal commas? Numbers are written `0.5`";
  const std::string_view row = text_.substr(line.begin, line.end - line.begin);
  if (row.find(';') != std::string_view::npos) fault.hint = "columns are separated by `,`";
  return fault;
}

std::optional<CsvFault> Csv::read(const std::vector<std::size_t>& columns,
                                  std::vector<std::vector<double>>& values) const {
  values.assign(columns.size(), {});
  std::vector<CsvCell> cells;
  Line line{};
  for (std::size_t at = first_row_, rows = 0; next_line(at, line); ++rows) {
    if (rows == most_rows)
      return CsvFault{line.begin, line.end, fmt::format("more than {} rows", most_rows),
                      "take every second one, or a part of them"};
    cells_of(line, cells);
    if (cells.size() != columns_) return wrong_count(line, cells);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const CsvCell cell = cells[columns[k]];
      const std::string_view written = text(cell);
      const auto value = number_in(written);
      CsvFault fault{cell.begin, cell.end, "", ""};
      if (written.empty()) {
        fault = {line.begin, line.end,
                 fmt::format("a gap: column {} of this row is empty", columns[k] + 1),
                 "leave the row out, or fill it in"};
      } else if (!value) {
        fault.message = fmt::format("`{}` is not a number", shown(written));
        fault.text_column = columns[k];
        if (has_decimal_comma(written)) fault.hint = "a decimal comma: write `0.5`";
      } else if (!std::isfinite(*value)) {
        fault.message = fmt::format("`{}` is {}", shown(written),
                                    std::isnan(*value) ? "not a number" : "infinite");
        fault.hint = "leave the row out";
      } else {
        values[k].push_back(*value);
        continue;
      }
      return fault;
    }
  }
  return std::nullopt;
}

CsvCell Csv::cell(std::size_t row, std::size_t column) const {
  std::vector<CsvCell> cells;
  Line line{};
  std::size_t at = first_row_;
  for (std::size_t i = 0; i <= row; ++i)
    if (!next_line(at, line)) return {};
  cells_of(line, cells);
  return column < cells.size() ? cells[column] : CsvCell{line.begin, line.end};
}

}  // namespace mbs
