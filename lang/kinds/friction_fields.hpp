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
    {"friction.2", FrictionSignal::effort_2, dim::force},  // along the second and the third way of
    {"friction.3", FrictionSignal::effort_3,
     dim::force},  // those that slide several ways: no names
    {stuck.name, FrictionSignal::stuck, dim::pure, true},
    {energy_lost.name, FrictionSignal::energy_lost, dim::energy},
};
constexpr const Shown* find(std::string_view name) {
  for (const Shown& row : shown)
    if (row.name == name) return &row;
  return nullptr;
}

}  // namespace mbs::friction_field
