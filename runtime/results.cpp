#include "runtime/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "runtime/corners.hpp"
#include "runtime/quantity_text.hpp"
#include "runtime/reductions.hpp"

namespace mbs {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

// Both sides of a corner among the samples; `values` belong to `t`.
template <class F>
void insert_corner(double corner, const F& value, std::vector<double>& t,
                   std::vector<double>& values) {
  const double before = std::nextafter(corner, t.front());
  for (const double time : {before, corner}) {
    const auto place = std::upper_bound(t.begin(), t.end(), time);
    values.insert(values.begin() + (place - t.begin()), value(time));
    t.insert(place, time);
  }
}

std::string rows_text(std::size_t count) {
  if (count == 0) return "is empty";
  return fmt::format("has {} {}", count, count == 1 ? "entry" : "entries");
}

}  // namespace

Results::Results(const ir::Scenario& scenario, const Run* run, const Tables& tables,
                 Diagnostics& diagnostics, int digits, ModelPtr model)
    : scenario_(scenario),
      run_(run),
      tables_(tables),
      diagnostics_(diagnostics),
      digits_(digits),
      traces_(run && run->size() > 0 ? std::make_unique<Traces>(scenario, *run, std::move(model))
                                     : nullptr),
      reductions_(scenario.reductions.size()),
      lists_(scenario.lists.size()) {}

void Results::refresh() {
  reductions_.assign(reductions_.size(), std::nullopt);
  lists_.assign(lists_.size(), std::nullopt);
}

// ---- expressions ------------------------------------------------------------------

Results::Expression& Results::expression(NodeId node) {
  const auto found = expressions_.find(node.index);
  if (found != expressions_.end()) return found->second;
  Expression e;
  e.tape = Tape::compile(scenario_.graph, {&node, 1});
  e.state = e.tape.state();
  e.inputs.assign(e.tape.inputs().size(), missing);
  for (std::size_t i = 0; i < e.tape.inputs().size(); ++i) {
    const Slot& slot = e.tape.inputs()[i];
    if (stage_of(slot.kind) != Stage::signal) continue;
    e.signals.push_back(slot);
    e.signal_places.push_back(i);
  }
  if (run() && !traces_->available(e.signals)) complain_of_dropped();
  return expressions_.emplace(node.index, std::move(e)).first->second;
}

// Once: what is missing is the same for all.
void Results::complain_of_dropped() {
  if (std::exchange(told_of_dropped_, true)) return;
  const Recording& samples = run_->samples;
  diagnostics_
      .add(
          Code::E0306, Span{},
          fmt::format("the run no longer has what this needs: its record grew beyond the limit and "
                      "keeps {} of {} unknowns",
                      samples.kept(), samples.unknowns()))
      .hint = "simulate again with a higher `--memory`, or ask for it in the script that simulates";
}

// Values of the results that an expression is made of; `row` is for elements of lists.
void Results::fill_results(Expression& e, std::size_t row) {
  for (std::size_t i = 0; i < e.inputs.size(); ++i) {
    const Slot& slot = e.tape.inputs()[i];
    if (stage_of(slot.kind) == Stage::result) e.inputs[i] = result_value(slot, row);
  }
}

double Results::evaluate(Expression& e) {
  double value = missing;
  e.state.failure.reset();
  if (!e.tape.evaluate(e.inputs, {&value, 1}, e.state)) return missing;
  return value;
}

double Results::point(NodeId node) {
  if (!node.valid()) return missing;
  Expression& e = expression(node);
  fill_results(e, 0);
  if (!e.signals.empty()) {
    if (!run()) return missing;
    std::vector<double> now(e.signals.size());
    traces_->at_sample(run_->size() - 1, e.signals, now);
    for (std::size_t k = 0; k < now.size(); ++k) e.inputs[e.signal_places[k]] = now[k];
  }
  return evaluate(e);
}

std::vector<double> Results::rows(NodeId node, std::int32_t list) {
  const std::size_t count = row_count(node, list);
  Expression& e = expression(node);
  std::vector<double> values(count);
  for (std::size_t row = 0; row < count; ++row) {
    fill_results(e, row);
    values[row] = evaluate(e);
  }
  return values;
}

std::vector<double> Results::over_columns(Expression& e, const std::vector<const double*>& columns,
                                          std::size_t count) {
  fill_results(e, 0);
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < columns.size(); ++k) e.inputs[e.signal_places[k]] = columns[k][i];
    values[i] = evaluate(e);
  }
  return values;
}

