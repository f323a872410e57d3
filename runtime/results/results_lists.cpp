// Lists that results are made of: impacts, instants of events, columns of tables, constants.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "runtime/results/quantity_text.hpp"
#include "runtime/results/results.hpp"
#include "runtime/results/run_reductions.hpp"
#include "runtime/results/shared_impacts.hpp"

namespace mbs {

namespace {

using Kind = ir::ListSource::Kind;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();
// An impact this many times as fast as the tolerance of speeds leaves with a restitution that is
// off by about a per cent (measured: Hertz's law, impacts of 1 m/s to 0.1 nm/s beside a glide).
constexpr double decided = 100;

// Numbers in which a small speed does not show: they are as wrong as the speed is in its own size.
bool is_ratio(ir::ImpactColumn column) {
  return column == ir::ImpactColumn::restitution || column == ir::ImpactColumn::duration;
}

std::string rows_text(std::size_t count) {
  if (count == 0) return "is empty";
  return fmt::format("has {} {}", count, count == 1 ? "entry" : "entries");
}

}  // namespace

const Results::List& Results::list(std::int32_t index) {
  if (lists_[index]) return *lists_[index];
  const std::size_t faults = faults_;
  ++lists_in_making_;
  List made = made_list(scenario_.lists[index]);
  made.faulty = faults_ > faults;
  if (--lists_in_making_ == 0) tell_beyond();
  lists_[index] = std::move(made);
  return *lists_[index];
}

double Results::rows_of(std::int32_t index) {
  const List& found = list(index);
  const bool failed = found.faulty && scenario_.lists[index].kind == Kind::chosen;
  return failed ? missing : static_cast<double>(found.values.size());
}

Results::List Results::made_list(const ir::ListSource& source) {
  List list;
  switch (source.kind) {
    case Kind::constant:
      for (const NodeId item : source.items)
        list.values.push_back(scenario_.graph.is_constant(item) ? scenario_.graph.value(item)
                                                                : point(item));
      break;
    case Kind::sorted:
      list.values = rows(source.items.front(), source.entity);
      std::stable_sort(list.values.begin(), list.values.end(), [](double a, double b) {
        return a < b || (std::isnan(b) && !std::isnan(a));
      });
      break;
    case Kind::at_instants:
      list.values = at_instants(source);
      break;
    case Kind::chosen:
      list.values = chosen(source);
      break;
    case Kind::numbered:
      list.values = numbers(source);
      break;
    case Kind::range:
      list.values = counted(source);
      break;
    case Kind::ruled:
      list.values = ruled(source);
      break;
    case Kind::joined:
      for (const NodeId part : source.items) {
        for (const double value : rows(part)) list.values.push_back(value);
        if (made_of_faults(part, -1)) ++faults_;
      }
      break;
    case Kind::impact_column:
      list.impacts = impacts_of(source);
      for (const Impact* impact : list.impacts)
        list.values.push_back(impact_value(*impact, static_cast<ir::ImpactColumn>(source.column)));
      break;
    case Kind::event_times:
      list.values = events_of(source);
      break;
    case Kind::table_column:
      if (static_cast<std::size_t>(source.entity) < tables_.size())
        list.values = column_of(tables_[source.entity], source.column);
      break;
  }
  return list;
}

// `l[a..b]`, whose ends a run gives. None is left where the last one stands before the first.
std::vector<double> Results::numbers(const ir::ListSource& source) {
  const std::size_t count = rows(source.items[0], source.entity).size();
  const double first = point(source.items[1]), last = point(source.items[2]);
  const double size = static_cast<double>(count);
  const auto whole = [](double x) { return std::abs(x - std::round(x)) <= 1e-9; };
  const bool empty = last < first && first >= 1 && last <= size;
  if (whole(first) && whole(last) && (empty || (first >= 1 && last <= size))) {
    std::vector<double> all(count);
    std::iota(all.begin(), all.end(), 1.0);
    return all;
  }
  ++faults_;
  const std::string reason = whole(first) && whole(last)
                                 ? "the list " + std::string(rows_text(count))
                                 : "entries are counted by whole numbers";
  diagnostics_.add(Code::E0310, source.origin,
                   fmt::format("`{}` asks for {} to {}, but {}", source.text,
                               number_text(first, digits_), number_text(last, digits_), reason));
  return std::vector<double>(count, missing);
}

// `l[c]`. What is not decided, such as a condition on the end of an impact that is not over, is
// told.
std::vector<double> Results::chosen(const ir::ListSource& source) {
  std::vector<double> values = rows(source.items[0], source.entity);
  const std::vector<bool> kept = holding(source.items[1], source.entity, source.text);
  if (kept.size() != values.size()) {
    ++faults_;
    return {};
  }
  std::size_t count = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (kept[i]) values[count++] = values[i];
  values.resize(count);
  return values;
}

std::vector<Impact> Results::chosen(const std::vector<Impact>& impacts, const ir::Shown& shown) {
  const std::vector<bool> kept = holding(shown.node, -1, shown.label);
  std::vector<Impact> found;
  if (kept.size() != impacts.size())
    diagnostics_.add(Code::E0310, asked_by_,
                     fmt::format("`{}`: {} {} for {} impacts", shown.label, kept.size(),
                                 kept.size() == 1 ? "condition" : "conditions", impacts.size()));
  for (std::size_t i = 0; i < impacts.size() && kept.size() == impacts.size(); ++i)
    if (kept[i]) found.push_back(impacts[i]);
  return found;
}

std::vector<bool> Results::holding(NodeId condition, std::int32_t list, const std::string& text) {
  std::vector<bool> kept;
  std::size_t undecided = 0;
  const auto told = faults_;
  for (const double holds : rows(condition, list)) {
    kept.push_back(holds != 0 && !std::isnan(holds));
    if (std::isnan(holds)) ++undecided;
  }
  if (undecided > 0 && faults_ == told)
    note(fmt::format(
        "`{}` leaves out {} {} no value", text, undecided,
        undecided == 1 ? "entry whose condition has" : "entries whose conditions have"));
  return kept;
}

// `at(x, tick.times)`. An instant that has no value, such as the end of an impact that is not over,
// gives none; the first one that lies outside is told.
std::vector<double> Results::at_instants(const ir::ListSource& source) {
  const std::vector<double> times = rows(source.items[1], source.entity);
  std::vector<double> values(times.size(), missing);
  Results* const seen = of(source.run, source.origin);
  if (!seen || !seen->need_run(source.origin, source.text)) return values;
  ir::Reduction r;
  r.kind = ir::ReductionKind::at;
  r.operand = source.items[0];
  r.origin = source.origin;
  r.text = source.text;
  const auto part =
      RunReductions(*seen).part_of(source.from, source.to, source.origin, source.text);
  const std::size_t told = diagnostics_.list().size();
  for (std::size_t i = 0; part && i < times.size(); ++i) {
    if (std::isnan(times[i])) continue;
    values[i] = source.from.valid() ? RunReductions(*seen).value_at_within(r, times[i], *part)
                                    : RunReductions(*seen).value_at(r, times[i]);
    if (diagnostics_.list().size() == told) continue;
    ++faults_;
    break;
  }
  return values;
}

// The impacts whose instants lie in the window, its ends included.
std::vector<const Impact*> Results::impacts_of(const ir::ListSource& source) {
  if (Results* const seen = of(source.run, source.origin); seen != this)
    return seen ? seen->impacts_of(source) : std::vector<const Impact*>{};
  if (!run() || static_cast<std::size_t>(source.entity) >= run_->impacts.size()) return {};
  const auto part =
      RunReductions(*this).part_of(source.from, source.to, source.origin, source.text);
  std::vector<const Impact*> found;
  const bool forces = static_cast<ir::ImpactColumn>(source.column) == ir::ImpactColumn::F_max;
  for (const Impact& impact : impacts_of(source.entity, source.shared, forces))
    if (part && part->has(impact.t)) found.push_back(&impact);
  return found;
}

const std::string& Results::name_of(std::int32_t contact, std::int32_t shared) const {
  return shared >= 0 ? scenario_.clearances[shared].name : scenario_.contacts[contact].name;
}

const std::vector<Impact>& Results::impacts_of(std::int32_t contact, std::int32_t shared,
                                               bool forces) {
  if (shared < 0) return run_->impacts[contact];
  const ir::SharedClearance& clearance = scenario_.clearances[shared];
  const auto [found, fresh] = shared_impacts_.try_emplace(shared);
  if (fresh) {
    std::vector<const std::vector<Impact>*> parts;
    for (const ir::ContactId part : clearance.contacts) parts.push_back(&run_->impacts[part.index]);
    found->second = shared_impacts(parts);
  }
  if (forces)
    find_largest_forces(found->second, [&](double from, double to) {
      return largest_sum(clearance, {from, std::min(to, run_->t.back())});
    });
  return found->second;
}

double Results::largest_sum(const ir::SharedClearance& clearance, RunPart part) {
  ir::Reduction largest;
  largest.operand = clearance.FN;
  largest.origin = clearance.origin;
  largest.text = clearance.name + ".FN";
  return RunReductions(*this).extreme_within(largest, part);
}

std::vector<double> Results::events_of(const ir::ListSource& source) {
  if (Results* const seen = of(source.run, source.origin); seen != this)
    return seen ? seen->events_of(source) : std::vector<double>{};
  const auto event = static_cast<std::size_t>(source.entity);
  if (!run() || event >= run_->event_times.size()) return {};
  const auto part =
      RunReductions(*this).part_of(source.from, source.to, source.origin, source.text);
  std::vector<double> times = run_->event_times[event];
  std::erase_if(times, [&](double t) { return !part || !part->has(t); });
  return times;
}

std::vector<Impact> Results::impacts(const ir::Shown& shown) {
  if (Results* const seen = of(shown.run, {}); seen != this)
    return seen ? seen->impacts(shown) : std::vector<Impact>{};
  const std::int32_t contact = shown.contact.index;
  if (!run() || static_cast<std::size_t>(contact) >= run_->impacts.size()) return {};
  std::vector<Impact> found = impacts_of(contact, shown.shared, true);
  const auto part = RunReductions(*this).part_of(shown.from, shown.to, {}, shown.label);
  std::erase_if(found, [&](const Impact& impact) { return !part || !part->has(impact.t); });
  if (shown.node.valid() && !found.empty()) found = chosen(found, shown);
  for (const Impact& impact : found) warn_of_slow(impact, name_of(contact, shown.shared), {});
  return found;
}

double Results::entry(const ir::ListSource& source, const List& list, std::size_t row) {
  if (row >= list.values.size()) return missing;
  if (source.kind == Kind::impact_column && is_ratio(static_cast<ir::ImpactColumn>(source.column)))
    warn_of_slow(*list.impacts[row], name_of(source.entity, source.shared), source.origin);
  return list.values[row];
}

// Once for each contact. How a rigid one departs is its law's word, however slow it is.
void Results::warn_of_slow(const Impact& impact, const std::string& contact, Span origin) {
  const double least = decided * run_->scales.least_speed();
  if (impact.rigid || !impact.closed || !(impact.v_in < least) ||
      !told_of_slow_.insert(contact).second)
    return;
  const std::string met = number_text(impact.v_in, 3),
                    known = number_text(run_->scales.least_speed(), 3);
  Diagnostic& d = diagnostics_.add(
      Code::W0708, origin,
      fmt::format("`{}` meets at {} m/s (t = {} s), but speeds are followed to {} m/s in this run: "
                  "how such an impact ends is not known to a per cent",
                  contact, met, number_text(impact.t, 6), known));
  if (impact.v_in > 0)
    d.hint =
        fmt::format("`tol = {}` would follow it; times, forces and energies are as exact as ever",
                    number_text(run_->settings.tolerance() * impact.v_in / least, 1));
}

double Results::item(const ir::ListSource& source, std::int64_t index) {
  const List& found = list(static_cast<std::int32_t>(&source - scenario_.lists.data()));
  if (index >= 0 && index < static_cast<std::int64_t>(found.values.size()))
    return entry(source, found, static_cast<std::size_t>(index));
  return no_item(source, index);
}

double Results::no_item(const ir::ListSource& source, std::int64_t index) {
  const bool of_run = source.kind == Kind::impact_column || source.kind == Kind::event_times;
  ++faults_;
  if (of_run && !need_run(source.origin, source.text)) return missing;
  if (!beyond_.empty() && beyond_.back().source == &source && beyond_.back().last + 1 == index)
    beyond_.back().last = index;
  else
    beyond_.push_back({&source, index, index});
  if (lists_in_making_ == 0) tell_beyond();
  return missing;
}

// Points at the statement where the list is one that an earlier statement has asked for first.
void Results::tell_beyond() {
  for (const Beyond& beyond : std::exchange(beyond_, {})) {
    const ir::ListSource& source = *beyond.source;
    const Span first = source.origin;
    const bool earlier = first.source == asked_by_.source && first.begin < asked_by_.begin;
    const Span where = earlier ? asked_by_ : first;
    const auto place = static_cast<std::int32_t>(&source - scenario_.lists.data());
    const std::size_t size = list(place).values.size();
    if (source.kind == Kind::impact_column && size == 0) {
      diagnostics_.add(Code::E0310, where,
                       fmt::format("`{}` was not touched in this run: it has no impacts",
                                   name_of(source.entity, source.shared)));
      continue;
    }
    const std::string name = source.kind == Kind::impact_column && !source.from.valid()
                                 ? name_of(source.entity, source.shared) + ".impacts"
                                 : source.text;
    const bool one = beyond.first == beyond.last;
    diagnostics_.add(Code::E0310, where,
                     one ? fmt::format("index {} is out of range: `{}` {}", beyond.first + 1, name,
                                       rows_text(size))
                         : fmt::format("indices {} to {} are out of range: `{}` {}",
                                       beyond.first + 1, beyond.last + 1, name, rows_text(size)));
  }
}

// Whether rows lack what was asked for where nothing is. A result of the others would pass for one
// of all.
bool Results::made_of_faults(NodeId node, std::int32_t first) {
  if (first >= 0 && list(first).faulty) return true;
  if (!node.valid()) return false;
  for (const Slot& slot : expression(node).tape.inputs())
    if (slot.kind == SlotKind::list_element && list(slot.index).faulty) return true;
  return false;
}

// The rows an expression runs over; all lists in it must be equally long.
std::size_t Results::row_count(NodeId node, std::int32_t first) {
  std::optional<std::size_t> count;
  if (first >= 0) count = list(first).values.size();
  for (const Slot& slot : expression(node).tape.inputs()) {
    if (slot.kind != SlotKind::list_element) continue;
    const std::size_t size = list(slot.index).values.size();
    if (first < 0) first = slot.index;
    if (!count) count = size;
    if (size == *count) continue;
    const auto& a = scenario_.lists[first];
    const auto& b = scenario_.lists[slot.index];
    diagnostics_.add(Code::E0310, b.origin.source >= 0 ? b.origin : a.origin,
                     fmt::format("lists of different length: `{}` {}, `{}` {}", a.text,
                                 rows_text(*count), b.text, rows_text(size)));
    return 0;
  }
  return count.value_or(1);
}

}  // namespace mbs
