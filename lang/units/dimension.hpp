// Dimensions: rational powers of kilogram, metre, second and ampere.
#pragma once

#include <string>

namespace mbs {

// Exponents compare equal within 1e-9. Angle is a pure number.
struct Dimension {
  double kg = 0;
  double m = 0;
  double s = 0;
  double A = 0;
  bool pure() const { return *this == Dimension{}; }
  friend bool operator==(const Dimension& a, const Dimension& b);
};
Dimension operator*(const Dimension& a, const Dimension& b);
Dimension operator/(const Dimension& a, const Dimension& b);
Dimension pow(const Dimension& a, double exponent);

namespace dim {
inline constexpr Dimension pure{};
inline constexpr Dimension length{0, 1, 0};
inline constexpr Dimension mass{1, 0, 0};
inline constexpr Dimension time{0, 0, 1};
inline constexpr Dimension speed{0, 1, -1};
inline constexpr Dimension angular_speed{0, 0, -1};
inline constexpr Dimension acceleration{0, 1, -2};
inline constexpr Dimension force{1, 1, -2};
inline constexpr Dimension torque{1, 2, -2};
inline constexpr Dimension energy = torque;
inline constexpr Dimension inertia{1, 2, 0};
inline constexpr Dimension pressure{1, -1, -2};
inline constexpr Dimension density{1, -3, 0};
inline constexpr Dimension impulse{1, 1, -1};
inline constexpr Dimension power{1, 2, -3};
inline constexpr Dimension stiffness{1, 0, -2};
inline constexpr Dimension damping{1, 0, -1};
inline constexpr Dimension current{0, 0, 0, 1};
inline constexpr Dimension voltage{1, 2, -3, -1};
inline constexpr Dimension resistance{1, 2, -3, -2};
inline constexpr Dimension inductance{1, 2, -2, -2};
inline constexpr Dimension capacitance{-1, -2, 4, 2};
}  // namespace dim

// As one would write it: "N/m^1.5", "m/s", "kg*m^2"; "a pure number" for none.
std::string to_string(const Dimension& dimension);
// The unit text that `to_string` shows, "" for a pure number: what printed values carry.
std::string si_unit(const Dimension& dimension);
// "force", "stiffness", "speed", …; empty if it has no name.
std::string quantity_name(const Dimension& dimension);

}  // namespace mbs
