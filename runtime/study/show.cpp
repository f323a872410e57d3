// Actions that show or check results: print, table, expect.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/results/quantity_text.hpp"
#include "runtime/study/executor.hpp"
#include "runtime/study/gather.hpp"

namespace mbs {

// ---- print --------------------------------------------------------------------------

void Executor::print(const ir::Print& action) {
  if (nothing_computed()) return;
  Results& r = results();
  show_print(action, r);
  settle(r, complaints_);
}

void Executor::show_print(const ir::Print& action, Results& results) {
  std::vector<PrintPart> parts;
  for (const ir::Shown& shown : action.parts) {
    if (shown.kind != ir::Shown::Kind::impacts) {
      parts.push_back(results.print_part(shown));
      continue;
    }
    sink_.from(action.origin);
    const ir::Contact& contact = scenario_->contacts[static_cast<std::size_t>(shown.contact.index)];
    const bool rigid = scenario_->laws[contact.law.index].rigid();
    const std::string& name =
        shown.shared >= 0 ? scenario_->clearances[shown.shared].name : contact.name;
    sink_.table(impact_table(name, rigid, results.impacts(shown)));
  }
  if (parts.empty()) return;
  sink_.from(action.origin);
  sink_.print(parts);
}

// ---- table --------------------------------------------------------------------------

namespace {

// begin, begin + every, ... up to the end; the last one may stand just beyond it by rounding.
std::vector<double> instants(double begin, double end, double every) {
  std::vector<double> times;
  const double count = std::floor((end - begin) / every + 1e-9);
  for (double k = 0; k <= count; ++k) times.push_back(std::min(begin + k * every, end));
  return times;
}

// Times of a table's rows within the run.
std::vector<double> times_of(const ir::Table& action, const Run& run) {
  double begin = run.t.front(), end = run.t.back();
  if (action.during) {
    begin = std::max(begin, (*action.during)[0]);
    end = std::min(end, (*action.during)[1]);
  }
  if (begin > end) return {};
  if (action.every) return instants(begin, end, *action.every);
  std::vector<double> times;
  for (const double t : run.t) {
    const bool inside = t >= begin && t <= end;
    if (inside && (times.empty() || t > times.back())) times.push_back(t);
  }
  return times;
}

// More rows than anyone reads or plots are a slip in the unit.
bool has_too_many_rows(const ir::Table& action, const Run& run, Diagnostics& complaints) {
  constexpr double most = 1e6;
  if (!action.every) return false;
  const double span =
      action.during ? (*action.during)[1] - (*action.during)[0] : run.t.back() - run.t.front();
  const double rows = std::min(span, run.t.back() - run.t.front()) / *action.every;
  if (rows <= most) return false;
  complaints.add(Code::E0310, action.origin,
                 fmt::format("this table would have {:.2g} rows; the limit is {:.0g}", rows, most));
  return true;
}

// A table ends where it is asked to, or says why not.
bool goes_beyond(const ir::Table& action, const Run& run, Diagnostics& complaints) {
  if (!action.during) return false;
  const auto [low, high] = *action.during;
  const double begin = run.t.front(), end = run.t.back(), slack = 1e-12 * (end - begin);
  const bool after = std::isfinite(high) && high > end + slack;
  if (low >= begin - slack && low <= end + slack && !after) return false;
  Diagnostic& d = complaints.add(
      Code::E0310, action.origin,
      fmt::format("this table looks at {} s .. {} s, but the run goes from {} s to {} s",
                  number_text(low, 6), number_text(high, 6), number_text(begin, 6),
                  number_text(end, 6)));
  if (after) d.hint = "`inf` as its end means the end of the run";
  return true;
}

bool over_time(const ir::Table& action) {
  return action.every || action.during ||
         std::any_of(action.columns.begin(), action.columns.end(),
                     [](const ir::Shown& c) { return c.domain == ir::Domain::trace; });
}

// Columns beside each other as rows; single values stand in the first row only, or in all if asked.
std::vector<std::vector<Cell>> transpose(const std::vector<std::vector<Cell>>& columns) {
  std::size_t count = 0;
  for (const auto& column : columns) count = std::max(count, column.size());
  std::vector<std::vector<Cell>> rows(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (const auto& column : columns) {
      const bool single = column.size() == 1;
      rows[i].push_back(single ? column[0] : i < column.size() ? column[i] : Cell::none());
    }
  }
  return rows;
}

}  // namespace

bool Executor::needs_run(const ir::Shown& shown) const {
  return shown.node.valid() && scenario_->graph.stage(shown.node) != Stage::constant;
}

TableOutput Executor::tabulate(const ir::Table& action) {
  TableOutput output;
  if (action.table >= 0) output.name = scenario_->tables[action.table].name;
  output.has_title = !output.name.empty();
  for (const ir::Shown& shown : action.columns) output.columns.push_back({shown.label, shown.unit});
  Results& r = results();
  const bool timed = over_time(action) && r.run() &&
                     !has_too_many_rows(action, *r.run(), complaints_) &&
                     !goes_beyond(action, *r.run(), complaints_);
  const std::vector<double> times = timed ? times_of(action, *r.run()) : std::vector<double>{};
  std::vector<std::vector<Cell>> columns;
  for (const ir::Shown& shown : action.columns) {
    if (in_sweep_ && broken() && needs_run(shown)) {
      columns.push_back({Cell::none()});  // what a broken run gives would pass for a result
    } else {
      columns.push_back(timed ? r.cells_at(shown, times) : r.row_cells(shown));
    }
  }
  if (!over_time(action) || r.run()) output.rows = transpose(columns);
  return output;
}

void Executor::table(const ir::Table& asked) {
  if (nothing_computed() && !in_sweep_) return;
  const auto known = settled(asked);
  if (!known) return;
  const ir::Table& action = *known;
  TableOutput output = tabulate(action);
  if (over_time(action) && !results_->run() && !broken()) {
    complaints_.add(Code::E0306, action.origin, "this table needs a finished run").hint =
        "put a `simulate` above it";
  }
  // Passes and rounds keep their row even where values are missing: rows must match them.
  const bool one_of_many = in_sweep_ || loops_ > 0 || action.more;
  if (!settle(*results_, complaints_) && !one_of_many) return;
  if (action.table >= 0) {
    TableRows& rows = tables_[action.table];
    rows.insert(rows.end(), output.rows.begin(), output.rows.end());
  }
  give_or_keep({action.table, std::move(output), action.file, action.origin, action.hidden},
               action.more);
}

void Executor::give_or_keep(GainedTable table, bool more) {
  if (in_sweep_) return gained_.push_back(std::move(table));
  const std::int32_t which = table.table;
  std::vector<GainedTable> one;
  one.push_back(std::move(table));
  gather(kept_, one);
  if (loops_ > 0)
    of_loop_.insert(which);
  else if (!more)
    give_kept([&](std::int32_t other) { return other == which; });
}

void Executor::give_kept(const std::function<bool(std::int32_t)>& whole) {
  std::vector<GainedTable> later;
  for (GainedTable& table : std::exchange(kept_, {})) {
    if (whole(table.table))
      give_table(table);
    else
      later.push_back(std::move(table));
  }
  kept_ = std::move(later);
}

void Executor::give_table(const GainedTable& table) {
  if (table.hidden) return;
  sink_.from(table.origin);
  if (!table.file) {
    sink_.table(table.output);
    return;
  }
  tell_file_problem(sink_.file(table.output, *table.file), *table.file, table.origin);
}

void Executor::tell_file_problem(const std::string& problem, const std::string& file, Span origin) {
  if (problem.empty()) return;
  report(unwritten(file, problem, origin));
  outcome_.file_error = true;
}

// ---- expect -------------------------------------------------------------------------

void Executor::expect(const ir::Expect& action) {
  if (broken()) return;
  Results& r = results();
  check(action, r, complaints_);
  settle(r, complaints_);
}

namespace {

// A comparison with what has no value does not hold.
bool holds(double value) {
  return value != 0 && !std::isnan(value);
}

}  // namespace

void Executor::check(const ir::Expect& action, Results& results, const Diagnostics& complaints) {
  std::vector<double> held;
  switch (action.domain) {
    case ir::Domain::point:
      held = {results.point(action.condition)};
      break;
    case ir::Domain::rows:
      held = results.rows(action.condition, action.list);
      break;
    case ir::Domain::trace:
      held = results.trace(action.condition);
      break;
  }
  // What cannot be evaluated has been complained about; it neither holds nor fails.
  if (complaints.has_errors()) return;
  const bool holds_all = !held.empty() && std::all_of(held.begin(), held.end(), holds);
  tell_expectation(action, results, holds_all);
  if (holds_all) return;
  report(failed_expectation(action, results, held));
  outcome_.expectation_failed = true;
}

namespace {

// "2, 4 and 5"
std::string enumerate(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += i + 1 == numbers.size() ? " and " : ", ";
    text += fmt::format("{}", numbers[i]);
  }
  return text;
}

std::string failing_rows(const std::vector<double>& held) {
  if (held.empty()) return "the list is empty";
  std::vector<std::size_t> failing;
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (!holds(held[i])) failing.push_back(i + 1);
  }
  constexpr std::size_t most = 10;
  if (failing.size() > most)
    return fmt::format("{} of {} entries fail", failing.size(), held.size());
  return fmt::format("{} {} of {} fails", failing.size() == 1 ? "entry" : "each of entries",
                     enumerate(failing), held.size());
}

