// Scenes as they stand in a report's page; docs/report.md has the format.
#pragma once

#include <nlohmann/json.hpp>

#include "cli/report/block.hpp"
#include "runtime/results/scene.hpp"

namespace mbs {

// With knots left out as far as `coarser` times the scene's own error allows; 1: all of them.
// `still`: without any motion, as a run whose record had no room for it.
nlohmann::ordered_json scene_json(const Scene& scene, double coarser, bool still, Block& block);

}  // namespace mbs
