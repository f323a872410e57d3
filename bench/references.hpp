// States and times to compare with, by the explicit method of dopri.hpp in long double at a
// tolerance of 1e-15; `mbs_bench references` works them out anew.
#pragma once

#include <vector>

namespace bench {

// Slider-crank at `slider_crank_check` s: rod angle, slider travel, their rates; SI.
inline constexpr double slider_crank_check = 1.5e-3;
extern const std::vector<double> slider_crank_end, rough_end, cylinder_end;
// Four-bar at `four_bar_check` s, after five impacts, some at either pin: see FourBar; SI.
inline constexpr double four_bar_check = 2e-3;
extern const std::vector<double> four_bar_end;
// Ball on the shaking table: s, its first five onsets.
inline constexpr double ball_check = 2.5;
extern const std::vector<double> ball_onsets;
// Two spheres, opening speed at the end, m/s.
inline constexpr double spheres_end = 1e-3;
extern const std::vector<double> spheres_speed;

// In space, see problems_in_space.hpp; SI.
inline constexpr double top_check = 1, free_crank_check = 1, spatial_four_bar_check = 4e-3,
                        ball_joint_check = 12e-3, bricard_check = 1, loose_shaft_check = 4.2e-3,
                        side_spin_check = 0.6;
extern const std::vector<double> top_end, free_crank_end, planar_crank_end, spatial_four_bar_end,
    ball_joint_end, bricard_end, loose_shaft_end, side_spin_end, back_spin_end;

}  // namespace bench
