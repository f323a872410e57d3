// What all have that can be switched on and off: joints, drives, forces, springs, contacts.
#pragma once

#include "lang/kinds/kinds.hpp"

namespace mbs {

inline constexpr AttributeInfo active_attribute = {
    .name = "active",
    .want = Want::boolean,
    .default_text = "true",
    .doc = "whether it acts from the start; `hold`, `engage` and `free` in `when` change it"};

inline constexpr FieldInfo active_field = {"active", "", "true while it acts"};

// What joints have passed on.
inline constexpr FieldInfo impulse_field = {
    "impulse", "N*s", "integral of `force` since the start, blows included; in results"};
inline constexpr FieldInfo angular_impulse_field = {"angular_impulse", "N*m*s",
                                                    "the same of `torque`"};

}  // namespace mbs
