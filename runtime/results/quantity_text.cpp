#include "runtime/results/quantity_text.hpp"

#include <fmt/format.h>

#include "lang/text/number.hpp"

namespace mbs {

namespace {

// Other than numbers.
std::string plain(const Cell& cell) {
  if (cell.kind == Cell::Kind::boolean) return cell.value != 0 ? "true" : "false";
  return cell.kind == Cell::Kind::text ? cell.text : "-";
}

}  // namespace

std::string with_unit(std::string number, const Unit& unit) {
  return unit.text.empty() ? number : number + " " + unit.text;
}

std::string number_text(double value, int digits) {
  return format_number(value, digits);
}

std::string cell_text(const Cell& cell, const Unit& unit, int digits) {
  if (cell.kind != Cell::Kind::number) return plain(cell);
  return with_unit(number_text(cell.value / unit.factor, digits), unit);
}

std::string hole_text(const Cell& cell, const Unit& unit, const HoleFormat& format) {
  if (cell.kind != Cell::Kind::number) return fmt::format("{:>{}}", plain(cell), format.width);
  const NumberFormat number{format.width, format.digits, format.format};
  return with_unit(format_number(cell.value / unit.factor, number, format.significant), unit);
}

}  // namespace mbs
