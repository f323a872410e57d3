// One scenario from its syntax trees: the stages in order.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Collects names, makes objects, fills the scenario, then lets `act` compile the actions.
std::unique_ptr<World> build_world(Session& session, Diagnostics& diagnostics,
                                   std::vector<SweepBinding> bindings,
                                   const std::function<void(World&)>& act);

// W0301 for params of the main file that no expression names.
void warn_unused_params(const ast::File& file, const SourceMap& sources, Diagnostics& diagnostics);

// Names in the text of statements that could not be parsed: known, but silent.
std::set<std::string> names_in_broken_statements(const ast::File& file, const SourceMap& sources);

}  // namespace mbs::elaborate
