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

}  // namespace mbs
