// Rigid contacts among many in runs that locate their blows: a contact for each pair.
#pragma once

#include <memory>

#include "lang/scenario/scenario.hpp"

namespace mbs {

// The scenario with a contact behind all others for each pair of its rigid groups that may touch;
// itself if it has none. Its own tables keep their places, so that results of the one may be asked
// of runs of the other. Steps of fixed length look for pairs themselves and need none of this.
std::shared_ptr<const ir::Scenario> with_pairs(std::shared_ptr<const ir::Scenario> scenario);
// Is it such a one?
bool has_pairs(const ir::Scenario& scenario);

}  // namespace mbs
