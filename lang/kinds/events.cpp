// What happens, `when`, and what goes on beside the mechanism, `state`.
#include "lang/kinds/kinds.hpp"

namespace mbs {
namespace {

constexpr FieldInfo event_fields[] = {{"times", "s", "the instants it happened"}};

constexpr KindInfo kinds[] = {
    {
        .kind = ObjectKind::event,
        .name = "when",
        .doc = "actions each time a condition becomes true",
        .fields = event_fields,
        .example = "when struck: hit.FN > 0 N { print t }",
        .entity = Entity::event,
    },
    {
        .kind = ObjectKind::state,
        .name = "state",
        .doc = "a quantity that its rate moves, beside the mechanism",
        .example = "state i: A = 0; i' = (U - R*i)/L",
        .entity = Entity::state,
    },
};

}  // namespace

std::span<const KindInfo> event_kinds() {
  return kinds;
}

}  // namespace mbs
