// What contacts report and laws see alike.
#pragma once

#include "lang/kinds/kinds.hpp"

namespace mbs::contact_field {

inline constexpr FieldInfo delta{"delta", "m", "penetration, never negative"};
inline constexpr FieldInfo ddelta{"ddelta", "m/s", "its rate"};
inline constexpr FieldInfo vt{"vt", "m/s", "sliding speed"};
inline constexpr FieldInfo FN{"FN", "N", "normal force"};
inline constexpr FieldInfo v_impact{"v_impact", "m/s", "approach speed when this contact began"};
inline constexpr FieldInfo loading{"loading", "", "true while the penetration grows"};
inline constexpr FieldInfo delta_max{"delta_max", "m",
                                     "largest penetration so far in this contact"};

}  // namespace mbs::contact_field
