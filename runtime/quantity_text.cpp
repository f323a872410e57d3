#include "runtime/quantity_text.hpp"

#include <fmt/format.h>

namespace mbs {

namespace {

std::string with_unit(std::string number, const Unit& unit) {
  return unit.text.empty() ? number : number + " " + unit.text;
}

// Other than numbers.
std::string plain(const Cell& cell) {
  if (cell.kind == Cell::Kind::boolean) return cell.value != 0 ? "true" : "false";
  return cell.kind == Cell::Kind::text ? cell.text : "-";
}

std::string formatted(double value, const HoleFormat& format) {
  const int digits = format.digits;
  if (format.format == 'e') return fmt::format("{:.{}e}", value, digits < 0 ? 6 : digits);
  if (format.format == 'g') return fmt::format("{:.{}g}", value, digits < 0 ? 6 : digits);
  if (format.format == 'f' || digits >= 0)
    return fmt::format("{:.{}f}", value, digits < 0 ? 6 : digits);
  return number_text(value, format.significant);
}

}  // namespace

std::string number_text(double value, int digits) {
  const double clean = value == 0 ? 0 : value;  // no "-0"
  return fmt::format("{:.{}g}", clean, digits);
}

std::string cell_text(const Cell& cell, const Unit& unit, int digits) {
  if (cell.kind != Cell::Kind::number) return plain(cell);
  return with_unit(number_text(cell.value / unit.factor, digits), unit);
}

std::string hole_text(const Cell& cell, const Unit& unit, const HoleFormat& format) {
  if (cell.kind != Cell::Kind::number) return fmt::format("{:>{}}", plain(cell), format.width);
  const std::string number = formatted(cell.value / unit.factor, format);
  return with_unit(fmt::format("{:>{}}", number, format.width), unit);
}

}  // namespace mbs