// Values of a part: one, or a list in brackets.
std::string values_text(const std::vector<Cell>& cells, const ir::Shown& shown, int digits) {
  if (shown.domain == ir::Domain::point && cells.size() == 1)
    return cell_text(cells[0], shown.unit, digits);
  std::string text;
  for (const Cell& cell : cells)
    text += (text.empty() ? "" : ", ") + cell_text(cell, {"", shown.unit.factor, {}}, digits);
  return "[" + text + "]" + (shown.unit.text.empty() ? "" : " " + shown.unit.text);
}

}  // namespace

// What the sides are is looked up for sinks alone: complaints of it would have come up before.
void Executor::tell_expectation(const ir::Expect& action, Results& results, bool holds) {
  Expectation told{action.origin, action.text, action.message.value_or(""), holds, {}, {}, {}, {}};
  const auto number = [&](const std::optional<ir::Shown>& shown) -> std::optional<double> {
    if (!shown) return {};
    const double value = results.point(shown->node);
    return std::isnan(value) ? std::nullopt : std::optional(value);
  };
  if (action.value) told.value = {action.value->label, action.value->unit};
  if (action.wanted) told.value.unit = action.wanted->unit;  // as it was written
  told.found = number(action.value);
  told.wanted = number(action.wanted);
  if (action.value) told.tolerance = number(action.allowed);
  sink_.expectation(told);
}

