#include "lang/expression/slot.hpp"

namespace mbs {

Stage stage_of(SlotKind kind) {
  switch (kind) {
    case SlotKind::reduction:
    case SlotKind::list_element:
    case SlotKind::list_item:
    case SlotKind::row_count:
    case SlotKind::loop_item:
      return Stage::result;
    default:
      return Stage::signal;
  }
}

}  // namespace mbs
