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

// What it took a joint to hold.
inline constexpr FieldInfo impulse_field = {
    "impulse", "N*s", "impulse on the second end with which events made it hold so far, a vector"};
inline constexpr FieldInfo angular_impulse_field = {"angular_impulse", "N*m*s",
                                                    "the same about the second end"};

}  // namespace mbs
