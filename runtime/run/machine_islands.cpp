// Islands move the bodies instead of the solver. Their common instants take the place of its steps;
// what closes and opens between two of them needs no new start.
#include <fmt/format.h>

#include "lang/scenario/island_obstacles.hpp"
#include "runtime/run/machine.hpp"

namespace mbs {

bool Machine::use_islands() {
  if (const auto obstacle = ir::obstacle_to_islands(scenario_)) {
    fail_with({Code::E0414,
               obstacle->origin,
               fmt::format("the bodies cannot be moved island by island: {}", obstacle->what),
               {},
               {}});
    return false;
  }
  islands_.emplace(model_, scales_, workspace_);
  if (options_.max_step) islands_->set_max_step(*options_.max_step);
  return true;
}

bool Machine::start_islands() {
  islands_->start(t_, y_, yp_, mode_);
  return running_ = true;
}

void Machine::look_at_islands() {
  const Islands& i = *islands_;
  changes_taken_ = 0;
  segment_.renew({{i.previous_time(), i.previous_y(), i.previous_yp()}, {i.time(), i.y(), i.yp()}});
}

// When a pair closes or opens next in the last step, if some condition may depend on it.
std::optional<double> Machine::next_change() const {
  if (!islands_ || (conditions_.empty() && !until_)) return {};
  const auto changes = islands_->changes();
  if (changes_taken_ == changes.size()) return {};
  return changes[changes_taken_].t;
}

void Machine::take_changes(double until) {
  const auto changes = islands_->changes();
  for (; changes_taken_ < changes.size() && changes[changes_taken_].t <= until; ++changes_taken_) {
    const GroupChange& change = changes[changes_taken_];
    note_change(mode_.groups[change.group], change);
    log_group(change);
    mode_changed();
  }
}

}  // namespace mbs
