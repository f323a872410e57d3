// What the integrator finds between pairs of groups itself needs no new start.
#include "runtime/contact/group_places.hpp"
#include "runtime/run/machine.hpp"

namespace mbs {

// When a pair closes or opens next in the last step, if some condition may depend on it.
std::optional<double> Machine::next_change() const {
  if (conditions_.empty() && !until_) return {};
  const auto changes = integrator_->changes();
  if (changes_taken_ == changes.size()) return {};
  return changes[changes_taken_].t;
}

void Machine::take_changes(double until) {
  const auto changes = integrator_->changes();
  for (; changes_taken_ < changes.size() && changes[changes_taken_].t <= until; ++changes_taken_) {
    const GroupChange& change = changes[changes_taken_];
    note_change(mode_.groups[change.group], change);
    log_group(change);
    mode_changed();
  }
}

}  // namespace mbs
