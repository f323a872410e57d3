#include "lang/units/units.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <unordered_map>

#include "lang/text/utf8.hpp"

namespace mbs {

namespace {

// SI value = mantissa * 10^power of the number written before the symbol. The power is kept apart
// so that a prefixed unit is rounded once.
struct Symbol {
  std::string_view text;
  double mantissa;
  int power;
  Dimension dimension;
  bool takes_prefix;
};

constexpr double degree = std::numbers::pi / 180;
constexpr double pound_force = 4.4482216152605;              // exact: 0.45359237 kg * 9.80665 m/s^2
constexpr double pound_per_square_inch = 6894.757293168361;  // lbf/inch^2

constexpr Symbol symbols[] = {
    {"m", 1, 0, dim::length, true},
    {"g", 1, -3, dim::mass, true},
    {"s", 1, 0, dim::time, true},
    {"N", 1, 0, dim::force, true},
    {"J", 1, 0, dim::torque, true},
    {"W", 1, 0, dim::power, true},
    {"Pa", 1, 0, dim::pressure, true},
    {"Hz", 1, 0, dim::angular_speed, true},
    {"rad", 1, 0, dim::pure, true},
    {"bar", 1, 5, dim::pressure, true},
    {"Nm", 1, 0, dim::torque, true},
    {"Ns", 1, 0, dim::impulse, true},
    {"A", 1, 0, dim::current, true},
    {"V", 1, 0, dim::voltage, true},
    {"ohm", 1, 0, dim::resistance, true},
    {"H", 1, 0, dim::inductance, true},
    {"F", 1, 0, dim::capacitance, true},
    {"deg", degree, 0, dim::pure, false},
    {"\u00B0", degree, 0, dim::pure, false},
    {"rev", 2 * std::numbers::pi, 0, dim::pure, false},
    {"rpm", std::numbers::pi / 30, 0, dim::angular_speed, false},
    {"min", 60, 0, dim::time, false},
    {"h", 3600, 0, dim::time, false},
    {"%", 1, -2, dim::pure, false},
    {"tonne", 1, 3, dim::mass, false},
    {"inch", 0.0254, 0, dim::length, false},
    {"ft", 0.3048, 0, dim::length, false},
    {"lb", 0.45359237, 0, dim::mass, false},
    {"lbf", pound_force, 0, dim::force, false},
    {"psi", pound_per_square_inch, 0, dim::pressure, false},
    {"ksi", pound_per_square_inch, 3, dim::pressure, false},
};

struct Prefix {
  std::string_view text;
  int power;
};

// Both micro signs: U+00B5 of keyboards and U+03BC, the Greek letter.
constexpr Prefix prefixes[] = {{"n", -9}, {"u", -6}, {"\u00B5", -6}, {"\u03BC", -6},
                               {"m", -3}, {"c", -2}, {"d", -1},      {"k", 3},
                               {"M", 6},  {"G", 9},  {"T", 12}};

double power_of_ten(int power) {
  double value = 1;
  for (int i = 0; i < std::abs(power); ++i) value *= 10;  // exact up to 10^22
  return value;
}

Unit make_unit(std::string text, const Symbol& symbol, int prefix_power) {
  const int power = symbol.power + prefix_power;
  const double scale = power_of_ten(power);
  const double factor = power < 0 ? symbol.mantissa / scale : symbol.mantissa * scale;
  return {std::move(text), factor, symbol.dimension};
}

struct Hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};
using Table = std::unordered_map<std::string, Unit, Hash, std::equal_to<>>;

Table make_table() {
  Table table;
  for (const Symbol& symbol : symbols) {
    table.emplace(symbol.text, make_unit(std::string(symbol.text), symbol, 0));
    if (!symbol.takes_prefix) continue;
    for (const Prefix& prefix : prefixes) {
      std::string text = std::string(prefix.text) + std::string(symbol.text);
      table.emplace(text, make_unit(text, symbol, prefix.power));
    }
  }
  return table;
}

const Table& table() {
  static const Table instance = make_table();
  return instance;
}

UnitScale unit_scale;

bool continues_word(char32_t c) {
  const bool ascii = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return ascii || c == '_' || c == 0xB5 || (c >= 0x370 && c <= 0x3FF);
}

bool starts_word(char32_t c) {
  return c == 0xB0 || (continues_word(c) && !(c >= '0' && c <= '9'));
}

}  // namespace

std::optional<Unit> find_unit(std::string_view symbol) {
  const auto found = table().find(symbol);
  if (found == table().end()) return std::nullopt;
  Unit unit = found->second;
  unit.factor = internal(unit.factor, unit.dimension);
  return unit;
}

void set_unit_scale(const UnitScale& scale) {
  unit_scale = scale;
}

double internal(double si, const Dimension& d) {
  if (unit_scale.kg == 1 && unit_scale.m == 1 && unit_scale.s == 1) return si;
  return si * std::pow(unit_scale.kg, d.kg) * std::pow(unit_scale.m, d.m) *
         std::pow(unit_scale.s, d.s);
}

std::string unit_quantity(std::string_view symbol, const Unit& unit) {
  return symbol.ends_with("Hz") ? "frequency" : quantity_name(unit.dimension);
}

std::size_t unit_word_length(std::string_view text) {
  if (text.empty()) return 0;
  if (text[0] == '%') return 1;
  std::size_t length = 0;
  while (length < text.size()) {
    if (static_cast<unsigned char>(text[length]) < 0x80) {
      const auto code = static_cast<char32_t>(text[length]);
      if (!(length == 0 ? starts_word(code) : continues_word(code))) break;
      ++length;
      continue;
    }
    const utf8::Character c = utf8::decode(text, length);
    if (!c.valid || !(length == 0 ? starts_word(c.code) : continues_word(c.code))) break;
    length += c.length;
  }
  return length;
}

std::size_t match_unit_symbol(std::string_view text) {
  const std::size_t length = unit_word_length(text);
  return table().contains(text.substr(0, length)) ? length : 0;
}

const std::vector<std::string>& unit_symbols() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, unit] : table()) all.push_back(name);
    std::ranges::sort(all);
    return all;
  }();
  return names;
}

}  // namespace mbs