Diagnostic Executor::failed_expectation(const ir::Expect& action, Results& results,
                                        const std::vector<double>& held) {
  Diagnostic d{Code::E0801, "expectation failed", {}, {}, {}, {}, {}};
  if (action.message) d.message += ": " + *action.message;
  const auto first = results.first_failure(action.condition);
  const auto value = [&](const ir::Shown& shown) {
    if (shown.domain == ir::Domain::trace)
      return first ? cell_text(results.cells_at(shown, {*first})[0], shown.unit, options_.digits)
                   : std::string();
    return values_text(results.row_cells(shown), shown, options_.digits);
  };
  for (const ir::ExpectPart& part : action.parts) {
    d.labels.push_back({part.span, ""});
    d.values.push_back(value(part.value));
  }
  if (action.allowed && action.off) {
    d.labels.push_back({action.tolerance_span, ""});
    d.values.push_back(value(*action.allowed) + " allowed, " + value(*action.off) + " off");
  }
  if (d.labels.empty()) {
    d.labels.push_back({action.origin, ""});
    d.values.clear();
  }
  if (first)
    d.notes.push_back(
        fmt::format("`all` fails first at t = {} s", number_text(*first, options_.digits)));
  if (action.domain != ir::Domain::point) d.notes.push_back(failing_rows(held));
  return d;
}

// What happened, in order; a law's warning stands where it was raised first, with its count.
TableOutput Executor::event_log() const {
  TableOutput table{"events", true, {{"t", {"s", 1, dim::time}}, {"what", {}}, {"of", {}}}, {}};
  table.columns.push_back({"speed", {"m/s", 1, dim::speed}});
  table.columns.push_back({"note", {}});
  for (const LogEntry& entry : run_->log) {
    const bool moves = entry.what == "closed" || entry.what == "opened" ||
                       entry.what == "strikes" || entry.what == "opens";
    const bool warns = entry.what == "law warning";
    table.rows.push_back(
        {Cell::number(entry.t), Cell::of_text(entry.what), Cell::of_text(entry.subject),
         moves ? Cell::number(entry.value) : Cell::none(),
         Cell::of_text(warns ? fmt::format("{} (impacts: {})", entry.note, entry.value)
                             : entry.note)});
  }
  return table;
}

}  // namespace mbs
