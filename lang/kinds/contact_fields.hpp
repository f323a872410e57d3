// What contacts report and laws see alike.
#pragma once

#include <string_view>

#include "lang/expression/slot.hpp"
#include "lang/kinds/kinds.hpp"

namespace mbs::contact_field {

inline constexpr FieldInfo delta{"delta", "m", "penetration, never negative"};
inline constexpr FieldInfo ddelta{"ddelta", "m/s", "its rate"};
inline constexpr FieldInfo vt{"vt", "m/s", "sliding speed"};
inline constexpr FieldInfo FN{"FN", "N", "normal force"};
inline constexpr FieldInfo v_impact{"v_impact", "m/s", "approach speed when this contact began"};
inline constexpr FieldInfo loading{"loading", "", "true while the penetration grows"};
inline constexpr FieldInfo deepest{"delta_max", "m", "largest penetration so far in this contact"};
inline constexpr FieldInfo gap{"gap", "m", "distance, negative in contact"};
inline constexpr FieldInfo FT{"FT", "N", "friction force"};
inline constexpr FieldInfo force{"force", "N", "force on the first end, a vector"};
inline constexpr FieldInfo moment{"moment", "N*m",
                                  "of rolling and spinning, on the first end, a vector", true};
inline constexpr FieldInfo rolling{
    "rolling", "rad/s",
    "turning of the second end on the first about axes square to the normal, a vector", true};
inline constexpr FieldInfo spinning{"spinning", "rad/s",
                                    "the same about the normal, positive to the right of it", true};
inline constexpr FieldInfo point{"point", "m", "where the forces act, a vector"};
inline constexpr FieldInfo normal{"normal", "", "unit vector from the first end to the second"};
inline constexpr FieldInfo closed{"closed", "", "true while the bodies touch"};
inline constexpr FieldInfo stuck{"stuck", "", "true while it sticks"};
inline constexpr FieldInfo impulse{"impulse", "N*s",
                                   "impulse of FN since the start, blows included"};
inline constexpr FieldInfo impacts{"impacts", "",
                                   "a table with one row per impact, also of one that goes on"};

// What a contact shows at an instant, each under the name by which it is asked for; parts of a
// vector have a dot in it.
struct Shown {
  std::string_view name;
  ContactSignal signal;
  Dimension dimension;
  bool boolean = false;
};
inline constexpr Shown shown[] = {
    {gap.name, ContactSignal::gap, dim::length},
    {delta.name, ContactSignal::delta, dim::length},
    {ddelta.name, ContactSignal::ddelta, dim::speed},
    {vt.name, ContactSignal::vt, dim::speed},
    {FN.name, ContactSignal::FN, dim::force},
    {FT.name, ContactSignal::FT, dim::force},
    {"force.x", ContactSignal::force_x, dim::force},
    {"force.y", ContactSignal::force_y, dim::force},
    {v_impact.name, ContactSignal::v_impact, dim::speed},
    {loading.name, ContactSignal::loading, dim::pure, true},
    {deepest.name, ContactSignal::deepest, dim::length},
    {"normal.x", ContactSignal::normal_x, dim::pure},
    {"normal.y", ContactSignal::normal_y, dim::pure},
    {"point.x", ContactSignal::point_x, dim::length},
    {"point.y", ContactSignal::point_y, dim::length},
    {closed.name, ContactSignal::closed, dim::pure, true},
    {stuck.name, ContactSignal::stuck, dim::pure, true},
    {impulse.name, ContactSignal::impulse, dim::impulse},
    {"force.z", ContactSignal::force_z, dim::force},
    {"normal.z", ContactSignal::normal_z, dim::pure},
    {"point.z", ContactSignal::point_z, dim::length},
    {"vt.x", ContactSignal::vt_x, dim::speed},
    {"vt.y", ContactSignal::vt_y, dim::speed},
    {"vt.z", ContactSignal::vt_z, dim::speed},
    {"moment.x", ContactSignal::moment_x, dim::torque},
    {"moment.y", ContactSignal::moment_y, dim::torque},
    {"moment.z", ContactSignal::moment_z, dim::torque},
    {"rolling.x", ContactSignal::rolling_x, dim::angular_speed},
    {"rolling.y", ContactSignal::rolling_y, dim::angular_speed},
    {"rolling.z", ContactSignal::rolling_z, dim::angular_speed},
    {spinning.name, ContactSignal::spinning, dim::angular_speed},
};
constexpr std::string_view name_of(ContactSignal signal) {
  for (const Shown& row : shown)
    if (row.signal == signal) return row.name;
  return {};
}

}  // namespace mbs::contact_field
