// Reductions of lists, and which of all reductions last.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "runtime/results/quantity_text.hpp"
#include "runtime/results/reductions.hpp"
#include "runtime/results/results.hpp"
#include "runtime/results/run_reductions.hpp"

namespace mbs {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

// Whether it is of a run, and of nothing that tables or lists give: then other statements get the
// same.
bool Results::lasts(const ir::Reduction& r) const {
  if (r.over != ir::Domain::trace) return false;
  const auto lasting = [&](const Slot& slot) {
    if (stage_of(slot.kind) != Stage::result) return true;
    return slot.kind == SlotKind::reduction && lasting_[slot.index].has_value();
  };
  return std::ranges::all_of(std::array{r.operand, r.time, r.from, r.to}, [&](NodeId node) {
    return !node.valid() || std::ranges::all_of(scenario_.graph.slots_used(node), lasting);
  });
}

double Results::reduction(std::int32_t index) {
  if (reductions_[index]) return *reductions_[index];
  const ir::Reduction& r = scenario_.reductions[index];
  const std::size_t told = diagnostics_.list().size() + notes_.size();
  double value = missing;
  if (r.over == ir::Domain::rows) {
    value = reduce_rows_of(r);
  } else if (Results* const seen = of(r.run, r.origin); seen && seen->need_run(r.origin, r.text)) {
    value = RunReductions(*seen).reduced(r);
  }
  reductions_[index] = value;
  // What has been complained about is worked out anew, so that it is again.
  if (diagnostics_.list().size() + notes_.size() == told && lasts(r)) lasting_[index] = value;
  return value;
}

// Whether a value is a condition: made by a comparison or a logical operation.
bool Results::is_condition(NodeId node) const {
  return node.valid() && gives_condition(scenario_.graph[node].op);
}

double Results::reduce_rows_of(const ir::Reduction& r) {
  const bool whole_list = !r.operand.valid() || r.kind == ir::ReductionKind::count;
  if (whole_list && !is_condition(r.operand) && r.list >= 0) {
    return static_cast<double>(list(r.list).values.size());
  }
  const std::size_t faults = faults_;
  std::vector<double> values = rows(r.operand, r.list);
  if (faults_ > faults || made_of_faults(r.operand, r.list)) return missing;
  if (r.kind == ir::ReductionKind::item) return item_of(r, values);
  if (is_place(r.kind)) return place_of(r, values);
  const std::size_t all = values.size();
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (all > values.size()) {
    if (undecided(r, values)) return missing;
    note_left_out(r, all - values.size());
  }
  if (r.kind == ir::ReductionKind::quantile && !values.empty()) return quantile_of(r, values);
  if (r.kind == ir::ReductionKind::deviation && values.size() == 1) return missing;
  if (!values.empty() || !needs_entries(r.kind)) {
    return reduce_rows(r.kind, values, is_condition(r.operand));
  }
  diagnostics_.add(Code::E0310, r.origin,
                   fmt::format("`{}` has no value: the list is empty", r.text));
  return missing;
}

// Whether all or any hold, or rise, hangs on an entry that has no value: the others do not decide
// it.
bool Results::undecided(const ir::Reduction& r, const std::vector<double>& values) {
  using Kind = ir::ReductionKind;
  const bool every =
      r.kind == Kind::all || r.kind == Kind::increasing || r.kind == Kind::decreasing;
  if (!every && r.kind != Kind::any) return false;
  if ((reduce_rows(r.kind, values, is_condition(r.operand)) != 0) != every) return false;
  note(fmt::format("`{}` is not decided: an entry has no value", r.text));
  return true;
}

// Which entry is largest or smallest, from 1; those without a value are none.
double Results::place_of(const ir::Reduction& r, const std::vector<double>& values) {
  const double sign = r.kind == ir::ReductionKind::argmax ? 1 : -1;
  std::size_t best = values.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool better = best == values.size() || sign * values[i] > sign * values[best];
    if (!std::isnan(values[i]) && better) best = i;
  }
  if (best < values.size()) return static_cast<double>(best + 1);
  diagnostics_.add(Code::E0310, r.origin,
                   fmt::format("`{}` has no value: the list is empty", r.text));
  return missing;
}

double Results::item_of(const ir::Reduction& r, const std::vector<double>& values) {
  const double index = outside(r.time);
  const double whole = std::round(index);
  if (std::abs(index - whole) <= 1e-9 && whole >= 1 && whole <= static_cast<double>(values.size()))
    return values[static_cast<std::size_t>(whole) - 1];
  diagnostics_.add(
      Code::E0310, r.origin,
      fmt::format("index {} is out of range: `{}` picks from {} {}",
                  std::isnan(index) ? "that is not a number" : number_text(index, digits_), r.text,
                  values.size(), values.size() == 1 ? "entry" : "entries"));
  return missing;
}

double Results::quantile_of(const ir::Reduction& r, const std::vector<double>& values) {
  const double part = outside(r.time);
  if (part >= 0 && part <= 1) return quantile(values, part);
  diagnostics_.add(Code::E0310, r.origin,
                   fmt::format("the part of `{}` must lie between 0 and 1", r.text));
  return missing;
}

void Results::note_left_out(const ir::Reduction& r, std::size_t count) {
  const bool of_impacts =
      r.list >= 0 && scenario_.lists[r.list].kind == ir::ListSource::Kind::impact_column;
  note(fmt::format("`{}` leaves out {} {} no value{}", r.text, count,
                   count == 1 ? "entry that has" : "entries that have",
                   of_impacts ? " yet (a contact still closed at the end of the run)" : ""));
}

std::optional<double> Results::first_failure(NodeId condition) {
  for (const Slot& slot : scenario_.graph.slots_used(condition)) {
    if (slot.kind != SlotKind::reduction) continue;
    const ir::Reduction& r = scenario_.reductions[slot.index];
    if (r.kind != ir::ReductionKind::all || r.over != ir::Domain::trace ||
        reduction(slot.index) != 0)
      continue;
    Results* const seen = of(r.run, r.origin);
    if (const auto t = seen ? RunReductions(*seen).first_failure(r) : std::nullopt) return t;
  }
  return {};
}

}  // namespace mbs
