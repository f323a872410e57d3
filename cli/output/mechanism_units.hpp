// What places, angles and speeds of an assembled mechanism are shown in.
#pragma once

#include <numbers>

#include "lang/units/units.hpp"

namespace mbs::shown_in {

inline const Unit metre{"m", 1, dim::length};
inline const Unit millimetre{"mm", 1e-3, dim::length};
inline const Unit degree{"deg", std::numbers::pi / 180, dim::pure};
inline const Unit metre_per_second{"m/s", 1, dim::speed};
inline const Unit radian_per_second{"rad/s", 1, dim::angular_speed};

}  // namespace mbs::shown_in
