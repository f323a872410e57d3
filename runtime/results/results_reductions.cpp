// Reductions of expressions over a finished run, and of lists.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "runtime/results/corners.hpp"
#include "runtime/results/quantity_text.hpp"
#include "runtime/results/reductions.hpp"
#include "runtime/results/results.hpp"

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
    value = seen->reduce_trace(r);
  }
  reductions_[index] = value;
  // What has been complained about is worked out anew, so that it is again.
  if (diagnostics_.list().size() + notes_.size() == told && lasts(r)) lasting_[index] = value;
  return value;
}

double Results::reduce_trace(const ir::Reduction& r) {
  using Kind = ir::ReductionKind;
  if (r.from.valid() || is_fit(r.kind)) return reduce_part(r);
  switch (r.kind) {
    case Kind::maximum:
    case Kind::minimum:
    case Kind::argmax:
    case Kind::argmin:
      return extreme(r);
    case Kind::mean:
    case Kind::rms:
    case Kind::integral:
      return told_if_missing(r, weighted(r), {run_->t.front(), run_->t.back()});
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
void Results::note_samples_without_value(const ir::Reduction& r,
                                         const std::vector<double>& values) {
  const auto count =
      std::count_if(values.begin(), values.end(), [](double v) { return std::isnan(v); });
  if (count == 0 || count == static_cast<std::ptrdiff_t>(values.size())) return;
  note(fmt::format("`{}` leaves out {} of {} samples, at which it has no value", r.text, count,
                   values.size()));
}

// A mean or an integral that has come to nothing, as its operand has no value everywhere.
double Results::told_if_missing(const ir::Reduction& r, double value, Part part) {
  if (!std::isnan(value)) return value;
  const std::vector<double> values = trace(r.operand);
  std::size_t count = 0, all = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (run_->t[i] < part.from || run_->t[i] > part.to) continue;
    ++all;
    count += std::isnan(values[i]);
  }
  note(fmt::format("`{}` has no value: at {} of {} samples there is none", r.text, count, all));
  return value;
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
  return value_at(r, outside(r.time));
}

double Results::value_at(const ir::Reduction& r, double time) {
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

}  // namespace mbs
