// What only a use of a definition can know stands as a slot of its own while laws and functions are
// checked by themselves. Such slots are those of states of no contact there is (`entity`), in
// graphs that nothing runs.
#pragma once

#include "lang/elaborate/values/fit.hpp"
#include "lang/expression/graph.hpp"

namespace mbs::elaborate {

// Values are entities; states of laws that run have 0.
enum class Unknown : std::int32_t { parameter = 1, pair_field, normal_force };

// The same node for the same unknown: `number` tells those of a sort apart.
inline NodeId unknown(Graph& graph, Unknown sort, int number = 0) {
  return graph.slot(
      {.kind = SlotKind::law_state, .entity = static_cast<std::int32_t>(sort), .index = number});
}

}  // namespace mbs::elaborate
