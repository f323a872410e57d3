#include "cli/film/following.hpp"

#include <algorithm>

namespace mbs::film {

namespace {

// What is smaller than this part of the whole is hardly known in it.
constexpr double small = 0.16;

}  // namespace

std::optional<double> room_to_follow(const Extent& whole, const MovingExtent& moving, double from,
                                     double to) {
  constexpr int looks = 60;
  double least = whole.size();
  for (int k = 0; k < looks; ++k)
    least = std::min(least, moving(from + (to - from) * k / (looks - 1), false).size());
  // Where it begins with a contact far away, a ball above its floor, the whole says more.
  const bool wanted =
      least > 0 && least < small * whole.size() && moving(from, true).size() < small * whole.size();
  return wanted ? std::optional(0.75 * least) : std::nullopt;
}

Camera going(Extent moving, double room, const Rect& frame) {
  const ir::Vec2 low = moving.low, high = moving.high;
  moving.include(low, room);
  moving.include(high, room);
  return fitted(moving, frame);
}

}  // namespace mbs::film
