#include "runtime/forward/forward_laws.hpp"

#include <cassert>

namespace mbs {

ForwardLaws::ForwardLaws(const Model& model, const StepUnknowns& plan, const Mode& mode,
                         Workspace& workspace)
    : m_(model), mode_(mode), w_(workspace), inputs_(model.laws.size()) {
  const Layout& l = model.layout;
  for (int c = 0; c < l.touching; ++c) {
    const LawUse& own = model.contacts[c].own;
    const auto place = [&](int unknown) { return plan.place_of[unknown]; };
    sites_.push_back({place(l.s + c), place(l.work + c), place(l.impulse + c),
                      own.states > 0 ? place(l.z + own.first_state) : 0});
  }
  for (int law = 0; law < static_cast<int>(inputs_.size()); ++law) find_inputs(law);
}

// In the order of registers. A law of vectors has inputs that are no numbers, and is never asked.
void ForwardLaws::find_inputs(int law) {
  if (m_.scenario->laws[law].vectors) return;
  for (const Slot& slot : m_.laws[law].value.inputs()) {
    const bool state = slot.kind == SlotKind::law_state;
    assert(state || input_table::place(slot.kind) < input_table::by_slot.size());
    inputs_[law].push_back(state ? Input{nullptr, slot.index}
                                 : Input{input_table::by_slot[input_table::place(slot.kind)], 0});
  }
}

void ForwardLaws::take(int contact, LawTouch& out) const {
  out.contact = contact;
  out.model = &m_.contacts[contact];
  out.law = &m_.laws[out.model->own.law];
  out.tape = &w_.impl().contacts[contact].value;
  out.always = out.law->acts == ir::Acts::always;
}

}  // namespace mbs
