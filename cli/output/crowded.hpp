// Which of many points draw the same picture as all, where the eye cannot tell some of them apart.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mbs {

// Which points of a curve count, in their order; x and y in pixels, not finite where it has a gap.
// Of a curve whose x never goes back, and of more than four points for each column so wide, only
// the first, the lowest, the highest and the last one of a column; else, and without columns, all.
std::vector<std::size_t> seen_points(std::span<const double> x, std::span<const double> y,
                                     double column);

}  // namespace mbs
