#include "lang/kinds/law_memory.hpp"

#include "lang/kinds/law_inputs.hpp"

namespace mbs {

bool is_remembered(SlotKind slot) {
  const LawInput* input = find_law_input(slot);
  return input && input->remembered;
}

bool is_latched(SlotKind slot) {
  const LawInput* input = find_law_input(slot);
  return input && input->latched;
}

}  // namespace mbs