std::vector<double> Results::over_samples(Expression& e) {
  traces_->prepare(e.signals);
  std::vector<const double*> columns;
  for (const Slot& slot : e.signals) columns.push_back(traces_->samples(slot).data());
  return over_columns(e, columns, run_->size());
}

std::vector<double> Results::over_inner(Expression& e) {
  traces_->prepare_inner(e.signals);
  std::vector<const double*> columns;
  for (const Slot& slot : e.signals) columns.push_back(traces_->inner(slot).data());
  return over_columns(e, columns, inner_count * (run_->size() - 1));
}

std::vector<double> Results::trace(NodeId node) {
  if (!run()) return {};
  return over_samples(expression(node));
}

double Results::at_time(NodeId node, double time) {
  if (!run()) return missing;
  Expression& e = expression(node);
  fill_results(e, 0);
  std::vector<double> now(e.signals.size());
  traces_->at_time(time, e.signals, now);
  for (std::size_t k = 0; k < now.size(); ++k) e.inputs[e.signal_places[k]] = now[k];
  return evaluate(e);
}

std::vector<double> Results::at_times(NodeId node, const std::vector<double>& times) {
  std::vector<double> values;
  for (const double time : times) values.push_back(at_time(node, time));
  return values;
}

// ---- what expressions are made of ---------------------------------------------------

double Results::result_value(const Slot& slot, std::size_t row) {
  switch (slot.kind) {
    case SlotKind::reduction:
      return reduction(slot.index);
    case SlotKind::row_count:
      return static_cast<double>(list(slot.index).size());
    case SlotKind::list_item:
      return item(scenario_.lists[slot.entity], slot.index);
    case SlotKind::list_element: {
      const std::vector<double>& values = list(slot.index);
      return row < values.size() ? values[row] : missing;
    }
    default:
      return missing;
  }
}

const std::vector<double>& Results::list(std::int32_t index) {
  auto& cached = lists_[index];
  if (cached) return *cached;
  const ir::ListSource& source = scenario_.lists[index];
  if (source.kind == ir::ListSource::Kind::constant) {
    std::vector<double> values;
    for (const NodeId item : source.items)
      values.push_back(scenario_.graph.is_constant(item) ? scenario_.graph.value(item)
                                                         : point(item));
    return cached.emplace(std::move(values));
  }
  return cached.emplace(list_values(source, run(), tables_));
}

double Results::item(const ir::ListSource& source, std::int64_t index) {
  const auto& values = list(static_cast<std::int32_t>(&source - scenario_.lists.data()));
  if (index >= 0 && index < static_cast<std::int64_t>(values.size())) return values[index];
  const bool of_run = source.kind == ir::ListSource::Kind::impact_column ||
                      source.kind == ir::ListSource::Kind::event_times;
  if (of_run && !need_run(source.origin, source.text)) return missing;
  if (source.kind == ir::ListSource::Kind::impact_column && values.empty()) {
    diagnostics_.add(Code::E0310, source.origin,
                     fmt::format("`{}` was not touched in this run: it has no impacts",
                                 scenario_.contacts[source.entity].name));
    return missing;
  }
  diagnostics_.add(Code::E0310, source.origin,
                   fmt::format("index {} is out of range: `{}` {}", index + 1, source.text,
                               rows_text(values.size())));
  return missing;
}

