// `method` of a run and the options that go with it.
#pragma once

#include <optional>
#include <vector>

#include "lang/elaborate/actions/options.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// The length of the steps, s, where `simulate` or `continue` asks for `method = stepping`; empty
// for events. Reports options that do not belong together and models that the method does not suit.
std::optional<double> stepping_asked(World& world, Scope& scope, const OptionBlock& block,
                                     Span statement);

// Who takes the steps. Reports a model that explicit ones do not suit, and `islands` beside them.
ir::IntegratorKind integrator_asked(World& world, const OptionBlock& block, bool islands);

// m, where a run finds contacts by steps that are not taken; empty where it locates them. Reports
// what it does not go with.
std::optional<double> first_penetration_asked(World& world, Scope& scope, const OptionBlock& block,
                                              const ir::Simulate& run);

// Reports each `continue` with another method than that of the `simulate` it goes on with.
void check_continued(Reports& reports, const std::vector<ir::Action>& actions);

}  // namespace mbs::elaborate
