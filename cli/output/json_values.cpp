#include "cli/output/json_values.hpp"

#include <cmath>

namespace mbs {

nlohmann::ordered_json number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
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

}  // namespace mbs
