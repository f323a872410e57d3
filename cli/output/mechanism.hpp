// The assembled mechanism in words and tables: what `mbs check` shows.
#pragma once

#include <string>
#include <vector>

#include "runtime/model/model.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

// "planar, no gravity; 2 bodies, 0 joints, 1 contact; 6 degrees of freedom"
std::string mechanism_line(const ir::Scenario& scenario, const Assembly& assembly, int digits);
// "hit: circle R 50 mm on circle R 50 mm, flores(ce = 0.8), no friction", a line for each contact;
// those of a block in its guide are one.
std::string contact_lines(const ir::Scenario& scenario, int digits);

// Place and velocity of each moving body at t = 0, in world axes.
TableOutput body_table(const Model& model, const Assembly& assembly);
// Coordinate and its rate for each joint that has one: an angle in deg or a travel in mm.
TableOutput joint_table(const Model& model, const Assembly& assembly);
// Gap of each contact, mm.
TableOutput contact_table(const Model& model, const Assembly& assembly);
// All attributes with their effective values and where these came from.
TableOutput effective_table(const ir::Scenario& scenario);

}  // namespace mbs
