// A camera that goes with all that moves, where that is small beside the room that it comes
// through: as pages do (share/report/follow.js).
#pragma once

#include <functional>
#include <optional>

#include "cli/film/stage.hpp"

namespace mbs::film {

// Around what moves at an instant, as it is seen; `touching`: and where contacts are.
using MovingExtent = std::function<Extent(double t, bool touching)>;

// How much room is left on each side of what moves, m; nothing where a picture that stands still
// says more. `whole`: all that is seen between two instants.
std::optional<double> room_to_follow(const Extent& whole, const MovingExtent& moving, double from,
                                     double to);
// The picture of one instant.
Camera going(Extent moving, double room, const Rect& frame);

}  // namespace mbs::film
