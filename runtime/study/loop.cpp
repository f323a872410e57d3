// Loops over what a run fills.
#include <algorithm>
#include <utility>

#include "runtime/study/executor.hpp"

namespace mbs {

// Its rounds are counted before the first one: what a run in it fills is another list.
void Executor::loop(const ir::Loop& action) {
  if (nothing_computed()) return;
  Results& seen = results();
  const auto columns = seen.rounds(action.rounds);
  if (!settle(seen, complaints_)) return;
  ++loops_;
  bool goes_on = true;
  for (std::size_t k = 0; goes_on && k < columns.front().size(); ++k) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      items_[action.rounds[i].item] = columns[i][k];
      if (results_) results_->set_item(action.rounds[i].item, columns[i][k]);
    }
    for (const ir::Action& inner : action.body->list) goes_on = goes_on && execute(inner);
  }
  if (--loops_ > 0) return;
  const std::set<std::int32_t> filled = std::exchange(of_loop_, {});
  give_kept([&](std::int32_t table) {
    return filled.contains(table) && std::ranges::find(action.more, table) == action.more.end();
  });
}

}  // namespace mbs
