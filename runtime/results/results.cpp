#include "runtime/results/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "runtime/results/quantity_text.hpp"
#include "runtime/results/reductions.hpp"
#include "runtime/results/taken_branches.hpp"

namespace mbs {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Results::Results(const ir::Scenario& scenario, const Run* run, const Tables& tables,
                 Diagnostics& diagnostics, const Reading& how)
    : scenario_(scenario),
      run_(run),
      tables_(tables),
      diagnostics_(diagnostics),
      digits_(how.digits),
      named_(how.named),
      traces_(run && run->size() > 0 ? std::make_unique<Traces>(scenario, *run, how.model)
                                     : nullptr),
      reductions_(scenario.reductions.size()),
      lasting_(scenario.reductions.size()),
      lists_(scenario.lists.size()) {}

void Results::refresh() {
  reductions_ = lasting_;
  lists_.assign(lists_.size(), std::nullopt);
}

Results* Results::of(std::int32_t run, Span origin) {
  if (run < 0) return this;
  if (owner_) return owner_->of(run, origin);
  const auto place = static_cast<std::size_t>(run);
  const Run* wanted = named_ ? named_->runs[place].get() : nullptr;
  if (!wanted || wanted->size() == 0) {
    diagnostics_
        .add(Code::E0306, origin, fmt::format("the run `{}` is not there", scenario_.runs[place]))
        .hint = "a run is kept until the mechanism changes: simulate it again";
    return nullptr;
  }
  others_.resize(scenario_.runs.size());
  std::unique_ptr<Results>& other = others_[place];
  if (other && other->run_ == wanted) return other.get();
  const ModelPtr model = &mbs::scenario(*wanted->model) == &scenario_ ? nullptr : named_->model;
  other = std::make_unique<Results>(scenario_, wanted, tables_, diagnostics_,
                                    Reading{.digits = digits_, .model = model});
  other->owner_ = this;
  if (poll_) other->poll_with(poll_);
  return other.get();
}

// ---- expressions ------------------------------------------------------------------

Results::Expression& Results::expression(NodeId node) {
  const auto found = expressions_.find(node.index);
  if (found != expressions_.end()) return found->second;
  Expression e;
  e.tape = Tape::compile(scenario_.graph, {&node, 1});
  e.state = e.tape.state();
  e.inputs.assign(e.tape.inputs().size(), missing);
  e.node = node;
  e.chooses = chooses_by_results(scenario_.graph, node);
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
  std::set<std::int32_t> taken;
  if (e.chooses)
    taken = slots_of_taken_branches(scenario_.graph, e.node,
                                    [this](NodeId condition) { return point(condition); });
  for (std::size_t i = 0; i < e.inputs.size(); ++i) {
    const Slot& slot = e.tape.inputs()[i];
    if (stage_of(slot.kind) != Stage::result) continue;
    const bool asked =
        !e.chooses || taken.count(scenario_.graph[scenario_.graph.find(slot)].index) > 0;
    e.inputs[i] = asked ? result_value(slot, row) : missing;
  }
}

double Results::evaluate(Expression& e) {
  double value = missing;
  e.state.failure.reset();
  // Only what is not a number is missing: a result may be infinite.
  if (!e.tape.evaluate(e.inputs, {&value, 1}, e.state)) return e.tape.output(e.state, 0);
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

std::vector<double> Results::inner(NodeId node) {
  Expression& e = expression(node);
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

double Results::first(NodeId node) {
  Expression& e = expression(node);
  fill_results(e, 0);
  std::vector<double> now(e.signals.size());
  traces_->at_sample(0, e.signals, now);
  for (std::size_t k = 0; k < now.size(); ++k) e.inputs[e.signal_places[k]] = now[k];
  return evaluate(e);
}

// Runs may differ in length.
bool Results::has(double time) const {
  const Run* const r = run();
  return r && time >= r->t.front() && time <= r->t.back();
}

std::vector<double> Results::at_points(NodeId node, const std::vector<Point>& points) {
  const std::vector<double> at_samples = trace(node);
  std::vector<double> values;
  for (const Point& point : points)
    values.push_back(point.sample ? at_samples[*point.sample] : at_time(node, point.t));
  return values;
}

// ---- what expressions are made of ---------------------------------------------------

// The ends of a window and the like, which are results of the present run.
double Results::outside(NodeId node) {
  return (owner_ ? owner_ : this)->point(node);
}

double Results::result_value(const Slot& slot, std::size_t row) {
  if (owner_) return owner_->result_value(slot, row);
  switch (slot.kind) {
    case SlotKind::reduction:
      return reduction(slot.index);
    case SlotKind::row_count:
      return rows_of(slot.index);
    case SlotKind::list_item:
      return item(scenario_.lists[slot.entity], slot.index);
    case SlotKind::loop_item:
      return items_.empty() ? missing : items_[slot.index];
    case SlotKind::list_element:
      return entry(scenario_.lists[slot.index], list(slot.index), row);
    default:
      return missing;
  }
}

bool Results::need_run(Span origin, const std::string& what) {
  if (run()) return true;
  diagnostics_.add(Code::E0306, origin, fmt::format("`{}` needs a finished run", what)).hint =
      "put a `simulate` above it";
  return false;
}

void Results::note(std::string text) {
  if (noted_.insert(text).second) notes_.push_back(std::move(text));
}

std::vector<std::string> Results::take_notes() {
  return std::exchange(notes_, {});
}

void Results::without_notes(const std::function<void()>& look) {
  const auto notes = notes_;
  const auto noted = noted_;
  look();
  notes_ = notes;
  noted_ = noted;
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
  if (shown.domain == ir::Domain::trace) {
    Results* const seen = of(shown.run, {});
    std::vector<double> values;
    for (const double t : times)
      values.push_back(seen && seen->has(t) ? seen->at_time(shown.node, t) : missing);
    return cells_of(shown, values);
  }
  return std::vector<Cell>(times.size(), cell(shown));
}

PrintPart Results::print_part(const ir::Shown& shown) {
  const bool is_list = shown.domain == ir::Domain::rows;
  PrintPart part{{shown.label, shown.unit}, shown.named, is_list, {}};
  part.cells = row_cells(shown);  // which may throw: not among the parts of an aggregate
  return part;
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
