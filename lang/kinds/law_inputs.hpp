// What laws see of their contact, as data.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lang/expression/slot.hpp"
#include "lang/kinds/kinds.hpp"

namespace mbs {

enum class LawRole { any, normal, rigid, friction };

struct LawInput {
  FieldInfo field;
  // The place where the run puts its value; none of `pair`, which is no number, and of `FN`, which
  // is the result of the normal law.
  std::optional<SlotKind> slot = {};
  Dimension dimension = dim::pure;
  bool boolean = false;
  LawRole seen_by = LawRole::any;
  LawRole also_by = seen_by;
  bool of_pair = false;         // written `pair.R1`
  bool remembered = false;      // from turn to turn of the contact
  bool latched = false;         // what the contact began with
  bool of_overlap = false;      // the surfaces of a joint, which do not part, have none
  bool of_compression = false;  // known while a blow is followed, not before it
};

// In the order in which messages list them.
std::span<const LawInput> law_inputs();
// Null of slots that are no inputs of laws.
const LawInput* find_law_input(SlotKind slot);
// The input behind `pair.FIELD` where only the run can know it; null of other fields.
const LawInput* find_pair_input(std::string_view field);
bool sees(LawRole role, const LawInput& input);
// "pair.R1"
std::string input_name(const LawInput& input);
// "a normal law"
std::string_view law_in_words(LawRole role);
// "a normal law sees delta, …, pair, t and its own parameters"
std::string what_is_seen(LawRole role);

// Fields of `pair`.
std::span<const FieldInfo> pair_fields();

}  // namespace mbs