// The rows an expression runs over; all lists in it must be equally long.
std::size_t Results::row_count(NodeId node, std::int32_t first) {
  std::optional<std::size_t> count;
  if (first >= 0) count = list(first).size();
  for (const Slot& slot : expression(node).tape.inputs()) {
    if (slot.kind != SlotKind::list_element) continue;
    const std::size_t size = list(slot.index).size();
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

bool Results::need_run(Span origin, const std::string& what) {
  if (run()) return true;
  diagnostics_.add(Code::E0306, origin, fmt::format("`{}` needs a finished run", what)).hint =
      "put a `simulate` above it";
  return false;
}

// ---- reductions ---------------------------------------------------------------------

double Results::reduction(std::int32_t index) {
  if (reductions_[index]) return *reductions_[index];
  const ir::Reduction& r = scenario_.reductions[index];
  double value = missing;
  if (r.over == ir::Domain::rows) {
    value = reduce_rows_of(r);
  } else if (need_run(r.origin, r.text)) {
    value = reduce_trace(r);
  }
  reductions_[index] = value;
  return value;
}

double Results::reduce_trace(const ir::Reduction& r) {
  using Kind = ir::ReductionKind;
  switch (r.kind) {
    case Kind::maximum:
    case Kind::minimum:
    case Kind::argmax:
    case Kind::argmin:
      return extreme(r);
    case Kind::mean:
    case Kind::rms:
    case Kind::integral:
      return weighted(r);
    case Kind::initial:
    case Kind::final:
    case Kind::at:
      return reduce_value_at(r);
    case Kind::all:
    case Kind::any:
      return anywhere(r);
    default:
      return reduce_rows(r.kind, trace(r.operand), is_condition(r.operand));
  }
}

// Where a reduced expression may jump or turn between samples; empty for most.
std::vector<double> Results::corners(const ir::Reduction& r, bool kinks) {
  bool whole = true;
  const Corners which = kinks ? Corners::jumps_and_kinks : Corners::jumps;
  const std::vector<double> found = corners_of(
      scenario_.graph, r.operand, run_->t, which,
      [this](NodeId node, double t) { return at_time(node, t); }, whole);
  if (!whole)
    note(fmt::format("`{}` changes more often than is looked at: a part of it is sampled", r.text));
  return found;
}

// A condition keeps its value between two corners. Where it has none somewhere, one instant decides
// that is true (`any`) or false (`all`), and nothing else does.
double Results::anywhere(const ir::Reduction& r) {
  std::vector<double> values = trace(r.operand);
  const std::vector<double> places = corners(r, false);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double end = i + 1 < places.size() ? places[i + 1] : run_->t.back();
    values.push_back(at_time(r.operand, places[i]));
    values.push_back(at_time(r.operand, 0.5 * (places[i] + end)));
  }
  const bool missing_somewhere = std::erase_if(values, [](double v) { return std::isnan(v); }) > 0;
  const bool holds = reduce_rows(r.kind, values, true) != 0;
  const bool decided = holds == (r.kind == ir::ReductionKind::any);
  return missing_somewhere && !decided ? missing : holds;
}

double Results::extreme(const ir::Reduction& r) {
  using Kind = ir::ReductionKind;
  const double sign = r.kind == Kind::maximum || r.kind == Kind::argmax ? 1 : -1;
  std::vector<double> values = trace(r.operand);
  for (double& value : values) value *= sign;
  std::vector<double> t = run_->t;
  const auto value = [&](double time) { return sign * at_time(r.operand, time); };
  for (const double corner : corners(r, false)) insert_corner(corner, value, t, values);
  note_samples_without_value(r, values);
  const Extreme found = largest(t, values, value);
  const bool place = r.kind == Kind::argmax || r.kind == Kind::argmin;
  return place ? found.t : sign * found.value;
}

// An extreme is one of the samples that have a value.
void Results::note_samples_without_value(const ir::Reduction& r, const std::vector<double>& values) {
  const auto count = std::count_if(values.begin(), values.end(), [](double v) { return std::isnan(v); });
  if (count == 0 || count == static_cast<std::ptrdiff_t>(values.size())) return;
  note(fmt::format("`{}` leaves out {} of {} samples, at which it has no value", r.text, count,
                   values.size()));
}

double Results::weighted(const ir::Reduction& r) {
  const std::vector<double> values = trace(r.operand);
  const double span = run_->t.back() - run_->t.front();
  const bool whole = r.kind == ir::ReductionKind::integral;
  if (span <= 0) return whole ? 0 : values.back();
  const std::vector<double> places = corners(r, true);
  if (!places.empty() || curves_in_time(scenario_.graph, r.operand)) return over_corners(r, places);
  const std::vector<double> inner = over_inner(expression(r.operand));
  if (r.kind == ir::ReductionKind::rms) {
    return std::sqrt(integral_of_square(run_->t, values, inner) / span);
  }
  const double sum = integral(run_->t, values, inner);
  return whole ? sum : sum / span;
}

// Piece by piece, each smooth.
double Results::over_corners(const ir::Reduction& r, const std::vector<double>& corners) {
  std::vector<double> ends = run_->t;
  ends.insert(ends.end(), corners.begin(), corners.end());
  std::sort(ends.begin(), ends.end());
  const bool square = r.kind == ir::ReductionKind::rms;
  const double sum = integral_by_pieces(ends, [&](double t) {
    const double x = at_time(r.operand, t);
    return square ? x * x : x;
  });
  const double span = run_->t.back() - run_->t.front();
  if (square) return std::sqrt(sum / span);
  return r.kind == ir::ReductionKind::integral ? sum : sum / span;
}

double Results::reduce_value_at(const ir::Reduction& r) {
  if (r.kind == ir::ReductionKind::final) return point(r.operand);
  if (r.kind == ir::ReductionKind::initial) {
    Expression& e = expression(r.operand);
    fill_results(e, 0);
    std::vector<double> first(e.signals.size());
    traces_->at_sample(0, e.signals, first);
    for (std::size_t k = 0; k < first.size(); ++k) e.inputs[e.signal_places[k]] = first[k];
    return evaluate(e);
  }
  const double time = point(r.time);
  const double begin = run_->t.front(), end = run_->t.back();
  const double slack = 1e-12 * (end - begin);
  if (time >= begin - slack && time <= end + slack) {
    return at_time(r.operand, std::clamp(time, begin, end));
  }
  diagnostics_.add(Code::E0310, r.origin,
                   fmt::format("`{}` asks for {}, but the run goes from {} s to {} s", r.text,
                               std::isnan(time) ? "a time that is not a number"
                                                : number_text(time, digits_) + " s",
                               number_text(begin, digits_), number_text(end, digits_)));
  return missing;
}

// Whether a value is a condition: made by a comparison or a logical operation.
bool Results::is_condition(NodeId node) const {
  if (!node.valid()) return false;
  switch (scenario_.graph[node].op) {
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
    case Op::watch:
      return true;
    default:
      return false;
  }
}

double Results::reduce_rows_of(const ir::Reduction& r) {
  const bool whole_list = !r.operand.valid() || r.kind == ir::ReductionKind::count;
  if (whole_list && !is_condition(r.operand) && r.list >= 0) {
    return static_cast<double>(list(r.list).size());
  }
  std::vector<double> values = rows(r.operand, r.list);
  const std::size_t all = values.size();
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (all > values.size()) note_left_out(r, all - values.size());
  if (!values.empty() || !needs_entries(r.kind)) {
    return reduce_rows(r.kind, values, is_condition(r.operand));
  }
  diagnostics_.add(Code::E0310, r.origin,
                   fmt::format("`{}` has no value: the list is empty", r.text));
  return missing;
}

void Results::note_left_out(const ir::Reduction& r, std::size_t count) {
  std::string text = fmt::format(
      "`{}` leaves out {} {} no value yet (a contact still closed at the end "
      "of the run)",
      r.text, count, count == 1 ? "entry that has" : "entries that have");
  note(std::move(text));
}

void Results::note(std::string text) {
  if (noted_.insert(text).second) notes_.push_back(std::move(text));
}

std::vector<std::string> Results::take_notes() {
  return std::exchange(notes_, {});
}

// ---- what is shown ------------------------------------------------------------------

namespace {

Cell cell_of(const ir::Shown& shown, double value) {
  if (shown.kind != ir::Shown::Kind::boolean) return Cell::number(value);
  return std::isnan(value) ? Cell::none() : Cell::boolean(value != 0);
}

std::vector<Cell> cells_of(const ir::Shown& shown, const std::vector<double>& values) {
  std::vector<Cell> cells;
  for (const double value : values) cells.push_back(cell_of(shown, value));
  return cells;
}

}  // namespace

Cell Results::cell(const ir::Shown& shown) {
  if (shown.kind == ir::Shown::Kind::text) return Cell::of_text(text(shown));
  return cell_of(shown, point(shown.node));
}

std::vector<Cell> Results::row_cells(const ir::Shown& shown) {
  if (shown.domain != ir::Domain::rows) return {cell(shown)};
  return cells_of(shown, rows(shown.node));
}

std::vector<Cell> Results::cells_at(const ir::Shown& shown, const std::vector<double>& times) {
  if (shown.domain == ir::Domain::trace) return cells_of(shown, at_times(shown.node, times));
  return std::vector<Cell>(times.size(), cell(shown));
}

PrintPart Results::print_part(const ir::Shown& shown) {
  const bool is_list = shown.domain == ir::Domain::rows;
  return {{shown.label, shown.unit}, shown.named, is_list, row_cells(shown)};
}

std::string Results::text(const ir::Shown& shown) {
  std::string result;
  for (const ir::TextPart& part : shown.text) {
    const auto* hole_part = std::get_if<ir::TextHole>(&part);
    result += hole_part ? hole(*hole_part) : std::get<std::string>(part);
  }
  return result;
}

std::string Results::hole(const ir::TextHole& hole) {
  if (!hole.value) return {};
  const HoleFormat format{hole.width, hole.digits, hole.format, digits_};
  std::string result;
  for (const Cell& cell : row_cells(*hole.value)) {
    if (!result.empty()) result += ", ";
    result += hole_text(cell, hole.value->unit, format);
  }
  return result;
}

}  // namespace mbs
