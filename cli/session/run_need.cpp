#include "cli/session/run_need.hpp"

#include <algorithm>

namespace mbs {

namespace {

class Search {
 public:
  explicit Search(const ir::Scenario& scenario) : scenario_(scenario) {}

  bool node(NodeId id) const {
    if (!id.valid()) return false;
    const std::vector<Slot> slots = scenario_.graph.slots_used(id);
    return std::any_of(slots.begin(), slots.end(), [&](const Slot& s) { return slot(s); });
  }

  bool shown(const ir::Shown& shown) const {
    if (shown.kind == ir::Shown::Kind::impacts || shown.domain == ir::Domain::trace) return true;
    const bool in_text =
        std::any_of(shown.text.begin(), shown.text.end(), [&](const ir::TextPart& part) {
          const auto* hole = std::get_if<ir::TextHole>(&part);
          return hole && hole->value && this->shown(*hole->value);
        });
    return in_text || node(shown.node);
  }

  bool any_shown(const std::vector<ir::Shown>& list) const {
    return std::any_of(list.begin(), list.end(), [&](const ir::Shown& s) { return shown(s); });
  }

  bool rounds(const std::vector<ir::Rounds>& all) const {
    return std::ranges::any_of(all, [&](const ir::Rounds& one) { return node(one.rows); });
  }

 private:
  bool slot(const Slot& slot) const {
    switch (slot.kind) {
      case SlotKind::reduction:
        return reduction(scenario_.reductions[slot.index]);
      case SlotKind::list_element:
      case SlotKind::row_count:
        return list(slot.index);
      case SlotKind::list_item:
        return list(slot.entity);
      case SlotKind::loop_item:
        return false;  // of a list that is asked itself
      default:
        return true;  // signals
    }
  }
  bool reduction(const ir::Reduction& reduction) const {
    if (reduction.over == ir::Domain::trace) return true;
    return node(reduction.operand) || (reduction.list >= 0 && list(reduction.list));
  }
  bool list(std::int32_t index) const {
    const ir::ListSource& source = scenario_.lists[index];
    if (source.kind == ir::ListSource::Kind::impact_column) return true;
    if (source.kind == ir::ListSource::Kind::event_times) return true;
    if (source.kind == ir::ListSource::Kind::at_instants) return true;
    return std::any_of(source.items.begin(), source.items.end(),
                       [&](NodeId item) { return node(item); }) ||
           rounds(source.rounds);
  }

  const ir::Scenario& scenario_;
};

}  // namespace

bool needs_run(const ir::Scenario& scenario, const ir::Action& action) {
  const Search search(scenario);
  if (const auto* simulate = std::get_if<ir::Simulate>(&action))
    return simulate->continues || search.node(simulate->duration_later.node);
  if (const auto* print = std::get_if<ir::Print>(&action)) return search.any_shown(print->parts);
  if (const auto* table = std::get_if<ir::Table>(&action))
    return table->every || search.any_shown(table->columns);
  if (const auto* plot = std::get_if<ir::Plot>(&action))
    return search.any_shown(plot->curves) || search.shown(plot->versus);
  if (std::holds_alternative<ir::Animate>(action)) return true;
  if (const auto* expect = std::get_if<ir::Expect>(&action))
    return expect->domain == ir::Domain::trace || search.node(expect->condition);
  if (const auto* sweep = std::get_if<ir::Sweep>(&action))
    return std::ranges::any_of(sweep->late,
                               [&](const auto& late) { return search.node(late.node); });
  if (const auto* loop = std::get_if<ir::Loop>(&action))
    return search.rounds(loop->rounds) ||
           std::ranges::any_of(loop->body->list,
                               [&](const ir::Action& inner) { return needs_run(scenario, inner); });
  return false;
}

}  // namespace mbs
