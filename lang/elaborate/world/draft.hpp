// The scenario while it is filled: the third part of a world.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "lang/expression/graph.hpp"
#include "lang/scenario/scenario.hpp"

namespace mbs::elaborate {

struct Draft {
  std::shared_ptr<ir::Scenario> scenario = std::make_shared<ir::Scenario>();
  struct Window {  // of a run, in s
    NodeId from, to;
  };
  std::vector<Window> windows;
  std::map<std::array<int, 5>, int> lists;       // impact columns, event times, table columns
  std::map<std::array<int, 8>, int> reductions;  // those that are the same are one

  Graph& graph() { return scenario->graph; }
};

}  // namespace mbs::elaborate
