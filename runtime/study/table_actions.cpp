#include "runtime/study/table_actions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/results/quantity_text.hpp"
#include "runtime/study/gather.hpp"
#include "runtime/study/later.hpp"

namespace mbs {

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

// What a broken run gives would pass for a result.
bool TableActions::without_value(const ir::Shown& shown) const {
  return now_.options.gathers && now_.broken() && shown.node.valid() &&
         now_.scenario->graph.stage(shown.node) != Stage::constant;
}

TableOutput TableActions::tabulate(const ir::Table& action, Results& r) {
  TableOutput output;
  if (action.table >= 0) output.name = now_.scenario->tables[action.table].name;
  output.has_title = !output.name.empty();
  for (const ir::Shown& shown : action.columns) output.columns.push_back({shown.label, shown.unit});
  const bool timed = over_time(action) && r.run() &&
                     !has_too_many_rows(action, *r.run(), now_.complaints) &&
                     !goes_beyond(action, *r.run(), now_.complaints);
  const std::vector<double> times = timed ? times_of(action, *r.run()) : std::vector<double>{};
  std::vector<std::vector<Cell>> columns;
  for (const ir::Shown& shown : action.columns) {
    if (without_value(shown))
      columns.push_back({Cell::none()});
    else
      columns.push_back(timed ? r.cells_at(shown, times) : r.row_cells(shown));
  }
  if (!over_time(action) || r.run()) output.rows = transpose(columns);
  return output;
}

void TableActions::table(const ir::Table& asked) {
  if (now_.nothing_computed() && !now_.options.gathers) return;
  const auto known = settled(now_, asked);
  if (!known) return;
  const ir::Table& action = *known;
  Results& r = now_.results();
  TableOutput output = tabulate(action, r);
  if (over_time(action) && !r.run() && !now_.broken()) {
    now_.complaints.add(Code::E0306, action.origin, "this table needs a finished run").hint =
        "put a `simulate` above it";
  }
  // Passes and rounds keep their row even where values are missing: rows must match them.
  const bool one_of_many = now_.options.gathers || loops_ > 0 || action.more;
  if (!now_.settle() && !one_of_many) return;
  if (action.table >= 0) {
    TableRows& rows = now_.tables[action.table];
    rows.insert(rows.end(), output.rows.begin(), output.rows.end());
  }
  give_or_keep({action.table, std::move(output), action.file, action.origin, action.hidden},
               action.more);
}

void TableActions::give_or_keep(GainedTable table, bool more) {
  if (now_.options.gathers) return gained_.push_back(std::move(table));
  const std::int32_t which = table.table;
  std::vector<GainedTable> one;
  one.push_back(std::move(table));
  gather(kept_, one);
  if (loops_ > 0)
    of_loop_.insert(which);
  else if (!more)
    give_kept([&](std::int32_t other) { return other == which; });
}

void TableActions::give_kept(const std::function<bool(std::int32_t)>& whole) {
  std::vector<GainedTable> later;
  for (GainedTable& table : std::exchange(kept_, {})) {
    if (whole(table.table))
      give_table(std::move(table));
    else
      later.push_back(std::move(table));
  }
  kept_ = std::move(later);
}

void TableActions::give_table(GainedTable table) {
  if (table.hidden) return;
  now_.from(table.origin);
  if (!table.file) {
    now_.sink.give(std::move(table.output));
    return;
  }
  const std::string problem = now_.sink.give(TableFile{std::move(table.output), *table.file});
  now_.tell_file_problem(problem, *table.file, table.origin);
}

void TableActions::give_all() {
  give_kept([](std::int32_t) { return true; });
}

void TableActions::end_loop(std::span<const std::int32_t> more) {
  if (--loops_ > 0) return;
  const std::set<std::int32_t> filled = std::exchange(of_loop_, {});
  give_kept([&](std::int32_t table) {
    return filled.contains(table) && std::ranges::find(more, table) == more.end();
  });
}

// Tables print after the outermost sweep; inside another they go on gaining rows.
void TableActions::keep(std::vector<GainedTable> gained, std::span<const std::int32_t> more) {
  for (GainedTable& table : gained) {
    if (table.table >= 0 && static_cast<std::size_t>(table.table) < now_.tables.size()) {
      TableRows& rows = now_.tables[table.table];
      rows.insert(rows.end(), table.output.rows.begin(), table.output.rows.end());
    }
    const bool open = std::ranges::find(more, table.table) != more.end();
    give_or_keep(std::move(table), open);
  }
}

}  // namespace mbs
