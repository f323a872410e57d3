// What a joint with friction reports of it, in the order of FrictionSignal.
#pragma once

#include <string_view>

#include "lang/expression/slot.hpp"
#include "lang/kinds/contact_fields.hpp"
#include "lang/kinds/kinds.hpp"

namespace mbs {

inline constexpr AttributeInfo friction_attribute = {
    .name = "friction",
    .want = Want::friction,
    .doc = "law of friction, pressed by the joint's own reaction; without it there is none"};

}  // namespace mbs

namespace mbs::friction_field {

inline constexpr FieldInfo FN{"FN", "N", "with friction: force that presses its surfaces together"};
inline constexpr FieldInfo FT{"FT", "N", "with friction: friction force, positive against vt"};
inline constexpr FieldInfo vt{"vt", "m/s", "with friction: sliding speed"};
inline constexpr FieldInfo stuck{"stuck", "", "with friction: true while it sticks"};
inline constexpr FieldInfo torque{"friction_torque", "N*m",
                                  "with friction: its torque on the second end, about that axis"};
inline constexpr FieldInfo energy_lost{"energy_lost", "J",
                                       "with friction: work that it took up so far"};

struct Shown {
  std::string_view name;
  FrictionSignal signal;
  Dimension dimension;  // of `friction`: of a joint that slides
  bool boolean = false;
};
inline constexpr Shown shown[] = {
    {FN.name, FrictionSignal::FN, dim::force},
    {FT.name, FrictionSignal::FT, dim::force},
    {vt.name, FrictionSignal::vt, dim::speed},
    {"friction", FrictionSignal::effort, dim::force},
    // What slides several ways at once has efforts along the second and the third, too; scripts ask
    // for parts of a vector.
    {"friction.y", FrictionSignal::effort_2, dim::force},
    {"friction.z", FrictionSignal::effort_3, dim::force},
    {stuck.name, FrictionSignal::stuck, dim::pure, true},
    {energy_lost.name, FrictionSignal::energy_lost, dim::energy},
};
constexpr const Shown* find(std::string_view name) {
  for (const Shown& row : shown)
    if (row.name == name) return &row;
  return nullptr;
}

// A bush slides along its axis and turns about it, each with its own part of the friction.
inline bool turns_and_slides(const KindInfo& kind) {
  return find_field(kind, torque.name);
}
// `FN1` and `FN2` of a joint with pins are `FN` of each.
inline std::string_view without_pin(const KindInfo& kind, std::string_view field) {
  const bool numbered = field.ends_with('1') || field.ends_with('2');
  if (kind.joint->has_pins && numbered) field.remove_suffix(1);
  return field;
}
// Has a joint this field only if it has friction?
inline bool is_one(const KindInfo& kind, std::string_view field) {
  return find(without_pin(kind, field)) || field == torque.name;
}

}  // namespace mbs::friction_field
