#include "runtime/results/item_uses.hpp"

#include <optional>

namespace mbs {
namespace {

using Items = std::set<std::int32_t>;

// Reductions and lists are made of others that stand before them: no circles.
class Search {
 public:
  explicit Search(const ir::Scenario& scenario)
      : scenario_(scenario),
        reductions_(scenario.reductions.size()),
        lists_(scenario.lists.size()) {}

  const Items& reduction(std::int32_t index) {
    auto& found = reductions_[index];
    if (found) return *found;
    const ir::Reduction& r = scenario_.reductions[index];
    Items items;
    for (const NodeId node : {r.operand, r.time, r.from, r.to}) add(node, items);
    if (r.list >= 0) add(list(r.list), items);
    return *(found = std::move(items));
  }

  const Items& list(std::int32_t index) {
    auto& found = lists_[index];
    if (found) return *found;
    const ir::ListSource& source = scenario_.lists[index];
    Items items;
    for (const NodeId node : source.items) add(node, items);
    for (const NodeId node : {source.from, source.to}) add(node, items);
    for (const ir::Rounds& own : source.rounds) items.erase(own.item);
    for (const ir::Rounds& own : source.rounds) add(own.rows, items);
    return *(found = std::move(items));
  }

 private:
  void add(const Items& more, Items& items) { items.insert(more.begin(), more.end()); }
  void add(NodeId node, Items& items) {
    if (!node.valid()) return;
    for (const Slot& slot : scenario_.graph.slots_used(node)) {
      if (slot.kind == SlotKind::loop_item) items.insert(slot.index);
      if (slot.kind == SlotKind::reduction) add(reduction(slot.index), items);
      if (slot.kind == SlotKind::list_item) add(list(slot.entity), items);
      if (slot.kind == SlotKind::list_element || slot.kind == SlotKind::row_count)
        add(list(slot.index), items);
    }
  }

  const ir::Scenario& scenario_;
  std::vector<std::optional<Items>> reductions_, lists_;
};

}  // namespace

ItemUses::ItemUses(const ir::Scenario& scenario)
    : reductions(scenario.loop_items), lists(scenario.loop_items) {
  Search search(scenario);
  for (std::size_t i = 0; i < scenario.reductions.size(); ++i)
    for (const std::int32_t item : search.reduction(static_cast<std::int32_t>(i)))
      reductions[item].push_back(static_cast<std::int32_t>(i));
  for (std::size_t i = 0; i < scenario.lists.size(); ++i)
    for (const std::int32_t item : search.list(static_cast<std::int32_t>(i)))
      lists[item].push_back(static_cast<std::int32_t>(i));
}

}  // namespace mbs
