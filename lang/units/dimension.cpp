#include "lang/units/dimension.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace mbs {

namespace {

bool close(double a, double b) {
  return std::abs(a - b) < 1e-9;
}

struct Power {
  std::string_view base;
  double exponent;
};

// A short decimal, else a fraction with a denominator up to 1000, else the digits there are.
std::string exponent_text(double exponent) {
  if (close(exponent * 1000, std::round(exponent * 1000))) return fmt::format("{:.6g}", exponent);
  for (int q = 2; q <= 1000; ++q) {
    const double p = std::round(exponent * q);
    if (close(exponent, p / q)) return fmt::format("({}/{})", p, q);
  }
  return fmt::format("{:.6g}", exponent);
}

std::string factor_text(const Power& power) {
  const double exponent = std::abs(power.exponent);
  if (close(exponent, 1)) return std::string(power.base);
  return fmt::format("{}^{}", power.base, exponent_text(exponent));
}

// "N*s/m^2", "1/(m*s)": positive powers above the slash, negative ones below.
std::string product_text(const std::vector<Power>& powers) {
  std::string above, below;
  int count_below = 0;
  for (const Power& power : powers) {
    if (close(power.exponent, 0)) continue;
    std::string& side = power.exponent > 0 ? above : below;
    if (power.exponent < 0) ++count_below;
    if (!side.empty()) side += '*';
    side += factor_text(power);
  }
  if (above.empty()) above = "1";
  if (count_below == 0) return above;
  return above + (count_below == 1 ? "/" + below : "/(" + below + ")");
}

struct Named {
  Dimension dimension;
  std::string_view unit;  // empty: the general rule
  std::string_view name;
};

constexpr Named named[] = {
    {dim::length, "", "length"},
    {dim::mass, "", "mass"},
    {dim::time, "", "time"},
    {dim::speed, "", "speed"},
    {dim::angular_speed, "", "angular speed"},
    {{0, 0, -2}, "", "angular acceleration"},
    {dim::acceleration, "", "acceleration"},
    {{0, 2, 0}, "", "area"},
    {{0, 3, 0}, "", "volume"},
    {dim::force, "N", "force"},
    {dim::torque, "N*m", "torque or energy"},
    {dim::inertia, "", "moment of inertia"},
    {dim::pressure, "Pa", "pressure"},
    {dim::density, "", "density"},
    {dim::impulse, "N*s", "impulse"},
    {dim::power, "W", "power"},
    {dim::stiffness, "N/m", "stiffness"},
    {dim::damping, "N*s/m", "damping"},
    {dim::current, "A", "current"},
    {dim::voltage, "V", "voltage"},
    {dim::resistance, "ohm", "resistance"},
    {dim::inductance, "H", "inductance"},
    {dim::capacitance, "F", "capacitance"},
};

const Named* find_named(const Dimension& dimension) {
  for (const Named& entry : named) {
    if (entry.dimension == dimension) return &entry;
  }
  return nullptr;
}

// Mechanics thinks in newtons: kg^k is shown as N^k wherever time allows it.
bool reads_as_force(const Dimension& d) {
  if (close(d.kg, 0)) return false;
  return close(d.s, -2 * d.kg) || (close(d.kg, 1) && (close(d.s, -1) || close(d.s, -3)));
}

}  // namespace

bool operator==(const Dimension& a, const Dimension& b) {
  return close(a.kg, b.kg) && close(a.m, b.m) && close(a.s, b.s) && close(a.A, b.A);
}

Dimension operator*(const Dimension& a, const Dimension& b) {
  return {a.kg + b.kg, a.m + b.m, a.s + b.s, a.A + b.A};
}

Dimension operator/(const Dimension& a, const Dimension& b) {
  return {a.kg - b.kg, a.m - b.m, a.s - b.s, a.A - b.A};
}

Dimension pow(const Dimension& a, double exponent) {
  return {a.kg * exponent, a.m * exponent, a.s * exponent, a.A * exponent};
}

std::string si_unit(const Dimension& d) {
  if (d.pure()) return "";
  const Named* entry = find_named(d);
  if (entry && !entry->unit.empty()) return std::string(entry->unit);
  if (reads_as_force(d)) {
    return product_text({{"N", d.kg}, {"m", d.m - d.kg}, {"s", d.s + 2 * d.kg}, {"A", d.A}});
  }
  return product_text({{"kg", d.kg}, {"m", d.m}, {"s", d.s}, {"A", d.A}});
}

std::string to_string(const Dimension& dimension) {
  return dimension.pure() ? "a pure number" : si_unit(dimension);
}

std::string quantity_name(const Dimension& dimension) {
  const Named* entry = find_named(dimension);
  return entry ? std::string(entry->name) : std::string();
}

}  // namespace mbs
