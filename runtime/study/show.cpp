// Actions that show results: print, table.
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
    from(action.origin);
    const ir::Contact& contact = scenario_->contacts[static_cast<std::size_t>(shown.contact.index)];
    const bool rigid = scenario_->laws[contact.law.index].rigid();
    const std::string& name =
        shown.shared >= 0 ? scenario_->clearances[shown.shared].name : contact.name;
    sink_.give(impact_table(name, rigid, results.impacts(shown)));
  }
  if (parts.empty()) return;
  from(action.origin);
  sink_.give(Printed{std::move(parts)});
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
    if (options_.gathers && broken() && needs_run(shown)) {
      columns.push_back({Cell::none()});  // what a broken run gives would pass for a result
    } else {
      columns.push_back(timed ? r.cells_at(shown, times) : r.row_cells(shown));
    }
  }
  if (!over_time(action) || r.run()) output.rows = transpose(columns);
  return output;
}

void Executor::table(const ir::Table& asked) {
  if (nothing_computed() && !options_.gathers) return;
  const auto known = settled(asked);
  if (!known) return;
  const ir::Table& action = *known;
  TableOutput output = tabulate(action);
  if (over_time(action) && !results_->run() && !broken()) {
    complaints_.add(Code::E0306, action.origin, "this table needs a finished run").hint =
        "put a `simulate` above it";
  }
  // Passes and rounds keep their row even where values are missing: rows must match them.
  const bool one_of_many = options_.gathers || loops_ > 0 || action.more;
  if (!settle(*results_, complaints_) && !one_of_many) return;
  if (action.table >= 0) {
    TableRows& rows = tables_[action.table];
    rows.insert(rows.end(), output.rows.begin(), output.rows.end());
  }
  give_or_keep({action.table, std::move(output), action.file, action.origin, action.hidden},
               action.more);
}

void Executor::give_or_keep(GainedTable table, bool more) {
  if (options_.gathers) return gained_.push_back(std::move(table));
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
      give_table(std::move(table));
    else
      later.push_back(std::move(table));
  }
  kept_ = std::move(later);
}

void Executor::give_table(GainedTable table) {
  if (table.hidden) return;
  from(table.origin);
  if (!table.file) {
    sink_.give(std::move(table.output));
    return;
  }
  const std::string problem = sink_.give(TableFile{std::move(table.output), *table.file});
  tell_file_problem(problem, *table.file, table.origin);
}

void Executor::tell_file_problem(const std::string& problem, const std::string& file, Span origin) {
  if (problem.empty()) return;
  report(unwritten(file, problem, origin));
  outcome_.file_error = true;
}

}  // namespace mbs
